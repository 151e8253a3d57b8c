const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Milliseconds since the epoch, and not seconds or nonsense: from 2000 to 2099. */
export const isMoment = (milliseconds: number): boolean => milliseconds >= EARLIEST && milliseconds < LATEST;

/** Of a text that begins with YYYY-MM-DD. JavaScript takes the 30th of February for the 2nd of March. */
export function isRealDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const ZONED = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/** Milliseconds; a time without a zone is UTC, whatever the server's zone. NaN when it is none. */
export const parsedInUtc = (text: string): number =>
  /^\d{4}-/.test(text) && !isRealDay(text) ? Number.NaN : Date.parse(ZONED.test(text) ? text : `${text}Z`);
