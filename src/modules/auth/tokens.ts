import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

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

type TokenPrefix =
  | typeof SESSION_PREFIX
  | typeof TEAM_TOKEN_PREFIX
  | typeof INVITATION_PREFIX
  | typeof WEBHOOK_SECRET_PREFIX;

export const createToken = (prefix: TokenPrefix, teamId: string) =>
  tokenOf(prefix, teamId, randomBytes(32).toString('base64url'));

export const createSecret = (prefix: typeof EMAIL_SECRET_PREFIX | typeof SETUP_PREFIX) =>
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

/** The first one encrypts; all of them decrypt. */
export type TokenKeys = readonly [current: Buffer, ...previous: Buffer[]];

const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const keyIdOf = (key: Buffer): Buffer =>
  createHash('sha256').update('token key ').update(key).digest().subarray(0, KEY_ID_BYTES);

/** AES-256-GCM: key id, iv, tag, ciphertext. A hash is not enough: team tokens are shown again (E13). */
export function encryptToken([key]: TokenKeys, token: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([keyIdOf(key), iv, cipher.getAuthTag(), ciphertext]));
}

export function decryptToken(keys: TokenKeys, stored: Uint8Array): string {
  const named = keys.find((key) => keyIdOf(key).equals(stored.subarray(0, KEY_ID_BYTES)));
  if (named) return open(named, stored.subarray(KEY_ID_BYTES));
  // Older ciphertexts have no key id.
  for (const key of keys.slice(0, -1)) {
    try {
      return open(key, stored);
    } catch {}
  }
  return open(keys.at(-1)!, stored);
}

function open(key: Buffer, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
