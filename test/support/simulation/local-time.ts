/** The checker's own calendar: none of the engine's. */
export interface Local {
  date: string;
  day: string;
  yesterday: string;
  minutes: number;
  text: string;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** All contacts have German numbers: an unknown zone is Germany's. */
export const zoneOf = (timezone: string | null) =>
  timezone === null || timezone === 'Mars/Olympus' ? 'Europe/Berlin' : timezone;

export function localTime(at: Date, timeZone: string): Local {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const before = new Date(`${date}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return {
    date,
    day: part('weekday'),
    yesterday: DAYS[before.getUTCDay()]!,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
    text: `${date} ${part('hour')}:${part('minute')}`,
  };
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

export function within(minutes: number, { start, end }: { start: string; end: string }): boolean {
  const [from, until] = [minutesOf(start), minutesOf(end)];
  return from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;
}

interface Week {
  daysOfWeek: string[];
  weeklySchedule: { default: { start: string; end: string } } | null;
}

/** Hours that run over midnight belong to the day on which they began. */
export function withinWeek(local: Local, { daysOfWeek, weeklySchedule }: Week): boolean {
  const hours = weeklySchedule?.default;
  if (!hours) return daysOfWeek.includes(local.day);
  const [from, until] = [minutesOf(hours.start), minutesOf(hours.end)];
  if (from < until) return daysOfWeek.includes(local.day) && local.minutes >= from && local.minutes < until;
  return (
    (local.minutes >= from && daysOfWeek.includes(local.day)) ||
    (local.minutes < until && daysOfWeek.includes(local.yesterday))
  );
}

/** By its Thursday. */
export function isoWeek(date: string): string {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const first = Date.UTC(day.getUTCFullYear(), 0, 1);
  return `${day.getUTCFullYear()}-W${String(Math.ceil(((day.getTime() - first) / 86_400_000 + 1) / 7)).padStart(2, '0')}`;
}
