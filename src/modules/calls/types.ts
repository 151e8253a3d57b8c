import { type Context, viewerOf } from '../../context.ts';
import type { Row } from '../../database/table.ts';
import type { Call } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { CallOutcomeEnum, CallSourceEnum, CallStatusEnum } from './enums.ts';
import { calls, eventsOfCall, outcomeLogsOfCall } from './loaders.ts';
import { formatted, isoWithOffset, localTime } from './local-time.ts';
import { CallEventType, CallOutcomeLogType } from './log-types.ts';

const E6 = 'PATCH /v1/webhooks/calls/{call}/change-outcome';

const zoneOf = (call: { timezone: string | null }, ctx: Context) => call.timezone ?? viewerOf(ctx).team.timezone;

export const CallType = builder.objectRef<Row<Call>>('Call').implement({
  description: 'A phone call with a contact (E6).',
  table: calls,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    contactId: t.exposeID('contactId', { nullable: true, description: 'The contact.' }),
    numberId: t.exposeID('numberId', { nullable: true, description: 'The team’s number that was used.' }),
    callAgentId: t.exposeID('callAgentId', { nullable: true, description: 'The agent that spoke.' }),
    agentId: t.exposeID('agentId', { nullable: true, description: 'The agent that the call was given to.' }),
    voiceCampaignId: t.exposeID('voiceCampaignId', { nullable: true, description: 'The campaign that made it.' }),
    voiceCampaignSendId: t.exposeID('voiceCampaignSendId', { nullable: true, description: 'That campaign’s run.' }),
    externalId: t.exposeString('externalId', { nullable: true, description: 'The provider’s id of the call.' }),
    meta: t.field({
      type: ['JSON'],
      nullable: { list: false, items: true },
      columns: ['meta'],
      description: 'What else is known, free in form.',
      resolve: ({ meta }) => (Array.isArray(meta) ? meta : []),
    }),
    isProcessed: t.exposeBoolean('isProcessed', { description: 'Whether the provider’s report on it was applied.' }),
    isAnswerMachine: t.exposeBoolean('isAnswerMachine', { description: 'Whether a machine took it.' }),
    isAnswered: t.exposeBoolean('isAnswered', { description: 'Whether it was taken, by a person or a machine.' }),
    isLead: t.exposeBoolean('isLead', { description: 'Whether it made a lead.' }),
    isSale: t.exposeBoolean('isSale', { description: 'Whether it made a sale.' }),
    isPickedUp: t.exposeBoolean('isPickedUp', { description: 'Whether the line was opened.' }),
    toNumber: t.expose('toNumber', {
      type: 'SafeInt',
      description: 'The contact’s number at the time: E.164 digits without the plus sign.',
    }),
    eventsCount: t.exposeInt('eventsCount', { description: 'How many events the provider sent about it.' }),
    toolLogsCount: t.exposeInt('toolLogsCount', { description: 'How many of them were calls of tools.' }),
    timezone: t.string({
      columns: ['timezone'],
      description: 'IANA name of the time zone its local times are in: the contact’s, else the team’s.',
      resolve: (call, _args, ctx) => zoneOf(call, ctx),
    }),
    createdAtFormatted: t.string({
      columns: ['createdAt', 'timezone'],
      description: 'When it was created, in its time zone: `YYYY-MM-DD HH:mm`.',
      resolve: (call, _args, ctx) => formatted(call.createdAt, zoneOf(call, ctx)),
    }),
    createdAtTz: t.string({
      columns: ['createdAt', 'timezone'],
      description: 'When it was created, as ISO 8601 with the offset of its time zone.',
      resolve: (call, _args, ctx) => isoWithOffset(call.createdAt, zoneOf(call, ctx)),
    }),
    dateKey: t.string({
      columns: ['createdAt', 'timezone'],
      description: 'The day it was created on in its time zone: `YYYY-MM-DD`.',
      resolve: (call, _args, ctx) => localTime(call.createdAt, zoneOf(call, ctx)).date,
    }),
    chat: t.exposeString('chat', { nullable: true, description: 'The transcript.' }),
    recordingUrl: t.exposeString('recordingUrl', { nullable: true, description: 'Where its recording is.' }),
    cost: t.expose('cost', {
      type: 'Decimal',
      nullable: true,
      description: 'What the provider charges, in its currency.',
    }),
    status: t.expose('status', { type: CallStatusEnum, description: 'Where it stands.' }),
    callOutcome: t.expose('callOutcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'What came of it; null until it is known.',
    }),
    callSource: t.expose('callSource', { type: CallSourceEnum, description: 'Where it comes from.' }),
    countryId: t.exposeInt('countryId', { nullable: true, description: 'The country: its ISO 3166-1 numeric code.' }),
    endedReason: t.exposeString('endedReason', { nullable: true, description: 'Why it ended, as the provider says.' }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is to be made; when an inbound call came.',
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it began to ring.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    leadSubmittedAt: t.expose('leadSubmittedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its lead was passed on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true, description: 'When it was deleted.' }),
    outcomeLogs: t.field({
      type: [CallOutcomeLogType],
      access: E6,
      args: pageArgs,
      description: 'The changes of its outcome, newest first.',
      ...nested(outcomeLogsOfCall),
    }),
    outcomeLogsCount: t.int({
      columns: ['id'],
      description: 'How often its outcome changed.',
      resolve: (call, _args, ctx) => outcomeLogsOfCall.count(ctx, call.id, {}),
    }),
    events: t.field({
      type: [CallEventType],
      access: 'viewer',
      args: pageArgs,
      description: 'What the provider told about it, newest first.',
      ...nested(eventsOfCall),
    }),
  }),
});
