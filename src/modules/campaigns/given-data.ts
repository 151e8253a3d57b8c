import {
  DAYS,
  type Day,
  type FeedData,
  type HlrSettings,
  type HoursOfDay,
  type ManualData,
  type MultistepData,
  type PlannerData,
  type RecurringData,
  type WeeklySchedule,
} from './meta-data.ts';

/** Data as a request gives it: what may be null may also be absent; documented defaults are filled in by its type. */
export type Given<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T as null extends T[Key] ? never : Key]: Given<T[Key]> } & {
        [Key in keyof T as null extends T[Key] ? Key : never]?: Given<T[Key]> | undefined;
      }
    : T;

/** What is stored: every documented field present, in the documented order. */

export const manualData = (given: Given<ManualData>): ManualData => ({
  sendAmount: given.sendAmount,
  sendDatetime: given.sendDatetime ?? null,
  throttleBatchSize: given.throttleBatchSize,
});

export const hlrSettings = (given: Given<HlrSettings>): HlrSettings => ({
  isActive: given.isActive,
  numberOfRetries: given.numberOfRetries,
  delayBetweenRetries: given.delayBetweenRetries,
  additionalTimeIncrement: given.additionalTimeIncrement,
  retryUntil: given.retryUntil ?? null,
});

export const multistepData = (given: Given<MultistepData>): MultistepData => ({
  stepSize: given.stepSize,
  stepDelay: given.stepDelay,
  minCtr: given.minCtr ?? null,
  maxSmsToSend: given.maxSmsToSend ?? null,
  maxMinutesToSend: given.maxMinutesToSend ?? null,
  sendDatetime: given.sendDatetime ?? null,
  isActive: given.isActive,
});

export const plannerData = (given: Given<PlannerData>): PlannerData => ({
  daysOfWeek: given.daysOfWeek,
  weeklySchedule: given.weeklySchedule ? weeklySchedule(given.weeklySchedule) : null,
  multistepData: given.multistepData ? multistepData(given.multistepData) : null,
  weeklySmsContactLimit: given.weeklySmsContactLimit,
  dailySmsContactLimit: given.dailySmsContactLimit,
  isActive: given.isActive,
});

export const recurringData = (given: Given<RecurringData>): RecurringData => ({
  daysOfWeek: given.daysOfWeek,
  dailyRecurringData: byDay((day) => given.dailyRecurringData[day]),
  selectedRecurringTime: given.selectedRecurringTime
    ? {
        sendAmount: given.selectedRecurringTime.sendAmount,
        sendDatetime: given.selectedRecurringTime.sendDatetime ?? null,
      }
    : null,
  weeklyContactLimit: given.weeklyContactLimit,
  dailyContactLimit: given.dailyContactLimit,
  isActive: given.isActive,
});

export const feedData = (given: Given<FeedData>): FeedData => ({
  daysOfWeek: given.daysOfWeek ?? null,
  weeklySchedule: given.weeklySchedule ? weeklySchedule(given.weeklySchedule) : null,
  feedId: given.feedId ?? null,
  feedIds: given.feedIds ?? null,
  isActive: given.isActive,
  autoAnalyze: given.autoAnalyze,
  hourlyCallsLimit: given.hourlyCallsLimit,
});

export const weeklySchedule = (given: Given<WeeklySchedule>): WeeklySchedule => ({
  default: hours(given.default),
  ...byDay((day) => hours(given[day])),
});

const hours = (given: HoursOfDay | null | undefined): HoursOfDay | null =>
  given ? { start: given.start, end: given.end } : null;

const byDay = <T>(value: (day: Day) => T): Record<Day, T> =>
  Object.fromEntries(DAYS.map((day) => [day, value(day)])) as Record<Day, T>;
