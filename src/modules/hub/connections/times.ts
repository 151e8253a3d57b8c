const TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([+\-R])$/;

/** A time of SMPP 3.4, absolute or from now on. Null: none; undefined: it is not one. */
export function readTime(text: string | undefined, now: Date): Date | null | undefined {
  if (!text) return null;
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [years, months, days, hours, minutes, seconds, tenths, quarters] = match.slice(1, 9).map(Number) as Eight;
  if (match[9] === 'R') {
    const then = new Date(now);
    then.setUTCFullYear(then.getUTCFullYear() + years, then.getUTCMonth() + months, then.getUTCDate() + days);
    then.setTime(then.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
    return then;
  }
  if (quarters > 48) return undefined;
  const local = Date.UTC(2000 + years, months - 1, days, hours, minutes, seconds, tenths * 100);
  const isReal = new Date(local)
    .toISOString()
    .startsWith(
      `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}T${text.slice(6, 8)}:${text.slice(8, 10)}:${text.slice(10, 12)}`,
    );
  if (!isReal) return undefined;
  return new Date(local - (match[9] === '+' ? 1 : -1) * quarters * 15 * 60_000);
}

type Eight = [number, number, number, number, number, number, number, number];

/** `YYMMDDhhmm` of receipts. */
export const receiptTime = (iso: string): string =>
  iso.slice(2, 4) + iso.slice(5, 7) + iso.slice(8, 10) + iso.slice(11, 13) + iso.slice(14, 16);

export const absoluteTime = (at: Date): string => `${at.toISOString().replace(/\D/g, '').slice(2, 15)}00+`;
