import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible';
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
