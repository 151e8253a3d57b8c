import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { CallEventStatusEnum, OutcomeLogStatusEnum } from './enums.ts';

export const CallOutcomeLogType = builder.prismaObject('CallOutcomeLog', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    callId: t.exposeID('callId'),
    callOutcomeClassifierId: t.exposeID('callOutcomeClassifierId', { nullable: true }),
    callOutcomeClassifierRunId: t.exposeID('callOutcomeClassifierRunId', { nullable: true }),
    initialCallOutcome: t.expose('initialCallOutcome', { type: CallOutcomeEnum, nullable: true }),
    newCallOutcome: t.expose('newCallOutcome', { type: CallOutcomeEnum, nullable: true }),
    status: t.expose('status', { type: OutcomeLogStatusEnum }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    call: t.one('call', { access: 'viewer' }),
  }),
});

export const CallEventType = builder.prismaObject('CallEvent', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    callId: t.exposeID('callId', { nullable: true }),
    voiceAccountId: t.exposeID('voiceAccountId'),
    externalCallId: t.exposeString('externalCallId', { nullable: true }),
    type: t.exposeString('type'),
    callStatus: t.exposeString('callStatus', { nullable: true }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    status: t.expose('status', { type: CallEventStatusEnum }),
    attempts: t.exposeInt('attempts'),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    // It may have the addresses at which a call is listened to and controlled.
    payload: t.expose('payload', { type: 'JSON', nullable: true, access: MAY.superviseCalls }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    processedAt: t.expose('processedAt', { type: 'DateTime', nullable: true }),
    voiceAccount: t.one('voiceAccount', { access: 'viewer' }),
    call: t.one('call', { access: 'viewer' }),
  }),
});
