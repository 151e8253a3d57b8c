import type pg from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { sharedRateLimiter } from '../database/rate-limiter.ts';

export interface Quota {
  readonly limit: number;
  /** −1 when this request was over the limit. */
  readonly remaining: number;
  /** Seconds since the epoch. */
  readonly resetAt: number;
}

interface RateLimit {
  count(key: string, requests?: number): Quota | Promise<Quota>;
  /** The refusal if one was already refused in this minute, else null. Counts nothing. */
  spent(key: string): Quota | null;
  refuses(): boolean;
  giveBack(key: string): void;
}

interface RateLimitOptions {
  pool: pg.Pool | null;
  name: string;
  limit: number;
  /** This process then counts alone. */
  onError: (error: unknown) => void;
  now?: () => number;
}

const WINDOW_SECONDS = 60;
/** A process reports after each twentieth of the limit. */
const STEPS = 20;
/** A full map becomes the older one; the former older one is dropped. */
const KEPT_KEYS = 100_000;
const NO_BOUND = 2_147_483_647;

interface Counter {
  /** Of all processes, as of the last report. */
  shared: number;
  sending: number;
  pending: number;
  wasSpent: boolean;
}

/** Over all processes, each counting in memory: N processes may let through up to `N × limit / 20` requests too many. */
export function createRateLimit({ pool, name, limit, onError, now = Date.now }: RateLimitOptions): RateLimit {
  const step = Math.max(1, Math.floor(limit / STEPS));
  const store = {
    keyPrefix: name,
    points: NO_BOUND,
    // The key contains the minute; another process's clock may be slow.
    duration: 2 * WINDOW_SECONDS,
  };
  const limiter = pool ? sharedRateLimiter(pool, store) : new RateLimiterMemory(store);
  let recent = new Map<string, Counter>();
  let older = new Map<string, Counter>();
  let minute = 0;
  let refusedIn: number | null = null;

  const minuteNow = () => Math.floor(now() / (WINDOW_SECONDS * 1_000));
  const isSpent = ({ shared, sending, pending }: Counter) => shared + sending + pending >= limit;
  const tooMany = (at: number): Quota => ({ limit, remaining: -1, resetAt: (at + 1) * WINDOW_SECONDS });

  const quotaOf = ({ shared, sending, pending }: Counter, at: number): Quota => ({
    limit,
    remaining: Math.max(-1, limit - shared - sending - pending),
    resetAt: (at + 1) * WINDOW_SECONDS,
  });

  function counterOf(key: string): Counter {
    const known = recent.get(key);
    if (known) return known;
    const counter = older.get(key) ?? { shared: 0, sending: 0, pending: 0, wasSpent: false };
    if (recent.size >= KEPT_KEYS) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, counter);
    return counter;
  }

  async function report(key: string, counter: Counter, at: number): Promise<Quota> {
    counter.sending = counter.pending;
    counter.pending = 0;
    try {
      counter.shared = (await limiter.consume(`${at}:${key}`, counter.sending)).consumedPoints;
    } catch (error) {
      counter.shared = error instanceof RateLimiterRes ? error.consumedPoints : counter.shared + counter.sending;
      if (!(error instanceof RateLimiterRes)) onError(error);
    }
    counter.sending = 0;
    if (counter.pending >= step) void report(key, counter, at);
    return quotaOf(counter, at);
  }

  return {
    count(key, requests = 1) {
      const current = minuteNow();
      if (current !== minute) {
        minute = current;
        recent.clear();
        older.clear();
      }
      const counter = counterOf(key);
      // Counting refused requests would grow the count without bound.
      if (isSpent(counter)) {
        counter.wasSpent = true;
        refusedIn = current;
        return tooMany(current);
      }
      counter.pending += requests;
      if (counter.pending >= step && counter.sending === 0) return report(key, counter, current);
      return quotaOf(counter, current);
    },
    spent(key) {
      const counter = recent.get(key) ?? older.get(key);
      return counter?.wasSpent && isSpent(counter) && minuteNow() === minute ? tooMany(minute) : null;
    },
    refuses: () => refusedIn !== null && refusedIn === minuteNow(),
    giveBack(key) {
      counterOf(key).pending -= 1;
    },
  };
}
