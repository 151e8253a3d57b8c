import type { FieldErrors } from '../../errors.ts';
import { messages } from '../../validation-messages.ts';
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
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?([Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * A documented `string|null` that is a time: ISO 8601; also with a space for the `T`, without seconds or without a
 * time. Without an offset it is UTC. Null when it is none, or no day of the calendar.
 */
export function readMoment(text: string): Date | null {
  const [, date, time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (date === undefined) return null;
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return null;
  const moment = new Date(`${date}T${time}${zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

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
  ...moment(data.selectedRecurringTime?.sendDatetime, `${path}.selectedRecurringTime.sendDatetime`),
});

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
  return Object.fromEntries(wrong.map((at) => [at, [messages.format(at)]]));
}
