import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Services } from '../../../context.ts';
import { count, sharedRateLimiter } from '../../../database/rate-limiter.ts';
import { networkOf } from '../../../input/network.ts';

const limiters = new WeakMap<object, RateLimiterAbstract>();

function loginLimiter({ db, config }: Pick<Services, 'db' | 'config'>): RateLimiterAbstract {
  const known = limiters.get(db);
  if (known) return known;
  const limiter = sharedRateLimiter(db, {
    keyPrefix: 'login',
    points: config.LOGIN_ATTEMPTS,
    duration: config.LOGIN_WINDOW_SECONDS,
  });
  limiters.set(db, limiter);
  return limiter;
}

export const attemptsOf = (ctx: { readonly address: string }, email: string): string =>
  createHash('sha256')
    .update(`${email} ${networkOf(ctx.address)}`)
    .digest('hex');

export const countLoginAttempt = (services: Pick<Services, 'db' | 'config'>, key: string) =>
  count(loginLimiter(services), key);

export async function forgiveLoginAttempts(services: Pick<Services, 'db' | 'config'>, key: string): Promise<void> {
  await loginLimiter(services).delete(key);
}
