import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError } from './errors.ts';

/** Keys of 32 bytes. The first one encrypts; all of them decrypt. */
export type TokenKeys = readonly [current: Buffer, ...previous: Buffer[]];

const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The beginning of a ciphertext. It names the key and reveals nothing about it. */
export const keyIdOf = (key: Buffer): Buffer =>
  createHash('sha256').update('token key ').update(key).digest().subarray(0, KEY_ID_BYTES);

/** AES-256-GCM: key id, iv, tag, ciphertext. Team tokens are shown again (E13), so a hash alone is not enough. */
export function encryptToken([key]: TokenKeys, token: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([keyIdOf(key), iv, cipher.getAuthTag(), ciphertext]));
}

export const LOST_KEY =
  'The stored secret cannot be decrypted with TOKEN_KEY. Enter or rotate it again, or add the former key to TOKEN_KEY_PREVIOUS.';

/** A stored secret is under a key that is not configured, or was changed. */
export class LostKeyError extends AppError {
  constructor(message = LOST_KEY) {
    super('CONFLICT', message);
  }
}

/** Throws `LostKeyError`. Where a request of another server needs it, see `openedForCaller`. */
export function decryptToken(keys: TokenKeys, stored: Uint8Array): string {
  try {
    return decrypt(keys, stored);
  } catch {
    throw new LostKeyError();
  }
}

function decrypt(keys: TokenKeys, stored: Uint8Array): string {
  const named = keys.find((key) => keyIdOf(key).equals(stored.subarray(0, KEY_ID_BYTES)));
  if (named) return open(named, stored.subarray(KEY_ID_BYTES));
  // An older ciphertext without a key id: every key is tried.
  for (const key of keys.slice(0, -1)) {
    try {
      return open(key, stored);
    } catch {
      // Not this key.
    }
  }
  return open(keys.at(-1)!, stored);
}

/** Whether there is something stored that a key fits. */
export const isReadable = (keys: TokenKeys, stored: Uint8Array | null): boolean =>
  stored !== null && decrypted(keys, stored) !== null;

/** Null when no key fits: what is stored is of no use then, and is replaced as if there were none. */
export function decrypted(keys: TokenKeys, stored: Uint8Array): string | null {
  try {
    return decryptToken(keys, stored);
  } catch {
    return null;
  }
}

/**
 * For providers and merchants, who must not read about our keys: they are asked to try again later, so that what they report is
 * not lost when the key comes back.
 */
export async function openedForCaller<Opened>(
  logger: Pick<Logger, 'error'>,
  of: object,
  opened: () => Opened | Promise<Opened>,
): Promise<Opened> {
  try {
    return await opened();
  } catch (error) {
    if (!(error instanceof LostKeyError)) throw error;
    logger.error({ ...of, err: error }, 'requests to us cannot be verified and are put off');
    throw new AppError('UNAVAILABLE', 'This request cannot be verified now. Try again later.', { retryAfter: 60 });
  }
}

function open(key: Buffer, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
