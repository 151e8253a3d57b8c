/** How well a route delivers to a network. */
export interface NetworkHealth {
  total: number;
  delivered: number;
  /** 0 to 1. Null: too few receipts. */
  rate: number | null;
  /** Since when it gets test messages alone. Null: it is not out. */
  outSince: Date | null;
  updatedAt: Date;
}

/** Final receipts. */
export interface Outcomes {
  total: number;
  delivered: number;
}

/** A receipt counts half as much after this time, and an eighth after an hour. */
const HALF_LIFE_MS = 20 * 60_000;
/** Fewer receipts make no rate. */
const LEAST = 20;
/** More are scaled down to this, so that a change shows within as many messages. */
const MOST = 100;
/** A route below this rate is out for the network. */
const OUT_BELOW = 0.5;
/** While it is out this share of its messages tests it, and so many receipts judge it. */
export const PROBE_SHARE = 0.05;
const PROBES = 10;
/** It is back from this rate on. */
const BACK_FROM = 0.6;

/** A route's health after further receipts. While it is out they are those of messages claimed since. */
export function afterReceipts(former: NetworkHealth, { total, delivered }: Outcomes, now: Date): NetworkHealth {
  return former.outSince
    ? afterProbes(former, { total, delivered }, now)
    : afterTraffic(former, { total, delivered }, now);
}

function afterTraffic(former: NetworkHealth, more: Outcomes, now: Date): NetworkHealth {
  const kept = 0.5 ** (Math.max(0, now.getTime() - former.updatedAt.getTime()) / HALF_LIFE_MS);
  const sum = added({ total: former.total * kept, delivered: former.delivered * kept }, more);
  const scale = Math.min(1, MOST / Math.max(1, sum.total));
  const rate = sum.total < LEAST ? null : sum.delivered / sum.total;
  // What is judged from here on are test messages alone.
  if (rate !== null && rate < OUT_BELOW) return { total: 0, delivered: 0, rate, outSince: now, updatedAt: now };
  return { total: sum.total * scale, delivered: sum.delivered * scale, rate, outSince: null, updatedAt: now };
}

function afterProbes(former: NetworkHealth, more: Outcomes, now: Date): NetworkHealth {
  const sum = added(former, more);
  if (sum.total < PROBES) return { ...former, ...sum, updatedAt: now };
  const rate = sum.delivered / sum.total;
  if (rate >= BACK_FROM) return { ...sum, rate, outSince: null, updatedAt: now };
  return { ...former, total: 0, delivered: 0, rate, updatedAt: now };
}

/** A message that failed first and was delivered after all adds no receipt, only a delivery. */
const added = (a: Outcomes, b: Outcomes): Outcomes => ({
  total: a.total + b.total,
  delivered: Math.min(a.total + b.total, a.delivered + b.delivered),
});

/** What a candidate's weight is multiplied by. A route that delivers nothing keeps a trace of it. */
export const weightOf = (rate: number | null) => Math.max(rate ?? 1, 0.01);
