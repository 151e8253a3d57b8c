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
    ...t.columns('id', 'teamId', 'contactId', 'numberId', 'callAgentId', 'agentId', 'voiceCampaignId', 'externalId'),
    ...t.columns('isProcessed', 'isAnswerMachine', 'isAnswered', 'isLead', 'isSale', 'isPickedUp', 'toolLogsCount'),
    ...t.columns('chat', 'recordingUrl', 'summary', 'cost', 'endedReason', 'scheduledAt', 'startedAt', 'endedAt'),
    ...t.columns('leadSubmittedAt', 'createdAt', 'updatedAt', 'deletedAt'),
    voiceSendId: t.exposeID('voiceCampaignSendId', { nullable: true }),
    meta: t.field({
      internal: true,
      type: ['JSON'],
      nullable: { list: false, items: true },
      select: { meta: true },
      description: 'What else is known, free in form.',
      resolve: ({ meta }) => (Array.isArray(meta) ? meta : []),
    }),
    toNumber: t.expose('toNumber', { type: 'PhoneNumber' }),
    eventsCount: t.exposeInt('eventsCount', { internal: true }),
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
    listenUrl: t.exposeString('listenUrl', { nullable: true, access: MAY.superviseCalls }),
    status: t.expose('status', { type: CallStatusEnum }),
    callOutcome: t.expose('callOutcome', { type: CallOutcomeEnum, nullable: true }),
    callSource: t.expose('callSource', { type: CallSourceEnum }),
    countryId: t.exposeID('countryId', { nullable: true }),
    endedClass: t.field({
      type: CallEndedClassEnum,
      nullable: true,
      select: { endedReason: true },
      description: 'The kind of `endedReason`; null without one.',
      resolve: ({ endedReason }) => (endedReason === null ? null : classOf(endedReason)),
    }),
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
