import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Services } from '../../context.ts';
import { AppError } from '../../errors.ts';

const limiters = new WeakMap<object, RateLimiterAbstract>();

/** Shared by all processes through the `rate_limits` table. */
function loginLimiter({ pool, config }: Pick<Services, 'pool' | 'config'>): RateLimiterAbstract {
  const known = limiters.get(pool);
  if (known) return known;
  const limiter = new RateLimiterPostgres({
    // The library names its statements; the embedded database is one session, in which a name exists once.
    storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'login',
    points: config.LOGIN_ATTEMPTS,
    duration: config.LOGIN_WINDOW_SECONDS,
  });
  limiters.set(pool, limiter);
  return limiter;
}

/** What attempts with a password are counted under: the account and where they come from. */
export const attemptsOf = (ctx: { readonly address: string }, email: string): string =>
  createHash('sha256').update(`${email} ${ctx.address}`).digest('hex');

/** Counts an attempt; throws `RATE_LIMITED` once there were too many under the key. */
export async function countLoginAttempt(services: Pick<Services, 'pool' | 'config'>, key: string): Promise<void> {
  try {
    await loginLimiter(services).consume(key);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
  }
}

/** A right password forgives the wrong ones before it. */
export async function forgiveLoginAttempts(services: Pick<Services, 'pool' | 'config'>, key: string): Promise<void> {
  await loginLimiter(services).delete(key);
}
