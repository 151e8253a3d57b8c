import { builder } from '../../../graphql/builder.ts';
import type { Stored } from '../../delivery/meta/data-shape.ts';
import { dataTypes } from '../../delivery/meta/graphql/data-types.ts';
import { restVoiceMeta, smsMeta, voiceMeta } from '../../delivery/meta/meta.ts';
import {
  dailyRecurringData,
  feedData,
  hoursOfDay,
  type MultistepStatus,
  manualData,
  multistepData,
  plannerData,
  recurringData,
  recurringSlot,
  restDailyRecurringData,
  restRecurringData,
  selectedRecurringTime,
  weeklySchedule,
} from '../../delivery/meta/meta-data.ts';
import { stepsOfCampaign, stepsOfSend } from '../sms/multistep-status.ts';

for (const shape of [manualData, multistepData, recurringData, feedData, hoursOfDay, weeklySchedule])
  dataTypes(shape as never);
for (const shape of [selectedRecurringTime, recurringSlot, dailyRecurringData]) dataTypes(shape as never);
for (const shape of [restRecurringData, restDailyRecurringData]) dataTypes(shape as never);
const PlannerData = dataTypes(plannerData);

const MERGED = 'What is absent is kept, null clears; nested data is replaced as a whole.';
export const SmsCampaignMeta = dataTypes(smsMeta, `${smsMeta.description} ${MERGED}`);
export const VoiceCampaignMeta = dataTypes(voiceMeta, `${voiceMeta.description} ${MERGED}`);
export const RestVoiceCampaignMeta = dataTypes(restVoiceMeta, `${voiceMeta.description} ${MERGED}`);

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
    internal: true,
    nullable: true,
    description:
      'How far the steps have come at this moment, of `multistep` and `planner`: those of this send, or of the campaign’s newest one; null before the first.',
    resolve: (meta, _args, ctx) => {
      const { id, isOfSend } = meta as MetaOfSend;
      return isOfSend ? stepsOfSend(ctx, id) : stepsOfCampaign(ctx, id);
    },
  }),
}));
