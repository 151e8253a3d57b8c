import type { SendType } from '../../../generated/prisma/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { CampaignStatusEnum, SendStatusEnum, SendTypeEnum } from '../../campaigns/graphql/enums.ts';
import { FeedData, HlrSettings, ManualData, RecurringData } from '../../campaigns/graphql/meta.ts';
import type * as data from '../../campaigns/meta-data.ts';
import { logsOfVoiceCampaign, logsOfVoiceCampaignSend } from '../loaders.ts';

/** Columns of the campaign. */
interface VoiceCampaignMeta {
  sendType: SendType | null;
  segmentIds: Record<string, unknown>[];
  filterSegmentId: string | null;
  agentId: string | null;
  numberId: string | null;
  agentIds: string[] | null;
  numberIds: string[] | null;
  manualData: data.ManualData | null;
  recurringData: data.RecurringData | null;
  feedData: data.FeedData | null;
  stoppedReason: string | null;
  hlrSettings: data.HlrSettings | null;
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
    manualData: t.expose('manualData', { type: ManualData.type, nullable: true, description: 'Set for `manual`.' }),
    recurringData: t.expose('recurringData', {
      type: RecurringData.type,
      nullable: true,
      description: 'Set for `recurring`.',
    }),
    feedData: t.expose('feedData', { type: FeedData.type, nullable: true, description: 'Set for `feed`.' }),
    stoppedReason: t.exposeString('stoppedReason', { nullable: true, description: 'Why it was stopped, in words.' }),
    hlrSettings: t.expose('hlrSettings', {
      type: HlrSettings.type,
      nullable: true,
      description: 'Number look-up before calling.',
    }),
  }),
});

/** Old sends have an empty object. */
const keptMeta = (meta: Partial<VoiceCampaignMeta>) => (meta.segmentIds ? (meta as VoiceCampaignMeta) : null);

export const VoiceCampaignSendType = builder.prismaObject('VoiceCampaignSend', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    voiceCampaignId: t.exposeID('voiceCampaignId'),
    status: t.expose('status', { type: SendStatusEnum }),
    nextStepAt: t.expose('nextStepAt', { type: 'DateTime', nullable: true }),
    meta: t.field({
      type: VoiceCampaignMetaType,
      nullable: true,
      select: { meta: true },
      description: 'The campaign’s meta as it was when the send began; null for sends that kept none.',
      resolve: (send) => keptMeta(send.meta as unknown as VoiceCampaignMeta),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    logs: t.list(logsOfVoiceCampaignSend, {
      access: 'viewer',
      description: 'What happened to the send, newest first.',
    }),
    logsCount: t.count(logsOfVoiceCampaignSend),
  }),
});

export const VoiceCampaignType = builder.prismaObject('VoiceCampaign', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    name: t.exposeString('name'),
    status: t.expose('status', { type: CampaignStatusEnum }),
    meta: t.field({
      type: VoiceCampaignMetaType,
      embedded: true,
      description: 'How, from what number and whom it calls.',
      resolve: (campaign) => campaign as unknown as VoiceCampaignMeta,
    }),
    maxAttempts: t.exposeInt('maxAttempts'),
    retryDelay: t.exposeInt('retryDelay'),
    callsTotal: t.exposeInt('callsTotal'),
    callsInFlight: t.exposeInt('callsInFlight'),
    callsAnswered: t.exposeInt('callsAnswered'),
    callsEnded: t.exposeInt('callsEnded'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    sends: t.list('sends', { access: 'viewer' }),
    sendsCount: t.count('sends'),
    logs: t.list(logsOfVoiceCampaign, {
      access: 'viewer',
      description: 'What happened to the campaign itself, newest first.',
    }),
    logsCount: t.count(logsOfVoiceCampaign),
  }),
});
