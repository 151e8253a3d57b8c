import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../../../context.ts';
import { sharedRateLimiter, tooMany } from '../../../database/rate-limiter.ts';

// Not in the reference: wrong passwords count for a day; an account closes for a minute, then twice as long each time.
const DAY_SECONDS = 86_400;
const FIRST_CLOSED_SECONDS = 60;
const MOST_CLOSED_SECONDS = 3_600;

interface Limiters {
  wrong: RateLimiterAbstract;
  closed: RateLimiterAbstract;
  /** How often it was closed within a day. */
  closings: RateLimiterAbstract;
}

const limiters = new WeakMap<object, Limiters>();

function limitersOf({ db }: Pick<Context, 'db'>): Limiters {
  const known = limiters.get(db);
  if (known) return known;
  const made = {
    wrong: sharedRateLimiter(db, { keyPrefix: 'wrong', points: 1, duration: DAY_SECONDS }),
    closed: sharedRateLimiter(db, { keyPrefix: 'closed', points: 1, duration: MOST_CLOSED_SECONDS }),
    closings: sharedRateLimiter(db, { keyPrefix: 'closings', points: 1, duration: DAY_SECONDS }),
  };
  limiters.set(db, made);
  return made;
}

const keyOf = (name: string) => createHash('sha256').update(name).digest('hex');

type Needs = Pick<Context, 'db' | 'config'>;

/**
 * Counts a guess as wrong before anybody looks at it, so that no more than the limit are looked at, however many come at once.
 * Throws `RATE_LIMITED`. What it returns is for a right one.
 */
export async function countGuess(services: Needs, name: string): Promise<() => Promise<void>> {
  const key = keyOf(name);
  const { wrong, closed, closings } = limitersOf(services);
  const before = await closed.get(key);
  if (before && before.msBeforeNext > 0) throw tooMany(before);
  const { consumedPoints } = await wrong.penalty(key);
  const takeBack = async () => void (await wrong.reward(key));
  if (consumedPoints < services.config.LOGIN_LOCKOUT) return takeBack;
  try {
    // One of those that come at once closes the account, and is looked at.
    await closed.consume(key, 1, { customDuration: FIRST_CLOSED_SECONDS });
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    await takeBack();
    throw tooMany(reason);
  }
  const { consumedPoints: times } = await closings.penalty(key);
  if (times > 1) await closed.block(key, Math.min(FIRST_CLOSED_SECONDS * 2 ** (times - 1), MOST_CLOSED_SECONDS));
  return async () => {
    await takeBack();
    await closings.reward(key);
    await closed.delete(key);
  };
}
