import { createHash, randomBytes } from 'node:crypto';

/** A prefix for the kind, the team, then 256 random bits. */
export const SESSION_PREFIX = 'obs_';
export const TEAM_TOKEN_PREFIX = 'obt_';
/** Joins a team; not for the header. */
export const INVITATION_PREFIX = 'obi_';
/** Comes with a voice provider's events (E12). */
export const WEBHOOK_SECRET_PREFIX = 'obw_';

/** For links in e-mails, and the link that makes the first account. */
export const EMAIL_SECRET_PREFIX = 'obe_';
export const SETUP_PREFIX = 'obf_';
/** Of a sign-in that waits for its code. */
export const CHALLENGE_PREFIX = 'obc_';

type TokenPrefix =
  | typeof SESSION_PREFIX
  | typeof TEAM_TOKEN_PREFIX
  | typeof INVITATION_PREFIX
  | typeof WEBHOOK_SECRET_PREFIX;

export const createToken = (prefix: TokenPrefix, teamId: string) =>
  tokenOf(prefix, teamId, randomBytes(32).toString('base64url'));

export const createSecret = (prefix: typeof EMAIL_SECRET_PREFIX | typeof SETUP_PREFIX | typeof CHALLENGE_PREFIX) =>
  prefix + randomBytes(32).toString('base64url');

export const tokenOf = (prefix: TokenPrefix, teamId: string, secret: string) =>
  prefix + Buffer.from(teamId.replaceAll('-', ''), 'hex').toString('base64url') + secret;

const TEAM = /^ob[stiw]_([\w-]{22})/;

export function teamOfToken(token: string): string | null {
  const text = TEAM.exec(token)?.[1];
  if (text === undefined) return null;
  const hex = Buffer.from(text, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());
