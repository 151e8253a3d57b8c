import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible';

/** Counts in the `rate_limits` table, for all processes together. Rows that have expired are deleted by a job. */
export function sharedRateLimiter(
  pool: pg.Pool,
  options: { keyPrefix: string; points: number; duration: number },
): RateLimiterAbstract {
  return new RateLimiterPostgres({
    // The library names its statements; the embedded database is one session, in which a name exists once.
    storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...options,
  });
}
