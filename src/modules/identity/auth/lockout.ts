import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../../../context.ts';
import { sharedRateLimiter } from '../../../database/rate-limiter.ts';
import { AppError } from '../../../errors.ts';

// Not in the reference: wrong passwords count for a day; an account closes for a minute, then twice as long each time.
const DAY_SECONDS = 86_400;
const FIRST_CLOSED_SECONDS = 60;
const MOST_CLOSED_SECONDS = 3_600;

interface Limiters {
  wrong: RateLimiterAbstract;
  closed: RateLimiterAbstract;
}

const limiters = new WeakMap<object, Limiters>();

function limitersOf({ db }: Pick<Context, 'db'>): Limiters {
  const known = limiters.get(db);
  if (known) return known;
  const made = {
    wrong: sharedRateLimiter(db, { keyPrefix: 'wrong', points: 1, duration: DAY_SECONDS }),
    closed: sharedRateLimiter(db, { keyPrefix: 'closed', points: 1, duration: MOST_CLOSED_SECONDS }),
  };
  limiters.set(db, made);
  return made;
}

const keyOf = (name: string) => createHash('sha256').update(name).digest('hex');

/** Who signs in, and whether from where they never did: guesses from elsewhere lock nobody out where they are known. */
export interface Guess {
  name: string;
  isStranger(): Promise<boolean>;
}

type Needs = Pick<Context, 'db' | 'config'>;

export async function refuseStranger(services: Needs, { name, isStranger }: Guess): Promise<void> {
  const closed = await limitersOf(services).closed.get(keyOf(name));
  if (!closed || closed.msBeforeNext <= 0 || !(await isStranger())) return;
  throw tooMany(closed);
}

export async function countWrongPassword(services: Needs, { name, isStranger }: Guess): Promise<void> {
  if (!(await isStranger())) return;
  const { wrong, closed } = limitersOf(services);
  const { consumedPoints } = await wrong.penalty(keyOf(name));
  const seconds = closedSeconds(services, consumedPoints);
  if (seconds > 0) await closed.block(keyOf(name), seconds);
}

/**
 * Counts a guess as wrong before anybody looks at it, so that no more than the limit are looked at, however many come at once.
 * Throws `RATE_LIMITED`. What it returns is for a right one.
 */
export async function countGuess(services: Needs, name: string): Promise<() => Promise<void>> {
  const key = keyOf(name);
  const { wrong, closed } = limitersOf(services);
  await refuseStranger(services, { name, isStranger: async () => true });
  const { consumedPoints } = await wrong.penalty(key);
  const seconds = closedSeconds(services, consumedPoints);
  if (seconds > 0) {
    try {
      // One of those that come at once closes the account, and is looked at.
      await closed.consume(key, 1, { customDuration: seconds });
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      await wrong.reward(key);
      throw tooMany(reason);
    }
  }
  return async () => {
    await wrong.reward(key);
    if (seconds > 0) await closed.delete(key);
  };
}

function closedSeconds({ config }: Needs, wrong: number): number {
  const excess = wrong - config.LOGIN_LOCKOUT;
  return excess < 0 ? 0 : Math.min(FIRST_CLOSED_SECONDS * 2 ** excess, MOST_CLOSED_SECONDS);
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.ceil(msBeforeNext / 1000) });
