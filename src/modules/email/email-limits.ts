import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../../context.ts';
import { sharedRateLimiter } from '../../database/rate-limiter.ts';
import { AppError } from '../../errors.ts';

// Not in the reference: nobody's mailbox is filled through us, and nobody sends through us without end.
const HOUR_SECONDS = 3_600;
const PER_RECIPIENT = 5;
const PER_ADDRESS = 60;

interface Limiters {
  recipient: RateLimiterAbstract;
  address: RateLimiterAbstract;
}

const limiters = new WeakMap<object, Limiters>();

function limitersOf({ pool }: Pick<Context, 'pool'>): Limiters {
  const known = limiters.get(pool);
  if (known) return known;
  const made = {
    recipient: sharedRateLimiter(pool, { keyPrefix: 'emailto', points: PER_RECIPIENT, duration: HOUR_SECONDS }),
    address: sharedRateLimiter(pool, { keyPrefix: 'emailfrom', points: PER_ADDRESS, duration: HOUR_SECONDS }),
  };
  limiters.set(pool, made);
  return made;
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex');

/** Counts an e-mail of a kind to somebody; throws `RATE_LIMITED` after too many within an hour. */
export async function countEmail(ctx: Context, kind: string, email: string): Promise<void> {
  const { recipient, address } = limitersOf(ctx);
  try {
    await address.consume(hashed(ctx.address));
    await recipient.consume(hashed(`${kind} ${email}`));
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
  }
}
