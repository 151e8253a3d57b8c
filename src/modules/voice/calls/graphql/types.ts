import { type Context, viewerOf } from '../../../../context.ts';
import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { MAX_STEPS } from '../../post-processing/operations.ts';
import { classOf } from '../ended-reasons.ts';
import { formatted, isoWithOffset, localTime } from '../local-time.ts';
import { CallEndedClassEnum, CallSourceEnum, CallStatusEnum } from './enums.ts';

const E6 = 'PATCH /v1/webhooks/calls/{call}/change-outcome';

const zoneOf = (call: { timezone: string | null }, ctx: Context) => call.timezone ?? viewerOf(ctx).team.timezone;

export const CallType = builder.prismaObject('Call', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    contactId: t.exposeID('contactId', { nullable: true }),
    numberId: t.exposeID('numberId', { nullable: true }),
    callAgentId: t.exposeID('callAgentId', { nullable: true }),
    agentId: t.exposeID('agentId', { nullable: true }),
    voiceCampaignId: t.exposeID('voiceCampaignId', { nullable: true }),
    voiceSendId: t.exposeID('voiceCampaignSendId', { nullable: true }),
    externalId: t.exposeString('externalId', { nullable: true }),
    meta: t.field({
      internal: true,
      type: ['JSON'],
      nullable: { list: false, items: true },
      select: { meta: true },
      description: 'What else is known, free in form.',
      resolve: ({ meta }) => (Array.isArray(meta) ? meta : []),
    }),
    isProcessed: t.exposeBoolean('isProcessed'),
    isAnswerMachine: t.exposeBoolean('isAnswerMachine'),
    isAnswered: t.exposeBoolean('isAnswered'),
    isLead: t.exposeBoolean('isLead'),
    isSale: t.exposeBoolean('isSale'),
    isPickedUp: t.exposeBoolean('isPickedUp'),
    toNumber: t.expose('toNumber', { type: 'PhoneNumber' }),
    eventsCount: t.exposeInt('eventsCount', { internal: true }),
    toolLogsCount: t.exposeInt('toolLogsCount'),
    timezone: t.string({
      select: { timezone: true },
      description: 'IANA name of the time zone its local times are in: the contact’s, else the team’s.',
      resolve: (call, _args, ctx) => zoneOf(call, ctx),
    }),
    createdAtFormatted: t.string({
      internal: true,
      select: { createdAt: true, timezone: true },
      description: 'When it was created, in its time zone: `YYYY-MM-DD HH:mm`.',
      resolve: (call, _args, ctx) => formatted(call.createdAt, zoneOf(call, ctx)),
    }),
    createdAtTz: t.string({
      internal: true,
      select: { createdAt: true, timezone: true },
      description: 'When it was created, as ISO 8601 with the offset of its time zone.',
      resolve: (call, _args, ctx) => isoWithOffset(call.createdAt, zoneOf(call, ctx)),
    }),
    dateKey: t.string({
      internal: true,
      select: { createdAt: true, timezone: true },
      description: 'The day it was created on in its time zone: `YYYY-MM-DD`.',
      resolve: (call, _args, ctx) => localTime(call.createdAt, zoneOf(call, ctx)).date,
    }),
    chat: t.exposeString('chat', { nullable: true }),
    recordingUrl: t.exposeString('recordingUrl', { nullable: true }),
    listenUrl: t.exposeString('listenUrl', { nullable: true, access: MAY.superviseCalls }),
    summary: t.exposeString('summary', { nullable: true }),
    cost: t.expose('cost', { type: 'Decimal', nullable: true }),
    status: t.expose('status', { type: CallStatusEnum }),
    callOutcome: t.expose('callOutcome', { type: CallOutcomeEnum, nullable: true }),
    callSource: t.expose('callSource', { type: CallSourceEnum }),
    countryId: t.exposeID('countryId', { nullable: true }),
    endedReason: t.exposeString('endedReason', { nullable: true }),
    endedClass: t.field({
      type: CallEndedClassEnum,
      nullable: true,
      select: { endedReason: true },
      description: 'The kind of `endedReason`; null without one.',
      resolve: ({ endedReason }) => (endedReason === null ? null : classOf(endedReason)),
    }),
    scheduledAt: t.expose('scheduledAt', { type: 'DateTime', nullable: true }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    leadSubmittedAt: t.expose('leadSubmittedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    outcomeLogs: t.list('outcomeLogs', { access: E6 }),
    events: t.list('events', { access: 'viewer', orderBy: { occurredAt: 'desc' } }),
    postProcessings: t.all('postProcessings', { access: 'viewer', size: MAX_STEPS + 1, orderBy: { position: 'asc' } }),
    number: t.one('number', { access: 'viewer' }),
    agent: t.one('agent', { access: 'viewer' }),
    callAgent: t.one('callAgent', { access: 'viewer' }),
    contact: t.one('contact', { access: 'viewer' }),
    voiceCampaign: t.one('voiceCampaign', { access: 'viewer' }),
    voiceSend: t.one('voiceCampaignSend', { access: 'viewer' }),
    country: t.one('country', { access: 'viewer' }),
  }),
});
