import { createHash, randomBytes } from 'node:crypto';

/**
 * Access tokens are opaque: a prefix for their kind, their team, so that only that team's tokens are searched, then 256 random
 * bits.
 */
export const SESSION_PREFIX = 'obs_';
export const TEAM_TOKEN_PREFIX = 'obt_';
/** Not for the header: an invited person shows it once to join. */
export const INVITATION_PREFIX = 'obi_';
/** Not for the header either: a voice provider shows it with its events (E12). */
export const WEBHOOK_SECRET_PREFIX = 'obw_';

/** Nor these: links in e-mails carry the first, and the link that makes the first account the second. */
export const EMAIL_SECRET_PREFIX = 'obe_';
export const SETUP_PREFIX = 'obf_';

type TokenPrefix =
  | typeof SESSION_PREFIX
  | typeof TEAM_TOKEN_PREFIX
  | typeof INVITATION_PREFIX
  | typeof WEBHOOK_SECRET_PREFIX;

export const createToken = (prefix: TokenPrefix, teamId: string) =>
  tokenOf(prefix, teamId, randomBytes(32).toString('base64url'));

/** A secret without a team, found by its hash in a table that all teams share. */
export const createSecret = (prefix: typeof EMAIL_SECRET_PREFIX | typeof SETUP_PREFIX) =>
  prefix + randomBytes(32).toString('base64url');

/** A token with a known secret part, for the demo. */
export const tokenOf = (prefix: TokenPrefix, teamId: string, secret: string) =>
  prefix + Buffer.from(teamId.replaceAll('-', ''), 'hex').toString('base64url') + secret;

/** 16 bytes in base64url. */
const TEAM = /^ob[stiw]_([\w-]{22})/;

/** The team that a token names. Null when it names none. */
export function teamOfToken(token: string): string | null {
  const text = TEAM.exec(token)?.[1];
  if (text === undefined) return null;
  const hex = Buffer.from(text, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The hash by which a token is found. */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());
