import { Temporal } from 'temporal-polyfill';

/** Milliseconds since 1970: not before `from`, before `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Grids write a picked day with the time 00:00:00. */
const LOCAL = /^[12]\d{3}-\d\d-\d\d(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?$/;
const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?$/;

/** Without a time or at midnight: the whole day in the zone. Otherwise that millisecond. Null when it is no date. */
export function readSpan(text: string, zone: string): Span | null {
  try {
    if (INSTANT.test(text)) return millisecond(Temporal.Instant.from(text).epochMilliseconds);
    const match = LOCAL.exec(text);
    if (!match) return null;
    const [, time] = match;
    const start = Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' });
    if (time !== undefined && !MIDNIGHT.test(time)) {
      return millisecond(start.toZonedDateTime(zone).epochMilliseconds);
    }
    const day = start.toPlainDate();
    const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
    return { from: startOf(day), until: startOf(day.add({ days: 1 })) };
  } catch {
    return null;
  }
}

const millisecond = (from: number): Span => ({ from, until: from + 1 });
