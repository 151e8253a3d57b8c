import type { FieldErrors } from '../../errors.ts';
import { MAX_INT } from '../../input/numbers.ts';
import { messages } from '../../input/validation-messages.ts';
import { readMoment } from '../schedule/read-moment.ts';
import type { Given } from './given-data.ts';
import {
  DAYS,
  type FeedData,
  type HlrSettings,
  type ManualData,
  type MultistepData,
  type PlannerData,
  type RecurringData,
} from './meta-data.ts';

/** Rules of a campaign's nested data that no input type can say. `path` is where the data stands in the input. */
type Rules<Data> = (data: Given<Data>, path: string) => FieldErrors;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Not in the reference: these are strings there and no datetimes, so they are checked, and stored and answered as
 * given.
 */
const moment = (text: string | null | undefined, path: string): FieldErrors =>
  typeof text === 'string' && readMoment(text) === null ? { [path]: [messages.date(path)] } : {};

const someDays = (days: readonly unknown[] | null | undefined, path: string): FieldErrors =>
  days?.length === 0 ? { [path]: [messages.atLeastItems(path, 1)] } : {};

export const manualDataErrors: Rules<ManualData> = (data, path) => moment(data.sendDatetime, `${path}.sendDatetime`);

export const hlrSettingsErrors: Rules<HlrSettings> = (data, path) => moment(data.retryUntil, `${path}.retryUntil`);

/** Not in the reference: a click-through rate is a share, in percent. */
export const multistepDataErrors: Rules<MultistepData> = (data, path) => ({
  ...((data.minCtr ?? 0) < 0 && { [`${path}.minCtr`]: [messages.atLeast(`${path}.minCtr`, 0)] }),
  ...((data.minCtr ?? 0) > 100 && { [`${path}.minCtr`]: [messages.atMost(`${path}.minCtr`, 100)] }),
  ...moment(data.sendDatetime, `${path}.sendDatetime`),
});

/** Not in the reference: a planner has at least one day, as the other schedules have. */
export const plannerDataErrors: Rules<PlannerData> = (data, path) => ({
  ...someDays(data.daysOfWeek, `${path}.daysOfWeek`),
  ...weeklyScheduleErrors(data.weeklySchedule, `${path}.weeklySchedule`),
  ...(data.multistepData && multistepDataErrors(data.multistepData, `${path}.multistepData`)),
});

export const recurringDataErrors: Rules<RecurringData> = (data, path) => ({
  ...someDays(data.daysOfWeek, `${path}.daysOfWeek`),
  ...recurringDayErrors(data.dailyRecurringData, `${path}.dailyRecurringData`),
  ...moment(data.selectedRecurringTime?.sendDatetime, `${path}.selectedRecurringTime.sendDatetime`),
});

/** Not in the reference: an entry's fields. What it sends and when are checked, in either spelling; others are kept as given. */
function recurringDayErrors(week: RecurringData['dailyRecurringData'], path: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const day of DAYS) {
    for (const [at, entry] of (week[day] ?? []).entries()) {
      const amountPath = `${path}.${day}.${at}.sendAmount`;
      const amount = entry.send_amount ?? entry.sendAmount;
      if (amount != null && !Number.isInteger(amount)) errors[amountPath] = [messages.integer(amountPath)];
      else if (amount != null && (amount as number) < 1) errors[amountPath] = [messages.atLeast(amountPath, 1)];
      else if (amount != null && (amount as number) > MAX_INT)
        errors[amountPath] = [messages.atMost(amountPath, MAX_INT)];
      const timePath = `${path}.${day}.${at}.sendDatetime`;
      const time = entry.send_datetime ?? entry.sendDatetime;
      if (time != null && !(typeof time === 'string' && TIME_OF_DAY.test(time))) {
        errors[timePath] = [messages.timeOfDay(timePath)];
      }
    }
  }
  return errors;
}

export const feedDataErrors: Rules<FeedData> = (data, path) => ({
  ...someDays(data.daysOfWeek, `${path}.daysOfWeek`),
  ...weeklyScheduleErrors(data.weeklySchedule, `${path}.weeklySchedule`),
});

export function weeklyScheduleErrors(schedule: Given<FeedData>['weeklySchedule'], path: string): FieldErrors {
  const windows = ['default', ...DAYS] as const;
  const wrong = windows.flatMap((window) => {
    const hours = schedule?.[window];
    if (!hours) return [];
    return (['start', 'end'] as const)
      .filter((edge) => !TIME_OF_DAY.test(hours[edge]))
      .map((edge) => `${path}.${window}.${edge}`);
  });
  return Object.fromEntries(wrong.map((at) => [at, [messages.timeOfDay(at)]]));
}
