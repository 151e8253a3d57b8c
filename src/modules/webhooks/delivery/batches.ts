import { createHash } from 'node:crypto';
import type { Services } from '../../../context.ts';
import { decryptToken } from '../../../secrets.ts';

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

/** While a secret is being rotated both sign. */
export function secretsOf(tokenKeys: Services['tokenKeys'], { secret, previousSecret }: Sealed): [string, ...string[]] {
  return [decryptToken(tokenKeys, secret), ...(previousSecret ? [decryptToken(tokenKeys, previousSecret)] : [])];
}
