import type { SendType } from '../../../generated/prisma/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { CampaignStatusEnum, SendStatusEnum, SendTypeEnum } from '../../campaigns/graphql/enums.ts';
import {
  FeedData,
  HlrSettings,
  ManualData,
  MultistepData,
  MultistepStatusType,
  PlannerData,
  RecurringData,
} from '../../campaigns/graphql/meta.ts';
import type * as data from '../../campaigns/meta-data.ts';
import { offersOfSmsCampaign } from '../../offers/loaders.ts';
import { logsOfSmsCampaign, logsOfSmsSend } from '../loaders.ts';
import { stepsOfCampaign, stepsOfSend } from '../multistep-status.ts';

const E14 = 'GET /v1/sms/campaigns';

/** A campaign's own columns, or the copy of them that a send keeps; how far its steps are is asked of either. */
interface SmsCampaignMeta {
  id: string;
  isOfSend?: true;
  sendType: SendType | null;
  segmentIds: string[];
  smsRoutingPlanId: string | null;
  filterSegmentId: string | null;
  domainPlanId: string | null;
  useDedicatedDomains: boolean;
  manualData: data.ManualData | null;
  multistepData: data.MultistepData | null;
  plannerData: data.PlannerData | null;
  recurringData: data.RecurringData | null;
  feedData: data.FeedData | null;
  hlrSettings: data.HlrSettings | null;
}

const SmsCampaignMetaType = builder.objectRef<SmsCampaignMeta>('SmsCampaignMeta').implement({
  description: 'How and to whom an SMS campaign sends.',
  fields: (t) => ({
    sendType: t.expose('sendType', { type: SendTypeEnum, nullable: true, description: 'How it decides when to send.' }),
    segmentIds: t.exposeIDList('segmentIds', { description: 'Segments it sends to.' }),
    smsRoutingPlanId: t.exposeID('smsRoutingPlanId', {
      nullable: true,
      description: 'Routing plan its messages take.',
    }),
    filterSegmentId: t.exposeID('filterSegmentId', {
      nullable: true,
      description: 'Segment that recipients must also be in.',
    }),
    domainPlanId: t.exposeID('domainPlanId', { nullable: true, description: 'Domains its links are shortened under.' }),
    useDedicatedDomains: t.exposeBoolean('useDedicatedDomains', {
      description: 'Whether the domains serve this campaign alone.',
    }),
    manualData: t.expose('manualData', { type: ManualData.type, nullable: true, description: 'Set for `manual`.' }),
    multistepData: t.expose('multistepData', {
      type: MultistepData.type,
      nullable: true,
      description: 'Set for `multistep`.',
    }),
    plannerData: t.expose('plannerData', { type: PlannerData.type, nullable: true, description: 'Set for `planner`.' }),
    recurringData: t.expose('recurringData', {
      type: RecurringData.type,
      nullable: true,
      description: 'Set for `recurring`.',
    }),
    feedData: t.expose('feedData', { type: FeedData.type, nullable: true, description: 'Set for `feed`.' }),
    multistepStatus: t.field({
      type: MultistepStatusType,
      nullable: true,
      description:
        'How far the steps have come at this moment, of `multistep` and `planner`: those of this send, or of the campaign’s newest one; null before the first.',
      resolve: ({ id, isOfSend }, _args, ctx) => (isOfSend ? stepsOfSend(ctx, id) : stepsOfCampaign(ctx, id)),
    }),
    hlrSettings: t.expose('hlrSettings', {
      type: HlrSettings.type,
      nullable: true,
      description: 'Number look-up before sending.',
    }),
  }),
});

builder.prismaObject('Log', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    callerId: t.exposeID('callerId'),
    callerType: t.exposeString('callerType'),
    text: t.exposeString('text'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

export const SmsSendType = builder.prismaObject('SmsSend', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    smsCampaignId: t.exposeID('smsCampaignId'),
    status: t.expose('status', { type: SendStatusEnum }),
    nextStepAt: t.expose('nextStepAt', { type: 'DateTime', nullable: true }),
    meta: t.field({
      type: SmsCampaignMetaType,
      select: { meta: true },
      description: 'The campaign’s meta as it was when the send began.',
      resolve: ({ id, meta }) => ({ ...(meta as unknown as SmsCampaignMeta), id, isOfSend: true as const }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    logs: t.list(logsOfSmsSend, { access: E14, description: 'What happened to the send, newest first.' }),
    logsCount: t.count(logsOfSmsSend),
  }),
});

export const SmsCampaignType = builder.prismaObject('SmsCampaign', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    name: t.exposeString('name'),
    status: t.expose('status', { type: CampaignStatusEnum }),
    meta: t.field({
      type: SmsCampaignMetaType,
      embedded: true,
      description: 'How and to whom it sends.',
      resolve: (campaign) => campaign as unknown as SmsCampaignMeta,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    offers: t.list(offersOfSmsCampaign, {
      access: E14,
      description: 'What it sells, in the order the team gave them.',
    }),
    offersCount: t.count(offersOfSmsCampaign),
    sends: t.list('sends', { access: E14 }),
    sendsCount: t.count('sends'),
    logs: t.list(logsOfSmsCampaign, {
      access: E14,
      description: 'What happened to the campaign itself, newest first.',
    }),
    logsCount: t.count(logsOfSmsCampaign),
  }),
});
