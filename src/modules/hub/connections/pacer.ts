/** Lets so many through a second, and no more at once, but one. Null: any number. */
export interface Pacer {
  take(perSecond: number | null): boolean;
}

export function openPacer(now: () => number = () => performance.now()): Pacer {
  let left = Number.POSITIVE_INFINITY;
  let at = now();
  return {
    take(perSecond) {
      if (perSecond === null) return true;
      const then = now();
      left = Math.min(Math.max(1, perSecond), left + ((then - at) * perSecond) / 1_000);
      at = then;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
