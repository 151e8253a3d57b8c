import type { Row } from '../../database/table.ts';
import type { CallEvent, CallOutcomeLog } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { CallEventStatusEnum, CallOutcomeEnum, OutcomeLogStatusEnum } from './enums.ts';
import { callEvents, callOutcomeLogs } from './loaders.ts';

export const CallOutcomeLogType = builder.objectRef<Row<CallOutcomeLog>>('CallOutcomeLog').implement({
  description: 'One change of a call’s outcome (E6, E12).',
  table: callOutcomeLogs,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    callId: t.exposeID('callId', { description: 'The call.' }),
    callOutcomeClassifierId: t.exposeID('callOutcomeClassifierId', {
      nullable: true,
      description: 'The post-processing step that changed it; null for a person and for the provider’s events.',
    }),
    callOutcomeClassifierRunId: t.exposeID('callOutcomeClassifierRunId', {
      nullable: true,
      description: 'That step’s run.',
    }),
    initialCallOutcome: t.expose('initialCallOutcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'The outcome before; null when there was none.',
    }),
    newCallOutcome: t.expose('newCallOutcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'The outcome after; null when none was found.',
    }),
    status: t.expose('status', { type: OutcomeLogStatusEnum, description: 'Whether the change took effect.' }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why it did not.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

export const CallEventType = builder.objectRef<Row<CallEvent>>('CallEvent').implement({
  description: 'What a voice provider told about a call (E12).',
  table: callEvents,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    callId: t.exposeID('callId', { nullable: true, description: 'The call; null when it was not found.' }),
    voiceAccountId: t.exposeID('voiceAccountId', { description: 'The account whose secret it came with.' }),
    externalCallId: t.exposeString('externalCallId', { nullable: true, description: 'The provider’s id of the call.' }),
    type: t.exposeString('type', { description: 'The provider’s name of the event, e.g. `status-update`.' }),
    callStatus: t.exposeString('callStatus', {
      nullable: true,
      description: 'The call’s status as the provider writes it, e.g. `in-progress`.',
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened, by the provider’s clock.' }),
    status: t.expose('status', { type: CallEventStatusEnum, description: 'What was done with it.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried to apply it.' }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why it could not be applied.' }),
    payload: t.expose('payload', { type: 'JSON', description: 'The event as it came.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When it came.' }),
    processedAt: t.expose('processedAt', { type: 'DateTime', nullable: true, description: 'When it was applied.' }),
  }),
});
