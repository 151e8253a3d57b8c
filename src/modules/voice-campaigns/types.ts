import type { Row } from '../../database/table.ts';
import type { SendType, VoiceCampaign, VoiceCampaignSend } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { CampaignStatusEnum, SendStatusEnum, SendTypeEnum } from '../campaigns/enums.ts';
import { HlrSettingsType, ManualDataType } from '../campaigns/meta.ts';
import type { FeedData, HlrSettings, ManualData, RecurringData } from '../campaigns/meta-data.ts';
import { FeedDataType, RecurringDataType } from '../campaigns/schedule-meta.ts';
import { LogType } from '../sms-campaigns/types.ts';
import {
  logsOfVoiceCampaign,
  logsOfVoiceCampaignSend,
  sendsOfVoiceCampaign,
  voiceCampaignSends,
  voiceCampaigns,
} from './loaders.ts';

/** Columns of the campaign. */
interface VoiceCampaignMeta {
  sendType: SendType | null;
  segmentIds: Record<string, unknown>[];
  filterSegmentId: string | null;
  agentId: string | null;
  numberId: string | null;
  agentIds: string[] | null;
  numberIds: string[] | null;
  manualData: ManualData | null;
  recurringData: RecurringData | null;
  feedData: FeedData | null;
  stoppedReason: string | null;
  hlrSettings: HlrSettings | null;
}

const VoiceCampaignMetaType = builder.objectRef<VoiceCampaignMeta>('VoiceCampaignMeta').implement({
  description: 'How, from what number and whom a voice campaign calls.',
  fields: (t) => ({
    sendType: t.expose('sendType', { type: SendTypeEnum, nullable: true, description: 'How it decides when to call.' }),
    segmentIds: t.expose('segmentIds', {
      type: ['JSONObject'],
      description: 'Segments it calls, each `{id, …}` as it was given.',
    }),
    filterSegmentId: t.exposeID('filterSegmentId', {
      nullable: true,
      description: 'Segment that contacts must also be in.',
    }),
    agentId: t.exposeID('agentId', { nullable: true, description: 'Agent that speaks.' }),
    numberId: t.exposeID('numberId', { nullable: true, description: 'Number it calls from.' }),
    agentIds: t.exposeIDList('agentIds', { nullable: true, description: 'Agents, where several share the calls.' }),
    numberIds: t.exposeIDList('numberIds', { nullable: true, description: 'Numbers, where several share the calls.' }),
    manualData: t.expose('manualData', { type: ManualDataType, nullable: true, description: 'Set for `manual`.' }),
    recurringData: t.expose('recurringData', {
      type: RecurringDataType,
      nullable: true,
      description: 'Set for `recurring`.',
    }),
    feedData: t.expose('feedData', { type: FeedDataType, nullable: true, description: 'Set for `feed`.' }),
    stoppedReason: t.exposeString('stoppedReason', { nullable: true, description: 'Why it was stopped, in words.' }),
    hlrSettings: t.expose('hlrSettings', {
      type: HlrSettingsType,
      nullable: true,
      description: 'Number look-up before calling.',
    }),
  }),
});

/** Runs of old have an empty object. */
const keptMeta = (meta: Partial<VoiceCampaignMeta>) => (meta.segmentIds ? (meta as VoiceCampaignMeta) : null);

export const VoiceCampaignSendType = builder.objectRef<Row<VoiceCampaignSend>>('VoiceCampaignSend').implement({
  description: 'One run of a voice campaign.',
  table: voiceCampaignSends,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    voiceCampaignId: t.exposeID('voiceCampaignId', { description: 'The campaign it is a run of.' }),
    status: t.expose('status', { type: SendStatusEnum, description: 'Where the run stands.' }),
    nextStepAt: t.expose('nextStepAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it goes on.',
    }),
    meta: t.field({
      type: VoiceCampaignMetaType,
      nullable: true,
      columns: ['meta'],
      description: 'The campaign’s meta as it was when the run began; null for runs that kept none.',
      resolve: (send) => keptMeta(send.meta as unknown as VoiceCampaignMeta),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    logs: t.field({
      type: [LogType],
      access: 'viewer',
      args: pageArgs,
      description: 'What happened to the run, newest first.',
      ...nested(logsOfVoiceCampaignSend),
    }),
    logsCount: t.int({
      columns: ['id'],
      description: 'How many logs the run has.',
      resolve: (send, _args, ctx) => logsOfVoiceCampaignSend.count(ctx, send.id, {}),
    }),
  }),
});

export const VoiceCampaignType = builder.objectRef<Row<VoiceCampaign>>('VoiceCampaign').implement({
  description: 'A campaign of phone calls (E1).',
  table: voiceCampaigns,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    status: t.expose('status', { type: CampaignStatusEnum, description: 'Where it stands.' }),
    meta: t.field({
      type: VoiceCampaignMetaType,
      columns: 'embedded',
      description: 'How, from what number and whom it calls.',
      resolve: (campaign) => campaign as unknown as VoiceCampaignMeta,
    }),
    callsTotal: t.exposeInt('callsTotal', { description: 'Calls so far.' }),
    callsInFlight: t.exposeInt('callsInFlight', { description: 'Calls going on now.' }),
    callsAnswered: t.exposeInt('callsAnswered', { description: 'Calls that were answered.' }),
    callsEnded: t.exposeInt('callsEnded', { description: 'Calls that are over.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    sends: t.field({
      type: [VoiceCampaignSendType],
      access: 'viewer',
      args: pageArgs,
      description: 'Its runs, newest first.',
      ...nested(sendsOfVoiceCampaign),
    }),
    sendsCount: t.int({
      columns: ['id'],
      description: 'How many runs it had.',
      resolve: (campaign, _args, ctx) => sendsOfVoiceCampaign.count(ctx, campaign.id, {}),
    }),
    logs: t.field({
      type: [LogType],
      access: 'viewer',
      args: pageArgs,
      description: 'What happened to the campaign itself, newest first.',
      ...nested(logsOfVoiceCampaign),
    }),
    logsCount: t.int({
      columns: ['id'],
      description: 'How many logs the campaign itself has.',
      resolve: (campaign, _args, ctx) => logsOfVoiceCampaign.count(ctx, campaign.id, {}),
    }),
  }),
});
