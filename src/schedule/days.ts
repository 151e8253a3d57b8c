export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Day = (typeof DAYS)[number];

/** A window within a day, `HH:MM`; one that ends before it starts continues on the next day. */
export interface HoursOfDay {
  start: string;
  end: string;
}

/** An entry of a recurring day. The reference does not show its fields, so each is kept as given. */
export type RecurringDay = Record<string, unknown>;

/** What happens on each day of the week. */
export interface RecurringWeek {
  daysOfWeek: readonly Day[];
  dailyRecurringData: Partial<Record<Day, RecurringDay[] | null>>;
}
