/**
 * The demo's present: the hour in which it is filled in, so that a dashboard's last week has something to show. Everything
 * happened before it; nothing else in the demo asks the real clock.
 */
export const NOW = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);

/** What must not expire while somebody tries the demo. */
export const FAR_FUTURE = new Date('2099-12-31T23:59:59.000Z');

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const before = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds);
export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);
export const unixSeconds = (moment: Date) => Math.floor(moment.getTime() / SECOND);
