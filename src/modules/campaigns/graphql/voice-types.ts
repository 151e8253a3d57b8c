import { builder } from '../../../graphql/builder.ts';
import type { Stored } from '../../delivery/meta/data-shape.ts';
import type { voiceMeta } from '../../delivery/meta/meta.ts';
import { callsByOutcome } from '../../voice/calls/graphql/count-types.ts';
import { outcomesOfVoiceCampaign } from '../../voice/calls/loaders.ts';
import { unknownCallsOf } from '../../voice/engine/resolve-unknown-calls.ts';
import { MAX_STEPS } from '../../voice/post-processing/operations.ts';
import { offersOfVoiceCampaign } from '../offers/loaders.ts';
import { countReached } from '../preview-audience.ts';
import { logsOf, sendFilter } from '../reads.ts';
import { VOICE } from '../voice/kind.ts';
import { type CallProgress, progressOf } from '../voice/progress.ts';
import { CampaignProgressType, CampaignType, LOGS, OFFERS, SEND_TYPE, STATUS_REASON } from './campaign.ts';
import { AUDIENCE_PREVIEW, CONTACTS, countsType } from './counts.ts';
import { CampaignStatusEnum, SendStatusEnum, SendTypeEnum } from './enums.ts';
import { SendFilter } from './inputs.ts';
import { RestVoiceCampaignMeta, VoiceCampaignMeta } from './meta.ts';

type Meta = Stored<typeof voiceMeta>;

const ProgressType = countsType<CallProgress>(
  'VoiceCampaignProgress',
  'How far a campaign is in its present cycle, as it is counted at this moment. Every contact of the audience counts in `total` and is queued, held, skipped, or called; one that is called again has several calls.',
  {
    ...CONTACTS,
    calling: 'Calls that are being placed or in progress.',
    unknown: 'Calls without a known result: the provider may or may not have placed them.',
    ended: 'Calls that are over.',
    answered: 'Calls that were taken, by a person or a machine.',
    leads: 'Calls that made a lead.',
    sales: 'Calls that made a sale.',
    perMinute: 'Calls placed in the last 60 seconds.',
  },
  [CampaignProgressType],
);

const CallCountsType = countsType<{ total: number; inFlight: number; answered: number; ended: number }>(
  'CallCounts',
  'Numbers of a campaign’s calls.',
  {
    total: 'All calls.',
    inFlight: 'Calls in progress now.',
    answered: 'Calls that were answered, by a person or a machine.',
    ended: 'Calls that are over.',
  },
);

/** Old sends have an empty object. */
const keptMeta = (meta: Partial<Meta>) => (meta.segmentIds ? (meta as Meta) : null);

const logsOfSend = logsOf(VOICE.sends.logs.send);

export const VoiceSendType = builder.prismaObject('VoiceCampaignSend', {
  name: 'VoiceSend',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'voiceCampaignId', 'statusReason', 'nextStepAt', 'createdAt', 'updatedAt', 'cycle', 'amount'),
    ...t.columns('slot', 'audienceSize', 'startedAt', 'endedAt'),
    status: t.expose('status', { type: SendStatusEnum }),
    meta: t.field({
      type: VoiceCampaignMeta.type,
      nullable: true,
      select: { meta: true },
      description: 'The campaign’s meta as it was when the send began; null for sends that kept none.',
      resolve: (send) => keptMeta(send.meta as unknown as Meta),
    }),
    unknownCallCount: t.int({
      access: 'viewer',
      select: { id: true },
      description: 'Calls that may or may not have been placed. Resolve them with `resolveUnknownCalls`.',
      resolve: ({ id }, _args, ctx) => unknownCallsOf(ctx, id),
    }),
    calls: t.list('calls', { access: 'viewer', description: 'Its calls, newest first.' }),
    logs: t.list(logsOfSend, { access: 'viewer', description: 'What happened to the send, newest first.' }),
    voiceCampaign: t.one('voiceCampaign', { access: 'viewer' }),
  }),
});

const logsOfCampaign = logsOf(VOICE.sends.logs.campaign);

export const VoiceCampaignType = builder.prismaObject('VoiceCampaign', {
  select: { id: true },
  interfaces: [CampaignType],
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'name', 'pausedAt', 'pauseReason', 'cycle', 'maxAttempts', 'retryDelay'),
    ...t.columns('createdAt', 'updatedAt'),
    status: t.expose('status', { type: CampaignStatusEnum }),
    statusReason: t.exposeString('stoppedReason', { nullable: true, description: STATUS_REASON }),
    sendType: t.expose('sendType', { type: SendTypeEnum, nullable: true, description: SEND_TYPE }),
    meta: t.field({
      type: VoiceCampaignMeta.type,
      embedded: true,
      description: 'How, from what number and whom it calls.',
      resolve: (campaign) => campaign as unknown as Meta,
    }),
    restMeta: t.field({
      type: RestVoiceCampaignMeta.type,
      embedded: true,
      internal: true,
      description: 'The same as REST documents it.',
      resolve: (campaign) => campaign as never,
    }),
    callCounts: t.field({
      type: CallCountsType,
      select: { callsTotal: true, callsInFlight: true, callsAnswered: true, callsEnded: true },
      description: 'Numbers of its calls, kept as they happen: they cost no more than its name.',
      resolve: ({ callsTotal, callsInFlight, callsAnswered, callsEnded }) => ({
        total: callsTotal,
        inFlight: callsInFlight,
        answered: callsAnswered,
        ended: callsEnded,
      }),
    }),
    filterSegment: t.one('filterSegment', { access: 'viewer' }),
    audiencePreview: t.int({
      access: 'viewer',
      select: { segmentIds: true, filterSegmentId: true },
      description: AUDIENCE_PREVIEW,
      resolve: (campaign, _args, ctx) => countReached(ctx, campaign.segmentIds as unknown[], campaign.filterSegmentId),
    }),
    agent: t.one('agent', { access: 'viewer' }),
    number: t.one('number', { access: 'viewer' }),
    offers: t.list(offersOfVoiceCampaign, {
      access: 'viewer',
      description: OFFERS,
    }),
    sends: t.list('sends', {
      access: 'viewer',
      args: { filter: t.arg({ type: SendFilter, description: 'Which of them.' }) },
      filter: ({ filter }, teamId) => sendFilter.where(teamId, filter),
    }),
    calls: t.list('calls', { access: 'viewer' }),
    callsByOutcome: t.field(callsByOutcome(outcomesOfVoiceCampaign)),
    progress: t.field({
      type: ProgressType,
      access: 'viewer',
      select: { id: true },
      description: 'How far it is, at this moment.',
      resolve: ({ id }, _args, ctx) => progressOf(ctx, id),
    }),
    postProcessings: t.all('postProcessings', { access: 'viewer', size: MAX_STEPS, orderBy: { position: 'asc' } }),
    logs: t.list(logsOfCampaign, {
      access: 'viewer',
      description: LOGS,
    }),
  }),
});
