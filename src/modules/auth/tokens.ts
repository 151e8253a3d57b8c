import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Access tokens are opaque: a prefix that tells their kind, then 256 random bits. */
export const SESSION_PREFIX = 'obs_';
export const TEAM_TOKEN_PREFIX = 'obt_';
/** Not for the header: what an invited person shows once to come in. */
export const INVITATION_PREFIX = 'obi_';
/** Not for the header either: what a voice provider shows with its events (E12). */
export const WEBHOOK_SECRET_PREFIX = 'obw_';

export type TokenPrefix =
  | typeof SESSION_PREFIX
  | typeof TEAM_TOKEN_PREFIX
  | typeof INVITATION_PREFIX
  | typeof WEBHOOK_SECRET_PREFIX;

export const createToken = (prefix: TokenPrefix) => prefix + randomBytes(32).toString('base64url');

/** What a token is found by. */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: iv, tag, ciphertext. Team tokens are shown again (E13), so a hash alone does not do. */
export function encryptToken(key: Buffer, token: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), ciphertext]));
}

/** Throws when the key is another one or the stored bytes were changed. */
export function decryptToken(key: Buffer, stored: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, IV_BYTES));
  decipher.setAuthTag(stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(stored.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
