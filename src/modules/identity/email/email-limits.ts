import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { type Context, viewerOf } from '../../../context.ts';
import { sharedRateLimiter } from '../../../database/rate-limiter.ts';
import { AppError } from '../../../errors.ts';

// Not in the reference: nobody's mailbox is filled through us, and nobody sends through us without end.
const HOUR_SECONDS = 3_600;
/** E-mails within an hour. */
const MOST = {
  /** Resets to a recipient, whoever asks. */
  emailto: 5,
  /** Repeated resets that are asked for from an address. */
  emailfrom: 60,
  /** Of an account to a recipient. */
  emailpair: 5,
  /** Of a kind to a recipient, from all accounts. */
  emailall: 20,
  /** Of an account to anybody. */
  emailby: 60,
} as const;

type Limit = keyof typeof MOST;

const limiters = new WeakMap<object, Record<Limit, RateLimiterAbstract>>();

function limitersOf({ db }: Pick<Context, 'db'>): Record<Limit, RateLimiterAbstract> {
  const known = limiters.get(db);
  if (known) return known;
  const made = Object.fromEntries(
    Object.entries(MOST).map(([keyPrefix, points]) => [
      keyPrefix,
      sharedRateLimiter(db, { keyPrefix, points, duration: HOUR_SECONDS }),
    ]),
  ) as Record<Limit, RateLimiterAbstract>;
  limiters.set(db, made);
  return made;
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex');

/** How often there was one within an hour; throws `RATE_LIMITED` after too many. */
async function count(ctx: Context, limit: Limit, key: string): Promise<number> {
  try {
    return (await limitersOf(ctx)[limit].consume(hashed(key))).consumedPoints;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
  }
}

/**
 * Counts a password reset. Only repeats count against the address: many people may share it, and the first e-mail to a recipient
 * takes nothing from the others.
 */
export async function countReset(ctx: Context, email: string): Promise<void> {
  if ((await count(ctx, 'emailto', `reset ${email}`)) > 1) await count(ctx, 'emailfrom', ctx.caller);
}

/** Counts an e-mail that a signed-in person or a team's token has us send. Others at the same address lose nothing. */
export async function countEmail(ctx: Context, kind: string, email: string): Promise<void> {
  const { user, team } = viewerOf(ctx);
  const account = user?.id ?? team.id;
  await count(ctx, 'emailpair', `${kind} ${account} ${email}`);
  await count(ctx, 'emailby', account);
  await count(ctx, 'emailall', `${kind} ${email}`);
}
