import type { FieldErrors } from '../errors.ts';
import { messages } from '../input/validation-messages.ts';
import { decrypted, encryptToken, type TokenKeys } from '../secrets.ts';
import { endAhead } from './end-ahead.ts';

/** More of them at once end the oldest: each is tried with requests that nothing else verifies, or signs every request. */
const MOST = 5;
export const MAX_OVERLAP_HOURS = 168;

/** What a record keeps of the secrets that were replaced: one ciphertext, and when the last of them ends. */
export interface Previous {
  previousSecret: Uint8Array<ArrayBuffer> | null;
  previousSecretExpiresAt: Date | null;
}

export const NO_PREVIOUS_SECRET: Previous = { previousSecret: null, previousSecretExpiresAt: null };

interface Kept<Secret> {
  kept: Secret;
  until: Date | string;
}

function unexpired<Secret>(keys: TokenKeys, { previousSecret, previousSecretExpiresAt }: Previous): Kept<Secret>[] {
  const end = endAhead(previousSecretExpiresAt);
  const text = end && previousSecret && decrypted(keys, previousSecret);
  if (!text) return [];
  // Until 0.1.0 webhooks and callbacks of sellers kept words, with one end.
  if (!text.startsWith('[')) return text.split(' ').map((kept) => ({ kept: kept as Secret, until: end }));
  return (JSON.parse(text) as Kept<Secret>[]).filter(({ until }) => endAhead(until));
}

/** Those whose overlap is not over, the newest first. None where their key is lost. */
export const previousSecrets = <Secret>(keys: TokenKeys, previous: Previous): Secret[] =>
  unexpired<Secret>(keys, previous).map(({ kept }) => kept);

/**
 * Adds what is being replaced. Each has its own end, however often it is replaced meanwhile; an overlap of 0 hours ends all of them.
 * `replaced` is null where its key is lost, and with it that of those before it.
 */
export function addPrevious<Secret>(
  keys: TokenKeys,
  previous: Previous,
  replaced: Secret | null,
  overlapHours: number,
): Previous {
  if (replaced === null || overlapHours === 0) return NO_PREVIOUS_SECRET;
  const until = new Date(Date.now() + overlapHours * 3_600_000);
  const all = [{ kept: replaced, until }, ...unexpired<Secret>(keys, previous)].slice(0, MOST);
  const last = Math.max(...all.map((one) => new Date(one.until).getTime()));
  return { previousSecret: encryptToken(keys, JSON.stringify(all)), previousSecretExpiresAt: new Date(last) };
}

export function overlapErrors(hours: number, path = 'overlapHours'): FieldErrors {
  if (hours < 0) return { [path]: [messages.atLeast(path, 0)] };
  return hours > MAX_OVERLAP_HOURS ? { [path]: [messages.atMost(path, MAX_OVERLAP_HOURS)] } : {};
}
