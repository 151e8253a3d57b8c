const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Milliseconds since the epoch, and not seconds or nonsense: from 2000 to 2099. */
export const isMoment = (milliseconds: number): boolean => milliseconds >= EARLIEST && milliseconds < LATEST;

/** Of a text that begins with YYYY-MM-DD. JavaScript takes the 30th of February for the 2nd of March. */
export function isRealDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Some programs repeat the zone's name: `GMT+0200 (CEST)`. */
const NAME = /\([^()]*\)$/;
/** Behind a time: the end of `01-06-2025` is a year. PostgreSQL writes hours alone: `10:00:00+02`. */
const OFFSET = /((?:GMT|UTC|:\d\d(?:\.\d+)?(?: *[AP]M)?) *[+-]\d\d):?(\d\d)?$/i;
const ZONED = /(?:GMT|UTC|Z|[+-]\d\d:\d\d)$/i;

/** Milliseconds; a time without a zone is UTC, whatever the server's zone. NaN when it is none. */
export function parsedInUtc(text: string): number {
  if (/^\d{4}-/.test(text) && !isRealDay(text)) return Number.NaN;
  const whole = text
    .replace(NAME, '')
    .trimEnd()
    .replace(OFFSET, (_all, start, minutes = '00') => `${start}:${minutes}`);
  return Date.parse(ZONED.test(whole) ? whole : `${whole}Z`);
}
