import type { Row } from '../../database/table.ts';
import type { Log, SendType, SmsCampaign, SmsSend } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';

import { CampaignStatusEnum, SendStatusEnum, SendTypeEnum } from '../campaigns/enums.ts';
import {
  HlrSettingsType,
  ManualDataType,
  MultistepDataType,
  MultistepStatusType,
  PlannerDataType,
} from '../campaigns/meta.ts';
import type {
  FeedData,
  HlrSettings,
  ManualData,
  MultistepData,
  MultistepStatus,
  PlannerData,
  RecurringData,
} from '../campaigns/meta-data.ts';
import { FeedDataType, RecurringDataType } from '../campaigns/schedule-meta.ts';
import { offersOfSmsCampaign } from '../offers/loaders.ts';
import { OfferType } from '../offers/types.ts';
import { logs, logsOfSmsCampaign, logsOfSmsSend, sendsOfSmsCampaign, smsCampaigns, smsSends } from './loaders.ts';

const E14 = 'GET /v1/sms/campaigns';

/** A campaign's own columns, or the copy of them that a send keeps. */
interface SmsCampaignMeta {
  sendType: SendType | null;
  segmentIds: string[];
  smsRoutingPlanId: string | null;
  filterSegmentId: string | null;
  domainPlanId: string | null;
  useDedicatedDomains: boolean;
  manualData: ManualData | null;
  multistepData: MultistepData | null;
  plannerData: PlannerData | null;
  recurringData: RecurringData | null;
  feedData: FeedData | null;
  multistepStatus: MultistepStatus | null;
  hlrSettings: HlrSettings | null;
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
    manualData: t.expose('manualData', { type: ManualDataType, nullable: true, description: 'Set for `manual`.' }),
    multistepData: t.expose('multistepData', {
      type: MultistepDataType,
      nullable: true,
      description: 'Set for `multistep`.',
    }),
    plannerData: t.expose('plannerData', { type: PlannerDataType, nullable: true, description: 'Set for `planner`.' }),
    recurringData: t.expose('recurringData', {
      type: RecurringDataType,
      nullable: true,
      description: 'Set for `recurring`.',
    }),
    feedData: t.expose('feedData', { type: FeedDataType, nullable: true, description: 'Set for `feed`.' }),
    multistepStatus: t.expose('multistepStatus', {
      type: MultistepStatusType,
      nullable: true,
      description: 'How far the steps have come.',
    }),
    hlrSettings: t.expose('hlrSettings', {
      type: HlrSettingsType,
      nullable: true,
      description: 'Number look-up before sending.',
    }),
  }),
});

export const LogType = builder.objectRef<Row<Log>>('Log').implement({
  description: 'What happened to a campaign or one of its sends, in words.',
  table: logs,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    callerId: t.exposeID('callerId', { description: 'Id of the campaign or send it is about.' }),
    callerType: t.exposeString('callerType', {
      description: '`sms_campaign`, `sms_campaign_send`, `voice_campaign` or `voice_campaign_send`.',
    }),
    text: t.exposeString('text', { description: 'What happened.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

export const SmsSendType = builder.objectRef<Row<SmsSend>>('SmsSend').implement({
  description: 'One run of an SMS campaign.',
  table: smsSends,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    smsCampaignId: t.exposeID('smsCampaignId', { description: 'The campaign it is a run of.' }),
    status: t.expose('status', { type: SendStatusEnum, description: 'Where the run stands.' }),
    nextStepAt: t.expose('nextStepAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its next step goes out.',
    }),
    meta: t.field({
      type: SmsCampaignMetaType,
      columns: ['meta'],
      description: 'The campaign’s meta as it was when the run began.',
      resolve: (send) => send.meta as unknown as SmsCampaignMeta,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    logs: t.field({
      type: [LogType],
      access: E14,
      args: pageArgs,
      description: 'What happened to the run, newest first.',
      ...nested(logsOfSmsSend),
    }),
    logsCount: t.int({
      columns: ['id'],
      description: 'How many logs the run has.',
      resolve: (send, _args, ctx) => logsOfSmsSend.count(ctx, send.id, {}),
    }),
  }),
});

export const SmsCampaignType = builder.objectRef<Row<SmsCampaign>>('SmsCampaign').implement({
  description: 'A campaign of text messages (E14).',
  table: smsCampaigns,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    status: t.expose('status', { type: CampaignStatusEnum, description: 'Where it stands.' }),
    meta: t.field({
      type: SmsCampaignMetaType,
      columns: 'embedded',
      description: 'How and to whom it sends.',
      resolve: (campaign) => campaign as unknown as SmsCampaignMeta,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    offers: t.field({
      type: [OfferType],
      access: E14,
      args: pageArgs,
      description: 'What it sells, in the order the team gave them.',
      ...nested(offersOfSmsCampaign),
    }),
    offersCount: t.int({
      columns: ['id'],
      description: 'How many offers it has.',
      resolve: (campaign, _args, ctx) => offersOfSmsCampaign.count(ctx, campaign.id, {}),
    }),
    sends: t.field({
      type: [SmsSendType],
      access: E14,
      args: pageArgs,
      description: 'Its runs, newest first.',
      ...nested(sendsOfSmsCampaign),
    }),
    sendsCount: t.int({
      columns: ['id'],
      description: 'How many runs it had.',
      resolve: (campaign, _args, ctx) => sendsOfSmsCampaign.count(ctx, campaign.id, {}),
    }),
    logs: t.field({
      type: [LogType],
      access: E14,
      args: pageArgs,
      description: 'What happened to the campaign itself, newest first.',
      ...nested(logsOfSmsCampaign),
    }),
    logsCount: t.int({
      columns: ['id'],
      description: 'How many logs the campaign itself has.',
      resolve: (campaign, _args, ctx) => logsOfSmsCampaign.count(ctx, campaign.id, {}),
    }),
  }),
});
