/** Numbers that look random and are the same every time (mulberry32). */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(lowest: number, highest: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  shuffle<T>(list: readonly T[]): T[];
};

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (lowest: number, highest: number) => lowest + Math.floor(next() * (highest - lowest + 1));
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)]!,
    chance: (percent) => next() * 100 < percent,
    shuffle(list) {
      const result = [...list];
      for (let at = result.length - 1; at > 0; at -= 1) {
        const other = between(0, at);
        [result[at], result[other]] = [result[other]!, result[at]!];
      }
      return result;
    },
  };
}
