import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { CallEventStatusEnum, OutcomeLogStatusEnum } from './enums.ts';

export const CallOutcomeLogType = builder.prismaObject('CallOutcomeLog', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'callId', 'callOutcomeClassifierId', 'callOutcomeClassifierRunId', 'failureReason'),
    ...t.columns('createdAt'),
    initialCallOutcome: t.expose('initialCallOutcome', { type: CallOutcomeEnum, nullable: true }),
    newCallOutcome: t.expose('newCallOutcome', { type: CallOutcomeEnum, nullable: true }),
    status: t.expose('status', { type: OutcomeLogStatusEnum }),
    call: t.one('call', { access: 'viewer' }),
  }),
});

export const CallEventType = builder.prismaObject('CallEvent', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'callId', 'voiceAccountId', 'externalCallId', 'type', 'callStatus', 'occurredAt', 'attempts'),
    ...t.columns('failureReason', 'receivedAt', 'processedAt'),
    status: t.expose('status', { type: CallEventStatusEnum }),
    // It may have the addresses at which a call is listened to and controlled.
    payload: t.expose('payload', { type: 'JSON', nullable: true, access: MAY.superviseCalls }),
    voiceAccount: t.one('voiceAccount', { access: 'viewer' }),
    call: t.one('call', { access: 'viewer' }),
  }),
});
