import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { type Context, viewerOf } from '../../../context.ts';
import { count, sharedRateLimiter } from '../../../database/rate-limiter.ts';

// Not in the reference: keeps others from flooding mailboxes through us.
const HOUR_SECONDS = 3_600;
/** Per hour. */
const MOST = {
  /** Resets per recipient. */
  emailto: 5,
  /** Resets per address, for whichever recipients: many people may share it. */
  emailask: 120,
  /** Repeated resets per address. */
  emailfrom: 60,
  /** Per account and recipient. */
  emailpair: 5,
  /** Per kind and recipient. */
  emailall: 20,
  /** Per account. */
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

const countOf = (ctx: Context, limit: Limit, key: string) => count(limitersOf(ctx)[limit], hashed(key));

/** Repeats count against the address twice. One request may ask many times. */
export async function countReset(ctx: Context, email: string): Promise<void> {
  await countOf(ctx, 'emailask', ctx.caller);
  if ((await countOf(ctx, 'emailto', `reset ${email}`)) > 1) await countOf(ctx, 'emailfrom', ctx.caller);
}

export async function countEmail(ctx: Context, kind: string, email: string): Promise<void> {
  const { user, team } = viewerOf(ctx);
  const account = user?.id ?? team.id;
  await countOf(ctx, 'emailpair', `${kind} ${account} ${email}`);
  await countOf(ctx, 'emailby', account);
  await countOf(ctx, 'emailall', `${kind} ${email}`);
}
