import { builder } from '../../../graphql/builder.ts';
import { DayOfWeekEnum } from './enums.ts';
import { WeeklyScheduleInput } from './inputs.ts';

/** Sending in steps, in requests. Defaults stand here, so that the schema shows them. */

export const MultistepDataInput = builder.inputType('MultistepDataInput', {
  description: 'Sending in steps that go on as long as they perform.',
  fields: (t) => ({
    stepSize: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 200,
      description: 'Contacts per step, at least 1.',
    }),
    stepDelay: t.field({
      type: 'NonNegativeInt',
      required: true,
      defaultValue: 5,
      description: 'Minutes between steps, at least 0.',
    }),
    minCtr: t.float({ description: 'Click-through rate, in percent, 0 to 100, below which the steps stop.' }),
    maxSmsToSend: t.field({ type: 'PositiveInt', description: 'Messages after which the steps stop, at least 1.' }),
    maxMinutesToSend: t.field({ type: 'PositiveInt', description: 'Minutes after which the steps stop, at least 1.' }),
    sendDatetime: t.string({
      description: 'When the first step goes out, ISO 8601, UTC without an offset; null sends it at once.',
    }),
    // Not in the reference, which gives this flag a default everywhere else.
    isActive: t.boolean({ required: true, defaultValue: true, description: 'Whether further steps go out.' }),
  }),
});

export const PlannerDataInput = builder.inputType('PlannerDataInput', {
  description: 'Multistep sending within weekly hours and caps per contact.',
  fields: (t) => ({
    daysOfWeek: t.field({ type: [DayOfWeekEnum], required: true, description: 'Days on which it sends, at least 1.' }),
    weeklySchedule: t.field({ type: WeeklyScheduleInput, description: 'Hours in which it sends; null always does.' }),
    multistepData: t.field({ type: MultistepDataInput, description: 'The steps of one day.' }),
    weeklySmsContactLimit: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 5,
      description: 'Messages per contact and week, at least 1.',
    }),
    dailySmsContactLimit: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 1,
      description: 'Messages per contact and day, at least 1.',
    }),
    // Not in the reference, as above.
    isActive: t.boolean({ required: true, defaultValue: true, description: 'Whether it goes on.' }),
  }),
});
