import { createHash } from 'node:crypto';
import { sharedRateLimiter } from '../../../database/rate-limiter.ts';
import type { Queryable } from '../../../database/sql.ts';
import { networkOf } from '../../../input/network.ts';

const DAY_SECONDS = 86_400;
/** A sign-in is kept once a day at most, so it counts for at least 30 days. */
const KNOWN_SECONDS = 31 * DAY_SECONDS;

/** A network from which somebody signs in. */
export interface Place {
  /** Whether they did within 30 days. */
  isKnown(): Promise<boolean>;
  keep(): Promise<void>;
}

export function placeOf(db: Queryable, keyPrefix: 'person' | 'seller', who: string, address: string): Place {
  const signedIn = sharedRateLimiter(db, { keyPrefix, points: 1, duration: KNOWN_SECONDS });
  const key = createHash('sha256')
    .update(`${who} ${networkOf(address)}`)
    .digest('hex');
  let left = 0;
  return {
    async isKnown() {
      left = (await signedIn.get(key))?.msBeforeNext ?? 0;
      return left > 0;
    },
    async keep() {
      if (left < (KNOWN_SECONDS - DAY_SECONDS) * 1_000) await signedIn.set(key, 1, KNOWN_SECONDS);
    },
  };
}
