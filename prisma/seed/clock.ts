/** The demo's present. Everything happened before it; nothing in the demo asks the real clock. */
export const NOW = new Date('2026-11-20T12:00:00.000Z');

/** What must not expire while somebody tries the demo. */
export const FAR_FUTURE = new Date('2099-12-31T23:59:59.000Z');

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const before = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds);
export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);
export const unixSeconds = (moment: Date) => Math.floor(moment.getTime() / SECOND);
