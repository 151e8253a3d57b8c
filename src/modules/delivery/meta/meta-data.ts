import type { FieldErrors } from '../../../errors.ts';
import { MAX_INT } from '../../../input/numbers.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { Day, RecurringDay } from '../../../schedule/days.ts';
import { amountOf, SEND_AMOUNT, timeOf } from '../../../schedule/recurring-slots.ts';
import {
  dataShape,
  flag,
  moment,
  nested,
  nestedList,
  objects,
  percent,
  preset,
  required,
  type Stored,
  some,
  TIME_OF_DAY,
  text,
  texts,
  timeOfDay,
  whole,
} from './data-shape.ts';

const eachDay = <Field>(of: (day: string) => Field): Record<Day, Field> => ({
  Mon: of('Mondays'),
  Tue: of('Tuesdays'),
  Wed: of('Wednesdays'),
  Thu: of('Thursdays'),
  Fri: of('Fridays'),
  Sat: of('Saturdays'),
  Sun: of('Sundays'),
});

export const manualData = dataShape('ManualData', 'A single send at a chosen time.', {
  sendAmount: preset(200, whole('PositiveInt', 'Contacts to send to, at least 1.')),
  sendDatetime: moment('When to send, ISO 8601; without an offset it is in the team’s time zone; null sends at once.'),
  throttleBatchSize: preset(
    0,
    whole('NonNegativeInt', 'Contacts handed over per minute at most; 0 does not throttle.'),
  ),
});
export type ManualData = Stored<typeof manualData>;

export const hoursOfDay = dataShape(
  'HoursOfDay',
  'A window within a day, in the contact’s time zone; without one in every zone that its number or country may be in, else in the team’s.',
  {
    start: required(timeOfDay('First minute of the window, `HH:MM`, 00:00 to 23:59.')),
    end: required(timeOfDay('End of the window, `HH:MM`, 00:00 to 23:59.')),
  },
);
export type HoursOfDay = Stored<typeof hoursOfDay>;

export const weeklySchedule = dataShape('WeeklySchedule', 'Sending windows per day of the week.', {
  // Older data has none.
  default: { ...required(nested(hoursOfDay, 'Window on days without one of their own.')), isNullable: true },
  ...eachDay((day) => nested(hoursOfDay, `Window on ${day}; null falls back to \`default\`.`)),
});
export type WeeklySchedule = Stored<typeof weeklySchedule>;

const DAYS_OF_WEEK = 'Days on which it sends, at least 1';
const HOURS = 'Hours in which it sends; null always does.';

export const multistepData = dataShape('MultistepData', 'Sending in steps that go on as long as they perform.', {
  stepSize: preset(200, whole('PositiveInt', 'Contacts per step, at least 1.')),
  stepDelay: preset(5, whole('NonNegativeInt', 'Minutes between steps, at least 0.')),
  // Not in the reference: a click-through rate is a share, in percent.
  minCtr: percent('Click-through rate, in percent, 0 to 100, below which the steps stop.'),
  maxSmsToSend: whole('PositiveInt', 'Messages after which the steps stop, at least 1.'),
  maxMinutesToSend: whole('PositiveInt', 'Minutes after which the steps stop, at least 1.'),
  sendDatetime: moment(
    'When the first step goes out, ISO 8601; without an offset it is in the team’s time zone; null sends it at once.',
  ),
  // Not in the reference, which gives this flag a default everywhere else.
  isActive: preset(true, flag('Whether further steps go out.')),
});
export type MultistepData = Stored<typeof multistepData>;

export const plannerData = dataShape('PlannerData', 'Multistep sending within weekly hours and caps per contact.', {
  // Not in the reference: a planner has at least one day, as the other schedules have.
  daysOfWeek: required(some<Day>('DayOfWeek', `${DAYS_OF_WEEK}.`)),
  weeklySchedule: nested(weeklySchedule, HOURS),
  multistepData: nested(multistepData, 'The steps of one day.'),
  weeklySmsContactLimit: preset(5, whole('PositiveInt', 'Messages per contact and week, at least 1.')),
  dailySmsContactLimit: preset(1, whole('PositiveInt', 'Messages per contact and day, at least 1.')),
  // Not in the reference, as above.
  isActive: preset(true, flag('Whether it is active; false once the planner was stopped (E19).')),
});
export type PlannerData = Stored<typeof plannerData>;

export const hlrSettings = dataShape('HlrSettings', 'How often an unreachable number is looked up again.', {
  isActive: preset(false, flag('Whether numbers are looked up before sending.')),
  numberOfRetries: preset(
    0,
    whole('NonNegativeInt', 'Further look-ups of an unreachable number, at least 0. No more than 20 are made.'),
  ),
  delayBetweenRetries: preset(
    0,
    whole('NonNegativeInt', 'Minutes before the first retry, at least 0. Every retry waits a minute at least.'),
  ),
  additionalTimeIncrement: preset(0, whole('NonNegativeInt', 'Minutes by which each further delay grows, at least 0.')),
  retryUntil: moment(
    'No retry after this time, ISO 8601; without an offset it is in the team’s time zone; null does not limit.',
  ),
});
export type HlrSettings = Stored<typeof hlrSettings>;

export const selectedRecurringTime = dataShape('SelectedRecurringTime', 'A recurring time picked out of the week.', {
  sendAmount: required(whole('PositiveInt', 'Contacts to send to, at least 1.')),
  sendDatetime: moment('When to send, ISO 8601; without an offset it is in the team’s time zone.'),
});

export const recurringSlot = dataShape('RecurringSlot', 'A send of a recurring day.', {
  sendAmount: preset(SEND_AMOUNT, whole('PositiveInt', 'Contacts to send to, at least 1.')),
  sendDatetime: timeOfDay('Time of day, `HH:MM`, in the team’s time zone. A slot without one sends nothing.'),
});
type RecurringSlot = Stored<typeof recurringSlot>;

/** One every half hour. */
const MAX_SLOTS = 48;
/** Not in the reference: of a day over REST, one every minute. */
const MAX_ENTRIES = 1_440;

const RECURRING_DAYS = 'What happens on each day of the week; days left out are empty.';

export const dailyRecurringData = dataShape(
  'DailyRecurringData',
  RECURRING_DAYS,
  eachDay((day) =>
    preset([], {
      ...nestedList(recurringSlot, MAX_SLOTS, `Slots on ${day}, at most ${MAX_SLOTS}.`),
      stored: (given): RecurringDay[] =>
        given.map(({ sendAmount, sendDatetime }) => ({ send_amount: sendAmount, send_datetime: sendDatetime ?? null })),
      shown: (stored: RecurringDay[]): RecurringSlot[] =>
        stored.map((slot) => ({ sendAmount: amountOf(slot), sendDatetime: timeOf(slot) })),
    }),
  ),
);

/** The same as REST documents it: entries are objects, kept as given. */
export const restDailyRecurringData = dataShape(
  'RestDailyRecurringData',
  RECURRING_DAYS,
  eachDay((day) =>
    preset(
      [],
      objects(
        `What happens on ${day}. An entry is {send_amount, send_datetime}: how many contacts, at least 1 (200 without it), and the time of day as HH:MM in the team’s time zone; one without a time sends nothing. Other fields are kept as given. At most 1,440 entries.`,
        recurringDayErrors,
      ),
    ),
  ),
);

export const recurringData = dataShape(
  'RecurringData',
  'Sends on chosen days, every week. At the next slot a send of which nobody is left but contacts that wait for a later moment ends: they go on with that slot’s send, and their places with them.',
  {
    daysOfWeek: required(some<Day>('DayOfWeek', `${DAYS_OF_WEEK}.`)),
    dailyRecurringData: required(nested(dailyRecurringData, 'What happens on each of them.')),
    selectedRecurringTime: nested(selectedRecurringTime, 'A time picked out of the week.'),
    weeklyContactLimit: preset(5, whole('PositiveInt', 'Messages or calls per contact and week, at least 1.')),
    dailyContactLimit: preset(1, whole('PositiveInt', 'Messages or calls per contact and day, at least 1.')),
    isActive: preset(true, flag('Whether it is active.')),
  },
);
export type RecurringData = Stored<typeof recurringData>;

export const restRecurringData = dataShape('RestRecurringData', recurringData.description, {
  ...recurringData.fields,
  dailyRecurringData: required(nested(restDailyRecurringData, 'What happens on each of them.')),
});

export const feedData = dataShape('FeedData', 'Sends to whatever contacts a feed brings.', {
  daysOfWeek: some<Day>('DayOfWeek', `${DAYS_OF_WEEK}; null sends on all.`),
  weeklySchedule: nested(weeklySchedule, HOURS),
  feedId: text('The feed.'),
  feedIds: texts('The feeds, where there are several.'),
  isActive: preset(true, flag('Whether it is active.')),
  autoAnalyze: preset(true, flag('Whether what comes back is analyzed automatically.')),
  hourlyCallsLimit: preset(0, whole('NonNegativeInt', 'Messages or calls per clock hour at most; 0 does not limit.')),
});
export type FeedData = Stored<typeof feedData>;

/** Not in the reference: an entry's fields. What it sends and when is checked, in either spelling. Others are kept as given. */
function recurringDayErrors(entries: RecurringDay[], path: string): FieldErrors {
  if (entries.length > MAX_ENTRIES) return { [path]: [messages.atMostItems(path, MAX_ENTRIES)] };
  const errors: FieldErrors = {};
  for (const [at, entry] of entries.entries()) {
    const amountPath = `${path}.${at}.sendAmount`;
    const amount = entry.send_amount ?? entry.sendAmount;
    if (amount != null && !Number.isInteger(amount)) errors[amountPath] = [messages.integer(amountPath)];
    else if (amount != null && (amount as number) < 1) errors[amountPath] = [messages.atLeast(amountPath, 1)];
    else if (amount != null && (amount as number) > MAX_INT)
      errors[amountPath] = [messages.atMost(amountPath, MAX_INT)];
    const timePath = `${path}.${at}.sendDatetime`;
    const time = entry.send_datetime ?? entry.sendDatetime;
    if (time != null && !(typeof time === 'string' && TIME_OF_DAY.test(time))) {
      errors[timePath] = [messages.timeOfDay(timePath)];
    }
  }
  return errors;
}

/** The progress of a campaign's steps. */
export interface MultistepStatus {
  currentStep: number | null;
  totalAvailableContacts: number | null;
  totalSent: number | null;
  /** Seconds since the epoch. */
  lastSentTimestamp: number | null;
  /** Seconds since the epoch. */
  startTimestamp: number | null;
  initialBrands: unknown[];
  stepsPerformance: unknown[];
  status: string | null;
  statusReason: string | null;
  lastTimezones: unknown[];
  plannerData: PlannerData | null;
}
