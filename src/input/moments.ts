/** The range that both PostgreSQL and four-digit ISO years hold. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** An offset may lead out of the years 1 to 9999. */
export const isStorableMoment = (moment: Date): boolean => moment.getTime() >= FIRST && moment.getTime() <= LAST;

export const storableMoment = (milliseconds: number): Date => new Date(Math.min(Math.max(milliseconds, FIRST), LAST));
