import { LRUCache } from 'lru-cache';
import { DAYS, type Day, type HoursOfDay } from './days.ts';
import { intersect, type Span, unite } from './spans.ts';
import { stretchAt } from './zone-offsets.ts';

export interface HoursRules {
  daysOfWeek: readonly Day[] | null;
  /** Null: at any hour. A day without hours and `default` is closed. */
  weeklySchedule: Partial<Record<Day | 'default', HoursOfDay | null>> | null;
  /** No campaign can widen them. */
  teamHours: HoursOfDay | null;
}

interface ReachableHours {
  readonly rules: HoursRules;
  readonly weeks: LRUCache<string, Span[]>;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** A clock change may skip a weekly window. What is closed for this many weeks never opens. */
const WEEKS_AHEAD = 8;

const known = new LRUCache<string, ReachableHours>({ max: 500 });

export function reachableHours({ daysOfWeek, weeklySchedule, teamHours }: HoursRules): ReachableHours {
  const key = JSON.stringify([daysOfWeek, weeklySchedule, teamHours]);
  let hours = known.get(key);
  if (!hours) {
    hours = { rules: { daysOfWeek, weeklySchedule, teamHours }, weeks: new LRUCache<string, Span[]>({ max: 2_000 }) };
    known.set(key, hours);
  }
  return hours;
}

export const isOpen = (hours: ReachableHours, zones: readonly string[], at: Date): boolean =>
  opening(hours, zones, at)?.from.getTime() === at.getTime();

/** At the latest until the end of the week. Null when it never opens. */
export function opening(hours: ReachableHours, zones: readonly string[], at: Date): { from: Date; until: Date } | null {
  const time = at.getTime();
  const week = Math.floor(time / WEEK);
  for (let ahead = 0; ahead <= WEEKS_AHEAD; ahead++) {
    const span = spansOfWeek(hours, zones, week + ahead).find(([, until]) => until > time);
    if (span) return { from: new Date(Math.max(span[0], time)), until: new Date(span[1]) };
  }
  return null;
}

export function closedBy(
  { rules }: ReachableHours,
  zones: readonly string[],
  at: Date,
): 'days_of_week' | 'weekly_schedule' | 'team_hours' | null {
  const nothing: HoursRules = { daysOfWeek: null, weeklySchedule: null, teamHours: null };
  const { daysOfWeek, weeklySchedule, teamHours } = rules;
  if (!isOpen(reachableHours({ ...nothing, teamHours }), zones, at)) return 'team_hours';
  if (!isOpen(reachableHours({ ...nothing, weeklySchedule }), zones, at)) return 'weekly_schedule';
  return isOpen(reachableHours({ ...nothing, daysOfWeek, weeklySchedule }), zones, at) ? null : 'days_of_week';
}

function spansOfWeek(hours: ReachableHours, zones: readonly string[], week: number): Span[] {
  const key = `${week} ${zones.join()}`;
  let spans = hours.weeks.get(key);
  if (!spans) {
    spans = zones.map((zone) => zoneSpans(hours.rules, zone, week * WEEK)).reduce(intersect);
    hours.weeks.set(key, spans);
  }
  return spans;
}

/** By the local clock: an hour that it skips does not exist, one that it repeats counts twice. */
function zoneSpans(rules: HoursRules, zone: string, from: number): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < from + WEEK; ) {
    const { until, offset } = stretchAt(zone, at);
    const end = Math.min(until, from + WEEK);
    const shown: Span = [at + offset, end + offset];
    spans.push(...intersect(shownHours(rules, shown), [shown]).map(([a, b]): Span => [a - offset, b - offset]));
    at = end;
  }
  return unite(spans);
}

/** On a clock that showed `from` to `until`, as if it were UTC. */
function shownHours({ daysOfWeek, weeklySchedule, teamHours }: HoursRules, [from, until]: Span): Span[] {
  const campaign: Span[] = [];
  const team: Span[] = [];
  // The hours of the day before may run past midnight.
  for (let day = Math.floor(from / DAY) - 1; day * DAY < until; day++) {
    const name = DAYS[(((day + 3) % 7) + 7) % 7]!;
    if (!daysOfWeek || daysOfWeek.includes(name)) {
      const hours = weeklySchedule === null ? 'always' : (weeklySchedule[name] ?? weeklySchedule.default);
      if (hours) campaign.push(spanOf(day, hours));
    }
    team.push(spanOf(day, teamHours ?? 'always'));
  }
  return intersect(unite(campaign), unite(team));
}

/** An end at or before the start is on the next day. */
function spanOf(day: number, hours: HoursOfDay | 'always'): Span {
  if (hours === 'always') return [day * DAY, (day + 1) * DAY];
  const start = minutesOf(hours.start);
  const end = minutesOf(hours.end);
  return [day * DAY + start * MINUTE, (end <= start ? day + 1 : day) * DAY + end * MINUTE];
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
