import type { SendType } from '../../src/generated/prisma/client.ts';
import { after, DAY } from './clock.ts';
import type { Random } from './random.ts';

/** The nested data of campaigns, every documented field present. */

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export function manualData(random: Random, startsAt: Date) {
  return {
    sendAmount: random.pick([200, 500, 1_000, 2_500]),
    sendDatetime: startsAt.toISOString(),
    throttleBatchSize: random.pick([0, 0, 50, 100]),
  };
}

export function multistepData(random: Random, startsAt: Date) {
  return {
    stepSize: random.pick([100, 200, 200, 400]),
    stepDelay: random.pick([5, 5, 10, 15]),
    minCtr: random.pick([null, 0.5, 1.25, 2]),
    maxSmsToSend: random.pick([null, 2_000, 5_000]),
    maxMinutesToSend: random.pick([null, 240, 480]),
    sendDatetime: startsAt.toISOString(),
    isActive: true,
  };
}

const weeklySchedule = () => ({
  default: { start: '09:00', end: '18:00' },
  Mon: null,
  Tue: null,
  Wed: { start: '09:00', end: '20:00' },
  Thu: null,
  Fri: { start: '09:00', end: '15:30' },
  Sat: { start: '10:00', end: '14:00' },
  Sun: null,
});

export function plannerData(random: Random, startsAt: Date, isActive: boolean) {
  return {
    daysOfWeek: DAYS.slice(0, random.between(5, 6)),
    weeklySchedule: weeklySchedule(),
    multistepData: multistepData(random, startsAt),
    weeklySmsContactLimit: random.pick([5, 5, 3]),
    dailySmsContactLimit: random.pick([1, 1, 2]),
    isActive,
  };
}

/** Two sends on weekdays, one on Saturdays, none on Sundays. */
export function recurringData(random: Random, startsAt: Date, isActive: boolean) {
  const sendAmount = random.pick([100, 200, 300]);
  const morning = { send_amount: sendAmount, send_datetime: '09:00' };
  const afternoon = { send_amount: sendAmount * 2, send_datetime: '14:00' };
  const onDay = (at: number) => (at < 5 ? [morning, afternoon] : at === 5 ? [morning] : []);
  return {
    daysOfWeek: DAYS.slice(0, 6),
    dailyRecurringData: Object.fromEntries(DAYS.map((day, at) => [day, onDay(at)])),
    selectedRecurringTime: { sendAmount, sendDatetime: startsAt.toISOString() },
    weeklyContactLimit: 5,
    dailyContactLimit: 1,
    isActive,
  };
}

export function feedData(random: Random, position: number, isActive: boolean) {
  const feedId = `feed-${String(position).padStart(4, '0')}`;
  return {
    daysOfWeek: DAYS.slice(0, 5),
    weeklySchedule: weeklySchedule(),
    feedId,
    feedIds: [feedId, `${feedId}-late`],
    isActive,
    autoAnalyze: true,
    hourlyCallsLimit: random.pick([0, 60, 120]),
  };
}

export function hlrSettings(startsAt: Date, isActive: boolean) {
  return {
    isActive,
    numberOfRetries: isActive ? 3 : 0,
    delayBetweenRetries: isActive ? 30 : 0,
    additionalTimeIncrement: isActive ? 15 : 0,
    retryUntil: isActive ? after(startsAt, 3 * DAY).toISOString() : null,
  };
}

export const SEND_TYPES: SendType[] = ['manual', 'multistep', 'planner', 'recurring', 'feed'];
