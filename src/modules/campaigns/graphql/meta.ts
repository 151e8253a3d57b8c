import { builder } from '../../../graphql/builder.ts';
import type { DataFields, DataShape, Given, Stored } from '../data-shape.ts';
import {
  dailyRecurringData,
  feedData,
  hlrSettings,
  hoursOfDay,
  type MultistepStatus,
  manualData,
  multistepData,
  plannerData,
  recurringData,
  selectedRecurringTime,
  weeklySchedule,
} from '../meta-data.ts';

/** The type in answers and the one in requests. Other types are named, and looked up by Pothos when it builds. */
function dataTypes<Fields extends DataFields>({ name, description, fields }: DataShape<Fields>) {
  type Shape = DataShape<Fields>;
  const each = (of: (key: string, field: DataFields[string]) => unknown) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, of(key, field)])) as never;
  const type = builder.objectRef<Stored<Shape>>(name).implement({
    description,
    fields: (t) =>
      each((key, { output, isList, isNullable: nullable, description }) =>
        t.expose(key as never, { type: (isList ? [output] : output) as never, nullable, description } as never),
      ),
  });
  const input = builder.inputRef<Given<Shape>>(`${name}Input`).implement({
    description,
    fields: (t) =>
      each((_key, { input, isList, isRequired: required, preset: defaultValue, description }) =>
        t.field({
          type: (isList ? [input] : input) as never,
          required,
          defaultValue: defaultValue as never,
          description,
        }),
      ),
  });
  return { type, input };
}

export const ManualData = dataTypes(manualData);
export const MultistepData = dataTypes(multistepData);
export const PlannerData = dataTypes(plannerData);
export const RecurringData = dataTypes(recurringData);
export const FeedData = dataTypes(feedData);
export const HlrSettings = dataTypes(hlrSettings);
for (const shape of [hoursOfDay, weeklySchedule, selectedRecurringTime, dailyRecurringData]) dataTypes(shape as never);

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
      type: PlannerData.type,
      nullable: true,
      description: 'The planner as it was when the steps began.',
    }),
  }),
});
