import type { Route } from './engine.ts';

/** Money in whole millionths, as the columns hold it: sums and products are exact. */
export type Micros = bigint;

export function microsOf(decimal: string): Micros {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return decimal.startsWith('-') ? -micros : micros;
}

export function decimalOf(micros: Micros): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** A simulated route costs nothing, whatever its price is. */
export const costOf = (route: Pick<Route, 'price' | 'provider'>, parts: number): Micros =>
  route.provider === 'simulator' ? 0n : microsOf(route.price) * BigInt(parts);
