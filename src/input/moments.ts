/** The first and last moments that PostgreSQL and ISO 8601 text with a year of four digits both hold. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a moment can be stored: an offset may lead out of the years 1 to 9999. */
export const isStorableMoment = (moment: Date): boolean => moment.getTime() >= FIRST && moment.getTime() <= LAST;

/** The nearest moment that can be stored. */
export const storableMoment = (milliseconds: number): Date => new Date(Math.min(Math.max(milliseconds, FIRST), LAST));
