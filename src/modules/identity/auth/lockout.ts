import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
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
  throw new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.ceil(closed.msBeforeNext / 1000) });
}

export async function countWrongPassword(services: Needs, { name, isStranger }: Guess): Promise<void> {
  if (!(await isStranger())) return;
  const { wrong, closed } = limitersOf(services);
  const { consumedPoints } = await wrong.penalty(keyOf(name));
  const excess = consumedPoints - services.config.LOGIN_LOCKOUT;
  if (excess < 0) return;
  await closed.block(keyOf(name), Math.min(FIRST_CLOSED_SECONDS * 2 ** excess, MOST_CLOSED_SECONDS));
}
