/** Lets so many through a second, and no more at once, but one. Null: any number. */
export interface Pacer {
  take(perSecond: number | null, count?: number): boolean;
}

const open = new WeakMap<object, Map<string, Pacer>>();

/** One for each name in this process: what a seller submits over SMPP and over HTTP counts together. */
export function pacerOf(db: object, name: string): Pacer {
  const pacers = open.get(db) ?? new Map<string, Pacer>();
  open.set(db, pacers);
  const pacer = pacers.get(name) ?? openPacer();
  pacers.set(name, pacer);
  return pacer;
}

/** Of adding up fractions, in milliseconds. */
const ROUNDING = 1e-6;

export function openPacer(now: () => number = () => performance.now()): Pacer {
  // In milliseconds: a process's share over SMPP and the rate over HTTP differ.
  let left = Number.POSITIVE_INFINITY;
  let at = now();
  return {
    take(perSecond, count = 1) {
      if (perSecond === null) return true;
      const each = 1_000 / perSecond;
      const then = now();
      left = Math.min(Math.max(1_000, each), left + then - at);
      at = then;
      if (left < each * count - ROUNDING) return false;
      left -= each * count;
      return true;
    },
  };
}
