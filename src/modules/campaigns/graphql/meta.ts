import { builder } from '../../../graphql/builder.ts';
import type { DataFields, DataShape, Given, Stored } from '../../delivery/meta/data-shape.ts';
import { smsMeta, voiceMeta } from '../../delivery/meta/meta.ts';
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
} from '../../delivery/meta/meta-data.ts';
import { stepsOfCampaign, stepsOfSend } from '../sms/multistep-status.ts';

/** Makes the type of answers and that of requests. Other types are given by name, and Pothos looks them up when it builds. */
function dataTypes<Fields extends DataFields>(
  { name, description, fields }: DataShape<Fields>,
  inputDescription = description,
) {
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
    description: inputDescription,
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

for (const shape of [manualData, multistepData, recurringData, feedData, hoursOfDay, weeklySchedule])
  dataTypes(shape as never);
for (const shape of [selectedRecurringTime, dailyRecurringData]) dataTypes(shape as never);
const PlannerData = dataTypes(plannerData);
export const HlrSettings = dataTypes(hlrSettings);

const MERGED = 'What is absent is kept, null clears; nested data is replaced as a whole.';
export const SmsCampaignMeta = dataTypes(smsMeta, `${smsMeta.description} ${MERGED}`);
export const VoiceCampaignMeta = dataTypes(voiceMeta, `${voiceMeta.description} ${MERGED}`);

const MultistepStatusType = builder.objectRef<MultistepStatus>('MultistepStatus').implement({
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

/** The meta of a campaign is its own row. The meta of a send is the copy that the send keeps. */
export type MetaOfSend = Stored<typeof smsMeta> & { id: string; isOfSend: true };

builder.objectFields(SmsCampaignMeta.type, (t) => ({
  multistepStatus: t.field({
    type: MultistepStatusType,
    nullable: true,
    description:
      'How far the steps have come at this moment, of `multistep` and `planner`: those of this send, or of the campaign’s newest one; null before the first.',
    resolve: (meta, _args, ctx) => {
      const { id, isOfSend } = meta as MetaOfSend;
      return isOfSend ? stepsOfSend(ctx, id) : stepsOfCampaign(ctx, id);
    },
  }),
}));
