import { builder } from '../../../graphql/builder.ts';
import { offersOfSmsCampaign } from '../offers/loaders.ts';
import { countReached } from '../preview-audience.ts';
import { logsOf, sendFilter } from '../reads.ts';
import { leadsToSimulator, messagesByState, sendsByStatus } from '../sms/counts.ts';
import { SMS } from '../sms/kind.ts';
import { recipientFilter } from '../sms/messages.ts';
import { progressOf, recipientsByStatus } from '../sms/progress.ts';
import { MAX_TEXTS } from '../sms/texts.ts';
import { CampaignType, LOGS, OFFERS, SEND_TYPE } from './campaign.ts';
import { AUDIENCE_PREVIEW } from './counts.ts';
import { CampaignStatusEnum, SendStatusEnum, SendTypeEnum } from './enums.ts';
import { SendFilter } from './inputs.ts';
import { type MetaOfSend, SmsCampaignMeta } from './meta.ts';
import {
  SmsCampaignProgressType,
  SmsMessageCountsType,
  SmsMessagesOfStatusType,
  SmsRecipientFilter,
  SmsSendsOfStatusType,
} from './sms-progress.ts';

/** What a send that was opened by an earlier version does not have in its meta. */
const ADDED_LATER = { smartEncoding: false, requiresConsent: null };

const E14 = 'GET /v1/sms/campaigns';

const LogCallerTypeEnum = builder.enumType('CampaignLogCallerType', {
  description: 'What a log entry is about.',
  values: {
    sms_campaign: { description: 'An SMS campaign.' },
    sms_campaign_send: { description: 'A send of an SMS campaign.' },
    voice_campaign: { description: 'A voice campaign.' },
    voice_campaign_send: { description: 'A send of a voice campaign.' },
  },
});

builder.prismaObject('Log', {
  name: 'CampaignLog',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'callerId', 'text', 'createdAt'),
    callerType: t.expose('callerType', { type: LogCallerTypeEnum }),
  }),
});

builder.prismaObject('CampaignText', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'text', 'position', 'createdAt'),
    smsCampaign: t.one('smsCampaign', { access: 'viewer' }),
  }),
});

const logsOfSend = logsOf(SMS.sends.logs.send);

export const SmsSendType = builder.prismaObject('SmsSend', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'smsCampaignId', 'statusReason', 'nextStepAt', 'createdAt', 'updatedAt', 'cycle', 'amount'),
    ...t.columns('slot', 'step', 'audienceSize', 'startedAt', 'endedAt'),
    status: t.expose('status', { type: SendStatusEnum }),
    meta: t.field({
      type: SmsCampaignMeta.type,
      select: { meta: true },
      description: 'The campaign’s meta as it was when the send began.',
      resolve: ({ id, meta }) => ({ ...ADDED_LATER, ...(meta as unknown as MetaOfSend), id, isOfSend: true }),
    }),
    steps: t.list('steps', { access: 'viewer', orderBy: { step: 'asc' } }),
    recipientsByStatus: t.field({
      type: [SmsMessagesOfStatusType],
      access: 'viewer',
      select: { id: true },
      size: 9,
      description:
        'How many of its messages have which status, waiting and skipped contacts included; a status that none has is left out.',
      resolve: ({ id }, _args, ctx) => recipientsByStatus(ctx, id),
    }),
    recipients: t.list('recipients', {
      access: 'viewer',
      description:
        'Its audience, each contact with its message: those that wait first, by the time at which they are due. `recipientsByStatus` counts them.',
      args: { filter: t.arg({ type: SmsRecipientFilter, description: 'Which of them.' }) },
      filter: ({ filter }, teamId) => recipientFilter.where(teamId, filter),
      orderBy: { status: 'asc', dueAt: 'asc', contactId: 'asc' },
    }),
    logs: t.list(logsOfSend, { access: E14, description: 'What happened to the send, newest first.' }),
    smsCampaign: t.one('smsCampaign', { access: 'viewer' }),
  }),
});

const logsOfCampaign = logsOf(SMS.sends.logs.campaign);

export const SmsCampaignType = builder.prismaObject('SmsCampaign', {
  select: { id: true },
  interfaces: [CampaignType],
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'name', 'statusReason', 'pausedAt', 'pauseReason', 'cycle', 'createdAt', 'updatedAt'),
    status: t.expose('status', { type: CampaignStatusEnum }),
    sendType: t.expose('sendType', { type: SendTypeEnum, nullable: true, description: SEND_TYPE }),
    meta: t.field({
      type: SmsCampaignMeta.type,
      embedded: true,
      description: 'How and to whom it sends.',
      resolve: (campaign) => campaign as unknown as MetaOfSend,
    }),
    filterSegment: t.one('filterSegment', { access: 'viewer' }),
    audiencePreview: t.int({
      access: 'viewer',
      select: { segmentIds: true, filterSegmentId: true },
      description: AUDIENCE_PREVIEW,
      resolve: (campaign, _args, ctx) => countReached(ctx, campaign.segmentIds, campaign.filterSegmentId),
    }),
    routingPlan: t.one('routingPlan', { access: 'viewer' }),
    isSimulated: t.boolean({
      access: 'viewer',
      select: { smsRoutingPlanId: true },
      description:
        'Whether its routing plan has a route over the simulator: such messages reach nobody and cost nothing.',
      resolve: ({ smsRoutingPlanId }, _args, ctx) => leadsToSimulator(ctx, smsRoutingPlanId),
    }),
    domainPlan: t.one('domainPlan', { access: 'viewer' }),
    texts: t.all('texts', { access: 'viewer', size: MAX_TEXTS, orderBy: { position: 'asc' } }),
    offers: t.list(offersOfSmsCampaign, {
      access: E14,
      description: OFFERS,
    }),
    sends: t.list('sends', {
      access: E14,
      args: { filter: t.arg({ type: SendFilter, description: 'Which of them.' }) },
      filter: ({ filter }, teamId) => sendFilter.where(teamId, filter),
    }),
    sendsByStatus: t.field({
      type: [SmsSendsOfStatusType],
      access: 'viewer',
      select: { id: true },
      size: 5,
      description: 'How many of its sends have which status; a status that none has is left out.',
      resolve: (campaign, _args, ctx) => sendsByStatus.load(ctx, campaign.id),
    }),
    messages: t.list('messages', { access: 'viewer' }),
    messageCounts: t.field({
      type: SmsMessageCountsType,
      access: 'viewer',
      select: { id: true },
      description: 'How far its messages came.',
      resolve: (campaign, _args, ctx) => messagesByState(ctx, campaign.id),
    }),
    progress: t.field({
      type: SmsCampaignProgressType,
      access: 'viewer',
      select: { id: true },
      description: 'How far it is, at this moment.',
      resolve: ({ id }, _args, ctx) => progressOf(ctx, id),
    }),
    logs: t.list(logsOfCampaign, {
      access: E14,
      description: LOGS,
    }),
  }),
});
