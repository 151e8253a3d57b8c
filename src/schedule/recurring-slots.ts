import { DAYS, type RecurringDay, type RecurringWeek } from './days.ts';
import { readMoment } from './read-moment.ts';
import { dateOfDay, localDay } from './zone-offsets.ts';

export interface Slot {
  /** Its date and time in the team's zone: `2026-11-22T09:00`. */
  key: string;
  at: Date;
  sendAmount: number;
}

/** Contacts of a slot without an amount, as in `manual_data`. */
export const SEND_AMOUNT = 200;

/**
 * Today's slots from `since` on that have come, the oldest first. A slot that passed while no worker ran is due until the day
 * ends. The caller stores their keys, so that none is opened twice.
 */
export function dueSlots(data: RecurringWeek, zone: string, since: Date, at: Date): Slot[] {
  const today = localDay(zone, at.getTime());
  return slotsOfDays(data, zone, today - 1, today).filter(
    (slot) => slot.at >= since && slot.at <= at && localDay(zone, slot.at.getTime()) === today,
  );
}

/** The first slot after a moment. Null when the week has none. */
export function nextSlot(data: RecurringWeek, zone: string, at: Date): Slot | null {
  const today = localDay(zone, at.getTime());
  const next = (until: number) => slotsOfDays(data, zone, until - 1, until).find((slot) => slot.at > at);
  for (let day = today; day < today + 7; day++) {
    const slot = next(day);
    // Later days have none before their beginning.
    if (slot && localDay(zone, slot.at.getTime()) <= day) return slot;
  }
  return next(today + 7) ?? null;
}

/** The slot with this key. Null when the week no longer has it. */
export function slotOfKey(data: RecurringWeek, zone: string, key: string): Slot | null {
  const at = readMoment(key, zone);
  if (at === null) return null;
  const day = localDay(zone, at.getTime());
  return slotsOfDays(data, zone, day - 1, day).find((slot) => slot.key === key) ?? null;
}

/** Where the clock skips the end of a day, a slot of that day moves to the next day. */
function slotsOfDays(data: RecurringWeek, zone: string, from: number, until: number): Slot[] {
  const slots: Slot[] = [];
  for (let day = from; day <= until; day++) slots.push(...slotsOfDay(data, zone, day));
  return slots.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1));
}

function slotsOfDay({ daysOfWeek, dailyRecurringData }: RecurringWeek, zone: string, day: number): Slot[] {
  const date = dateOfDay(day);
  const name = DAYS[date.dayOfWeek - 1]!;
  if (!daysOfWeek.includes(name)) return [];
  const times = new Map((dailyRecurringData[name] ?? []).map((given) => [timeOf(given), given]));
  return [...times].flatMap(([time, given]): Slot[] => {
    const at = time === null ? null : readMoment(`${date}T${time}`, zone);
    return at === null ? [] : [{ key: `${date}T${time}`, at, sendAmount: amountOf(given) }];
  });
}

/** The reference does not show a slot's fields: kept as given, in either spelling. */
export function timeOf(given: RecurringDay): string | null {
  const time = given.send_datetime ?? given.sendDatetime;
  return typeof time === 'string' ? (/^([01]\d|2[0-3]):[0-5]\d/.exec(time)?.[0] ?? null) : null;
}

export function amountOf(given: RecurringDay): number {
  const amount = given.send_amount ?? given.sendAmount;
  return typeof amount === 'number' && Number.isInteger(amount) && amount > 0 ? amount : SEND_AMOUNT;
}
