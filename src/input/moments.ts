/** The range that both PostgreSQL and four-digit ISO years hold. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** An offset may lead out of the years 1 to 9999. */
export const isStorableMoment = (moment: Date): boolean => moment.getTime() >= FIRST && moment.getTime() <= LAST;

export const storableMoment = (milliseconds: number): Date => new Date(Math.min(Math.max(milliseconds, FIRST), LAST));

/** Of a text that begins with YYYY-MM-DD. JavaScript takes the 30th of February for the 2nd of March. */
export function isRealDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const ZONED = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/** Milliseconds; a time without a zone is UTC, whatever the server's zone. NaN when it is none. */
export const parsedInUtc = (text: string): number =>
  /^\d{4}-/.test(text) && !isRealDay(text) ? Number.NaN : Date.parse(ZONED.test(text) ? text : `${text}Z`);
