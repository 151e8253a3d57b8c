import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Context } from '../../../context.ts';
import { sharedRateLimiter } from '../../../database/rate-limiter.ts';
import { acrossTeams } from '../../../database/teams.ts';
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

const keyOf = (email: string) => createHash('sha256').update(email).digest('hex');

/** Guesses from elsewhere do not lock a person out where they signed in before. */
async function isStranger({ db, address }: Context, email: string): Promise<boolean> {
  const teamId = acrossTeams('A person is known where they signed in to any team.');
  return (await db.prisma.session.count({ where: { teamId, address, user: { email } } })) === 0;
}

export async function refuseStranger(ctx: Context, email: string): Promise<void> {
  const closed = await limitersOf(ctx).closed.get(keyOf(email));
  if (!closed || closed.msBeforeNext <= 0 || !(await isStranger(ctx, email))) return;
  throw new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.ceil(closed.msBeforeNext / 1000) });
}

export async function countWrongPassword(ctx: Context, email: string): Promise<void> {
  if (!(await isStranger(ctx, email))) return;
  const { wrong, closed } = limitersOf(ctx);
  const { consumedPoints } = await wrong.penalty(keyOf(email));
  const excess = consumedPoints - ctx.config.LOGIN_LOCKOUT;
  if (excess < 0) return;
  await closed.block(keyOf(email), Math.min(FIRST_CLOSED_SECONDS * 2 ** excess, MOST_CLOSED_SECONDS));
}
