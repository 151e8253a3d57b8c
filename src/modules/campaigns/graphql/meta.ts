import { builder } from '../../../graphql/builder.ts';
import type {
  HlrSettings,
  HoursOfDay,
  ManualData,
  MultistepData,
  MultistepStatus,
  PlannerData,
  WeeklySchedule,
} from '../meta-data.ts';
import { DayOfWeekEnum } from './enums.ts';

export const ManualDataType = builder.objectRef<ManualData>('ManualData').implement({
  description: 'A single send at a chosen time.',
  fields: (t) => ({
    sendAmount: t.exposeInt('sendAmount', { description: 'Contacts to send to, at least 1.' }),
    sendDatetime: t.exposeString('sendDatetime', {
      nullable: true,
      description: 'When to send, ISO 8601; null sends at once.',
    }),
    throttleBatchSize: t.exposeInt('throttleBatchSize', {
      description: 'Messages handed over at a time; 0 does not throttle.',
    }),
  }),
});

export const HoursOfDayType = builder.objectRef<HoursOfDay>('HoursOfDay').implement({
  description: 'A window within a day, in the contact’s time zone, else the team’s.',
  fields: (t) => ({
    start: t.exposeString('start', { description: 'First minute of the window, `HH:MM`.' }),
    end: t.exposeString('end', { description: 'End of the window, `HH:MM`.' }),
  }),
});

const hours = (day: string) => ({
  type: HoursOfDayType,
  nullable: true as const,
  description: `Window on ${day}; null falls back to \`default\`.`,
});

export const WeeklyScheduleType = builder.objectRef<WeeklySchedule>('WeeklySchedule').implement({
  description: 'Sending windows per day of the week.',
  fields: (t) => ({
    default: t.expose('default', {
      type: HoursOfDayType,
      nullable: true,
      description: 'Window on days without one of their own.',
    }),
    Mon: t.expose('Mon', hours('Mondays')),
    Tue: t.expose('Tue', hours('Tuesdays')),
    Wed: t.expose('Wed', hours('Wednesdays')),
    Thu: t.expose('Thu', hours('Thursdays')),
    Fri: t.expose('Fri', hours('Fridays')),
    Sat: t.expose('Sat', hours('Saturdays')),
    Sun: t.expose('Sun', hours('Sundays')),
  }),
});

export const MultistepDataType = builder.objectRef<MultistepData>('MultistepData').implement({
  description: 'Sending in steps that go on as long as they perform.',
  fields: (t) => ({
    stepSize: t.exposeInt('stepSize', { description: 'Contacts per step.' }),
    stepDelay: t.exposeInt('stepDelay', { description: 'Minutes between steps.' }),
    minCtr: t.exposeFloat('minCtr', {
      nullable: true,
      description: 'Click-through rate, in percent, below which the steps stop.',
    }),
    maxSmsToSend: t.exposeInt('maxSmsToSend', {
      nullable: true,
      description: 'Messages after which the steps stop, at least 1.',
    }),
    maxMinutesToSend: t.exposeInt('maxMinutesToSend', {
      nullable: true,
      description: 'Minutes after which the steps stop, at least 1.',
    }),
    sendDatetime: t.exposeString('sendDatetime', {
      nullable: true,
      description: 'When the first step goes out, ISO 8601.',
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether further steps go out.' }),
  }),
});

export const PlannerDataType = builder.objectRef<PlannerData>('PlannerData').implement({
  description: 'Multistep sending within weekly hours and caps per contact.',
  fields: (t) => ({
    daysOfWeek: t.expose('daysOfWeek', { type: [DayOfWeekEnum], description: 'Days on which it sends.' }),
    weeklySchedule: t.expose('weeklySchedule', {
      type: WeeklyScheduleType,
      nullable: true,
      description: 'Hours in which it sends.',
    }),
    multistepData: t.expose('multistepData', {
      type: MultistepDataType,
      nullable: true,
      description: 'The steps of one day.',
    }),
    weeklySmsContactLimit: t.exposeInt('weeklySmsContactLimit', { description: 'Messages per contact and week.' }),
    dailySmsContactLimit: t.exposeInt('dailySmsContactLimit', { description: 'Messages per contact and day.' }),
    isActive: t.exposeBoolean('isActive', { description: 'False once the planner was stopped (E19).' }),
  }),
});

export const MultistepStatusType = builder.objectRef<MultistepStatus>('MultistepStatus').implement({
  description: 'How far the steps have come.',
  fields: (t) => ({
    currentStep: t.exposeInt('currentStep', { nullable: true, description: 'Number of the current step, from 1.' }),
    totalAvailableContacts: t.exposeInt('totalAvailableContacts', {
      nullable: true,
      description: 'Contacts that could still be sent to when the step began.',
    }),
    totalSent: t.exposeInt('totalSent', { nullable: true, description: 'Messages sent so far.' }),
    lastSentTimestamp: t.exposeInt('lastSentTimestamp', {
      nullable: true,
      description: 'When the last step went out, seconds since 1970.',
    }),
    startTimestamp: t.exposeInt('startTimestamp', {
      nullable: true,
      description: 'When the first step went out, seconds since 1970.',
    }),
    initialBrands: t.expose('initialBrands', {
      type: ['JSON'],
      description: 'Network brands among the first contacts.',
    }),
    stepsPerformance: t.expose('stepsPerformance', { type: ['JSON'], description: 'One entry per step.' }),
    status: t.exposeString('status', { nullable: true, description: 'State of the steps.' }),
    statusReason: t.exposeString('statusReason', { nullable: true, description: 'Why the steps are in that state.' }),
    lastTimezones: t.expose('lastTimezones', { type: ['JSON'], description: 'Time zones the last step covered.' }),
    plannerData: t.expose('plannerData', {
      type: PlannerDataType,
      nullable: true,
      description: 'The planner as it was when the steps began.',
    }),
  }),
});

export const HlrSettingsType = builder.objectRef<HlrSettings>('HlrSettings').implement({
  description: 'How often an unreachable number is looked up again.',
  fields: (t) => ({
    isActive: t.exposeBoolean('isActive', { description: 'Whether numbers are looked up before sending.' }),
    numberOfRetries: t.exposeInt('numberOfRetries', { description: 'Further look-ups of an unreachable number.' }),
    delayBetweenRetries: t.exposeInt('delayBetweenRetries', { description: 'Minutes before the first retry.' }),
    additionalTimeIncrement: t.exposeInt('additionalTimeIncrement', {
      description: 'Minutes by which each further delay grows.',
    }),
    retryUntil: t.exposeString('retryUntil', { nullable: true, description: 'When to give up, ISO 8601.' }),
  }),
});
