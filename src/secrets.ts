import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

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

/** Throws when no key fits, or when the stored bytes were changed. */
export function decryptToken(keys: TokenKeys, stored: Uint8Array): string {
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

/** Null when no key fits: what is stored is of no use then, and is replaced as if there were none. */
export function decrypted(keys: TokenKeys, stored: Uint8Array): string | null {
  try {
    return decryptToken(keys, stored);
  } catch {
    return null;
  }
}

function open(key: Buffer, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
