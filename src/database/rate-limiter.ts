import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';
import type { Queryable } from './sql.ts';

/** Counts in the `rate_limits` table, for all processes together. Rows that have expired are deleted by a job. */
export function sharedRateLimiter(
  on: Queryable,
  options: { keyPrefix: string; points: number; duration: number },
): RateLimiterAbstract {
  return new RateLimiterPostgres({
    // The library names its statements; the embedded database is one session, in which a name exists once.
    storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => on.query(text, values) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...options,
  });
}

/** Counts, and answers how many there are. Throws `RATE_LIMITED` beyond the limit. */
export async function count(
  limiter: RateLimiterAbstract,
  key: string,
  { points = 1, message = 'Too Many Attempts.' } = {},
): Promise<number> {
  try {
    return (await limiter.consume(key, points)).consumedPoints;
  } catch (reason) {
    throw reason instanceof RateLimiterRes ? tooMany(reason, message) : reason;
  }
}

export const tooMany = ({ msBeforeNext }: RateLimiterRes, message = 'Too Many Attempts.') =>
  new AppError('RATE_LIMITED', message, { retryAfter: Math.ceil(msBeforeNext / 1000) });
