import { builder } from '../../../graphql/builder.ts';
import { DayOfWeekEnum } from './enums.ts';

/** The nested data of a campaign's meta in requests. Defaults stand here, so that the schema shows them. */

export const ManualDataInput = builder.inputType('ManualDataInput', {
  description: 'A single send at a chosen time.',
  fields: (t) => ({
    sendAmount: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 200,
      description: 'Contacts to send to, at least 1.',
    }),
    sendDatetime: t.string({ description: 'When to send, ISO 8601, UTC without an offset; null sends at once.' }),
    throttleBatchSize: t.field({
      type: 'NonNegativeInt',
      required: true,
      defaultValue: 0,
      description: 'Contacts handed over at a time; 0 does not throttle.',
    }),
  }),
});

export const HlrSettingsInput = builder.inputType('HlrSettingsInput', {
  description: 'How often an unreachable number is looked up again.',
  fields: (t) => ({
    isActive: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether numbers are looked up before sending.',
    }),
    numberOfRetries: t.field({
      type: 'NonNegativeInt',
      required: true,
      defaultValue: 0,
      description: 'Further look-ups of an unreachable number, at least 0.',
    }),
    delayBetweenRetries: t.field({
      type: 'NonNegativeInt',
      required: true,
      defaultValue: 0,
      description: 'Minutes before the first retry, at least 0.',
    }),
    additionalTimeIncrement: t.field({
      type: 'NonNegativeInt',
      required: true,
      defaultValue: 0,
      description: 'Minutes by which each further delay grows, at least 0.',
    }),
    retryUntil: t.string({ description: 'When to give up, ISO 8601, UTC without an offset; null never does.' }),
  }),
});

const HoursOfDayInput = builder.inputType('HoursOfDayInput', {
  description: 'A window within a day, in the contact’s time zone, else the team’s.',
  fields: (t) => ({
    start: t.string({ required: true, description: 'First minute of the window, `HH:MM`, 00:00 to 23:59.' }),
    end: t.string({ required: true, description: 'End of the window, `HH:MM`, 00:00 to 23:59.' }),
  }),
});

const hours = (day: string) => ({
  type: HoursOfDayInput,
  description: `Window on ${day}; null falls back to \`default\`.`,
});

export const WeeklyScheduleInput = builder.inputType('WeeklyScheduleInput', {
  description: 'Sending windows per day of the week.',
  fields: (t) => ({
    default: t.field({
      type: HoursOfDayInput,
      required: true,
      description: 'Window on days without one of their own.',
    }),
    Mon: t.field(hours('Mondays')),
    Tue: t.field(hours('Tuesdays')),
    Wed: t.field(hours('Wednesdays')),
    Thu: t.field(hours('Thursdays')),
    Fri: t.field(hours('Fridays')),
    Sat: t.field(hours('Saturdays')),
    Sun: t.field(hours('Sundays')),
  }),
});

const SelectedRecurringTimeInput = builder.inputType('SelectedRecurringTimeInput', {
  description: 'A recurring time picked out of the week.',
  fields: (t) => ({
    sendAmount: t.field({ type: 'PositiveInt', required: true, description: 'Contacts to send to, at least 1.' }),
    sendDatetime: t.string({ description: 'When to send, ISO 8601, UTC without an offset.' }),
  }),
});

const recurringDays = (day: string) => ({
  type: ['JSONObject'] as ['JSONObject'],
  required: true as const,
  defaultValue: [] as Record<string, unknown>[],
  description: `What happens on ${day}. An entry is {send_amount, send_datetime}: how many contacts, at least 1 (200 without it), and the time of day as HH:MM in the team’s time zone; one without a time sends nothing. Other fields are kept as given.`,
});

const DailyRecurringDataInput = builder.inputType('DailyRecurringDataInput', {
  description: 'What happens on each day of the week; days left out are empty.',
  fields: (t) => ({
    Mon: t.field(recurringDays('Mondays')),
    Tue: t.field(recurringDays('Tuesdays')),
    Wed: t.field(recurringDays('Wednesdays')),
    Thu: t.field(recurringDays('Thursdays')),
    Fri: t.field(recurringDays('Fridays')),
    Sat: t.field(recurringDays('Saturdays')),
    Sun: t.field(recurringDays('Sundays')),
  }),
});

export const RecurringDataInput = builder.inputType('RecurringDataInput', {
  description: 'Sends on chosen days, every week.',
  fields: (t) => ({
    daysOfWeek: t.field({ type: [DayOfWeekEnum], required: true, description: 'Days on which it sends, at least 1.' }),
    dailyRecurringData: t.field({
      type: DailyRecurringDataInput,
      required: true,
      description: 'What happens on each of them.',
    }),
    selectedRecurringTime: t.field({ type: SelectedRecurringTimeInput, description: 'A time picked out of the week.' }),
    weeklyContactLimit: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 5,
      description: 'Messages or calls per contact and week, at least 1.',
    }),
    dailyContactLimit: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 1,
      description: 'Messages or calls per contact and day, at least 1.',
    }),
    isActive: t.boolean({ required: true, defaultValue: true, description: 'Whether it goes on.' }),
  }),
});

export const FeedDataInput = builder.inputType('FeedDataInput', {
  description: 'Sends to whatever contacts a feed brings.',
  fields: (t) => ({
    daysOfWeek: t.field({
      type: [DayOfWeekEnum],
      description: 'Days on which it sends, at least 1; null sends on all.',
    }),
    weeklySchedule: t.field({ type: WeeklyScheduleInput, description: 'Hours in which it sends; null always does.' }),
    feedId: t.string({ description: 'The feed.' }),
    feedIds: t.stringList({ description: 'The feeds, where there are several.' }),
    isActive: t.boolean({ required: true, defaultValue: true, description: 'Whether it goes on.' }),
    autoAnalyze: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether what comes back is analyzed by itself.',
    }),
    hourlyCallsLimit: t.field({
      type: 'NonNegativeInt',
      required: true,
      defaultValue: 0,
      description: 'Calls per hour at most; 0 does not limit.',
    }),
  }),
});
