import { createHash } from 'node:crypto';
import type { Services } from '../../../context.ts';
import { decrypted, decryptToken, encryptToken, LOST_KEY } from '../../../secrets.ts';
import { WebhookFailure } from '../requests/post-signed.ts';

export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** The same for the same items. */
export const batchIdOf = (ids: readonly string[]): string =>
  `batch_${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`;

interface Sealed {
  secret: Uint8Array;
  /** Null once the rotation is over. */
  previousSecret: Uint8Array | null;
}

/** While a secret is being rotated the former ones sign, too. */
export function secretsOf(tokenKeys: Services['tokenKeys'], { secret, previousSecret }: Sealed): [string, ...string[]] {
  try {
    return [
      decryptToken(tokenKeys, secret),
      ...(previousSecret ? decryptToken(tokenKeys, previousSecret).split(' ') : []),
    ];
  } catch {
    throw new WebhookFailure(LOST_KEY);
  }
}

/** More rotations at once end the oldest secrets: each signature makes requests longer. */
const MOST_FORMER = 5;

/** After a rotation: the former secret, and those of rotations whose overlap is not over, which receivers may still have. */
export function formerSecrets(
  tokenKeys: Services['tokenKeys'],
  { secret, previousSecret, expiresAt }: Sealed & { expiresAt: Date | null },
  overlapHours: number,
): { sealed: Uint8Array<ArrayBuffer>; until: Date } | null {
  const isOver = !expiresAt || expiresAt <= new Date();
  const former = [secret, ...(isOver || !previousSecret ? [] : [previousSecret])].flatMap((sealed) => {
    // Where its key is lost it signs nothing, and a rotation is the way out.
    return decrypted(tokenKeys, sealed)?.split(' ') ?? [];
  });
  if (overlapHours === 0 || former.length === 0) return null;
  const until = Date.now() + overlapHours * 3_600_000;
  return {
    sealed: encryptToken(tokenKeys, former.slice(0, MOST_FORMER).join(' ')),
    until: new Date(isOver ? until : Math.max(until, expiresAt.getTime())),
  };
}
