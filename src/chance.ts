/** Numbers that look random and follow from a seed alone: the same seed draws the same ones. Not for secrets. */
export interface Chance {
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number, 0 ≤ n < `below`. */
  below(below: number): number;
  /** Whether something of this probability (0 to 1) happens. */
  happens(probability: number): boolean;
  /** One of them, each as likely as the others. The list must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
}

/** sfc32 seeded by cyrb128, both by Chris Doty-Humphrey and bryc, in the public domain. */
export function chanceFrom(seed: string): Chance {
  let [a, b, c, d] = hash128(seed);
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { next, below, happens: (probability) => next() < probability, pick: (items) => items[below(items.length)]! };
}

function hash128(text: string): [number, number, number, number] {
  let h1 = 1779033703;
  let h2 = 3144134277;
  let h3 = 1013904242;
  let h4 = 2773480762;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    h1 = h2 ^ Math.imul(h1 ^ unit, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ unit, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ unit, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ unit, 2716044179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
  h1 ^= h2 ^ h3 ^ h4;
  return [h1, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}
