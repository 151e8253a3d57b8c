export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Day = (typeof DAYS)[number];
export type Hours = { start: string; end: string };
/** A day that is left out is closed. An end at or before the start is on the next day. */
export type WeekHours = Partial<Record<Day, Hours>>;
