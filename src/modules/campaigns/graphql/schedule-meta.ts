import { builder } from '../../../graphql/builder.ts';
import type { FeedData, RecurringData, SelectedRecurringTime } from '../meta-data.ts';
import { DayOfWeekEnum } from './enums.ts';
import { WeeklyScheduleType } from './meta.ts';

const SelectedRecurringTimeType = builder.objectRef<SelectedRecurringTime>('SelectedRecurringTime').implement({
  description: 'A recurring time picked out of the week.',
  fields: (t) => ({
    sendAmount: t.exposeInt('sendAmount', { description: 'Contacts to send to, at least 1.' }),
    sendDatetime: t.exposeString('sendDatetime', { nullable: true, description: 'When to send, ISO 8601.' }),
  }),
});

const recurringDays = (day: string) => ({
  type: ['JSONObject'] as ['JSONObject'],
  description: `What happens on ${day}, as it was given.`,
});

const DailyRecurringDataType = builder.objectRef<RecurringData['dailyRecurringData']>('DailyRecurringData').implement({
  description: 'What happens on each day of the week.',
  fields: (t) => ({
    Mon: t.expose('Mon', recurringDays('Mondays')),
    Tue: t.expose('Tue', recurringDays('Tuesdays')),
    Wed: t.expose('Wed', recurringDays('Wednesdays')),
    Thu: t.expose('Thu', recurringDays('Thursdays')),
    Fri: t.expose('Fri', recurringDays('Fridays')),
    Sat: t.expose('Sat', recurringDays('Saturdays')),
    Sun: t.expose('Sun', recurringDays('Sundays')),
  }),
});

export const RecurringDataType = builder.objectRef<RecurringData>('RecurringData').implement({
  description: 'Sends on chosen days, every week.',
  fields: (t) => ({
    daysOfWeek: t.expose('daysOfWeek', { type: [DayOfWeekEnum], description: 'Days on which it sends.' }),
    dailyRecurringData: t.expose('dailyRecurringData', {
      type: DailyRecurringDataType,
      description: 'What happens on each of them.',
    }),
    selectedRecurringTime: t.expose('selectedRecurringTime', {
      type: SelectedRecurringTimeType,
      nullable: true,
      description: 'A time picked out of the week.',
    }),
    weeklyContactLimit: t.exposeInt('weeklyContactLimit', { description: 'Messages or calls per contact and week.' }),
    dailyContactLimit: t.exposeInt('dailyContactLimit', { description: 'Messages or calls per contact and day.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it goes on.' }),
  }),
});

export const FeedDataType = builder.objectRef<FeedData>('FeedData').implement({
  description: 'Sends to whatever contacts a feed brings.',
  fields: (t) => ({
    daysOfWeek: t.expose('daysOfWeek', {
      type: [DayOfWeekEnum],
      nullable: true,
      description: 'Days on which it sends; null sends on all.',
    }),
    weeklySchedule: t.expose('weeklySchedule', {
      type: WeeklyScheduleType,
      nullable: true,
      description: 'Hours in which it sends; null always does.',
    }),
    feedId: t.exposeString('feedId', { nullable: true, description: 'The feed.' }),
    feedIds: t.exposeStringList('feedIds', { nullable: true, description: 'The feeds, where there are several.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it goes on.' }),
    autoAnalyze: t.exposeBoolean('autoAnalyze', { description: 'Whether what comes back is analyzed by itself.' }),
    hourlyCallsLimit: t.exposeInt('hourlyCallsLimit', { description: 'Calls per hour at most; 0 does not limit.' }),
  }),
});
