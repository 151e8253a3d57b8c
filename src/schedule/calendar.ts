import { LRUCache } from 'lru-cache';
import { dateOfDay, localDay } from './zone-offsets.ts';

interface CalendarDay {
  date: string;
  week: string;
  dayOfWeek: number;
}

const days = new LRUCache<number, CalendarDay>({ max: 5_000 });
const starts = new LRUCache<string, number>({ max: 20_000 });

function calendarDay(day: number): CalendarDay {
  let known = days.get(day);
  if (!known) {
    const date = dateOfDay(day);
    const week = `${date.yearOfWeek}-W${String(date.weekOfYear).padStart(2, '0')}`;
    known = { date: date.toString(), week, dayOfWeek: date.dayOfWeek };
    days.set(day, known);
  }
  return known;
}

export const localDate = (zone: string, at: Date): string => calendarDay(localDay(zone, at.getTime())).date;

/** The ISO week, which belongs to the year of its Thursday: `2026-W47`. */
export const localWeek = (zone: string, at: Date): string => calendarDay(localDay(zone, at.getTime())).week;

/** At midnight, or later where the clock skips it. */
export const nextLocalDay = (zone: string, at: Date): Date => startOfDay(zone, localDay(zone, at.getTime()) + 1);

export function nextLocalWeek(zone: string, at: Date): Date {
  const day = localDay(zone, at.getTime());
  return startOfDay(zone, day + 8 - calendarDay(day).dayOfWeek);
}

function startOfDay(zone: string, day: number): Date {
  const key = `${day} ${zone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = dateOfDay(day).toZonedDateTime(zone).epochMilliseconds;
    starts.set(key, start);
  }
  return new Date(start);
}
