import type { Config } from '../../../config.ts';
import { publicUrl } from '../../../process/public-url.ts';
import type { Email } from './send-email.ts';

type Links = Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>;

/** Browsers send what follows `#` to no server. */
const linkTo = (config: Links, page: string, secret: string) => `${publicUrl(config)}/account/${page}#${secret}`;

interface Invited {
  email: string;
  team: string;
  invitedBy: string | undefined;
  days: number;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export const invitationLetter = (config: Links, secret: string, { email, team, invitedBy, days }: Invited): Email => ({
  to: email,
  subject: `Invitation to ${oneLine(team)}`,
  text: `${invitedBy === undefined ? 'You are invited' : `${oneLine(invitedBy)} invites you`} to the team ${oneLine(team)}.

Accept the invitation here:

${linkTo(config, 'invitation', secret)}

The link is for you alone and works once, within ${days} days. If you do not know the team, do nothing.
`,
});

export const passwordResetLetter = (config: Links, secret: string, email: string): Email => ({
  to: email,
  subject: 'Your new password',
  text: `Somebody, most likely you, asked for a new password for the account ${email}.

Choose it here:

${linkTo(config, 'password-reset', secret)}

The link works once, within an hour. If it was not you, do nothing: your password stays as it is.
`,
});

export const confirmationLetter = (config: Links, secret: string, email: string): Email => ({
  to: email,
  subject: 'Confirm your e-mail address',
  text: `Confirm that ${email} is your address:

${linkTo(config, 'confirm-email', secret)}

The link works once, within a day. If you have no account here, do nothing.
`,
});

export const SECURITY_CHANGES = {
  password: 'Your password was changed',
  two_factor_on: 'Two-factor sign-in was turned on',
  two_factor_off: 'Two-factor sign-in was turned off',
  recovery_codes: 'New recovery codes were created',
} as const;

export type SecurityChange = keyof typeof SECURITY_CHANGES;

interface ChangedAccount {
  email: string;
  change: SecurityChange;
  at: string;
  address: string | null;
}

export const securityLetter = (config: Links, { email, change, at, address }: ChangedAccount): Email => ({
  to: email,
  subject: SECURITY_CHANGES[change],
  text: `${SECURITY_CHANGES[change]} for the account ${email}.

When: ${new Date(at).toUTCString()}
From: ${address === null ? 'the operator of this server' : `IP address ${address}`}

If it was you, there is nothing to do. If it was not, set a new password now, and tell an owner of your team:

${publicUrl(config)}/account/forgotten-password
`,
});

interface DisabledWebhook {
  email: string;
  team: string;
  url: string;
  reason: string;
}

export const webhookDisabledLetter = (config: Links, { email, team, url, reason }: DisabledWebhook): Email => ({
  to: email,
  subject: `A webhook endpoint of ${oneLine(team)} was disabled`,
  text: `The webhook endpoint

${url}

of the team ${oneLine(team)} was disabled: ${reason}

Events that happen while it is disabled are not kept for it. Fix the endpoint, enable it and replay what failed before:

${publicUrl(config)}/app
`,
});

interface KeywordReplies {
  email: string;
  team: string;
  word: string;
  /** Replies since the last such e-mail. */
  count: number;
  /** Of the newest. */
  from: string;
  text: string;
}

export const keywordLetter = (config: Links, { email, team, word, count, from, text }: KeywordReplies): Email => ({
  to: email,
  subject: `${count === 1 ? 'A reply' : `${count} replies`} to ${oneLine(team)}: ${oneLine(word)}`,
  text: `${count === 1 ? `${from} wrote` : `The newest is from ${from}`}:

${text}

Read and answer in the inbox:

${publicUrl(config)}/app/inbox
`,
});

interface PriceList {
  email: string;
  team: string;
  company: string;
  /** Null: it is too long for an e-mail. */
  list: string | null;
}

export const priceListLetter = ({ email, team, company, list }: PriceList): Email => ({
  to: email,
  subject: `Prices of ${oneLine(team)} for ${oneLine(company)}`,
  ...(list === null ? withoutList(team, company) : withList(team, company, list)),
});

const withoutList = (team: string, company: string) => ({
  text: `The prices of ${oneLine(team)} for ${oneLine(company)} change. The list is too long for an e-mail: ask ${oneLine(team)} for it.
`,
});

const withList = (team: string, company: string, list: string) => ({
  text: `The prices of ${oneLine(team)} for ${oneLine(company)} change. The list is attached.

A price is for one part of a message. It holds from valid_from until the next line for the same endpoint, country and network.
A line without a network holds for all networks of the country that have no line. A line without a price: nothing is sent there.
The lowest and the highest price differ where a message may take several routes.
`,
  attachments: [{ filename: 'prices.csv', contentType: 'text/csv; charset=utf-8', content: list }],
});
