import { createHash } from 'node:crypto';
import type { Services } from '../../../context.ts';
import { type Previous, previousSecrets } from '../../../records/previous-secrets.ts';
import { decryptToken, LOST_KEY } from '../../../secrets.ts';
import { WebhookFailure } from '../requests/post-signed.ts';

export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** The same for the same items. */
export const batchIdOf = (ids: readonly string[]): string =>
  `batch_${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`;

/** While a secret is being rotated the previous ones sign, too. */
export function secretsOf(
  tokenKeys: Services['tokenKeys'],
  { secret, ...previous }: Previous & { secret: Uint8Array },
): [string, ...string[]] {
  try {
    return [decryptToken(tokenKeys, secret), ...previousSecrets<string>(tokenKeys, previous)];
  } catch {
    throw new WebhookFailure(LOST_KEY);
  }
}
