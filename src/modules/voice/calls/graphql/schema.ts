import './queries.ts';
import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { replayCallEvent } from '../call-events.ts';
import { endCall } from '../end-call.ts';
import { changeCallOutcome } from '../operations.ts';
import { receiveCallEvent } from '../receive-call-event.ts';
import { CallEventType } from './log-types.ts';
import { CallType } from './types.ts';

const ChangeCallOutcomeInput = builder.inputType('ChangeCallOutcomeInput', {
  description: 'The outcome a call is given (E6).',
  fields: (t) => ({
    callOutcome: t.field({ type: CallOutcomeEnum, required: true, description: 'The new outcome.' }),
  }),
});

builder.mutationField('changeCallOutcome', (t) =>
  t.field({
    type: CallType,
    access: 'PATCH /v1/webhooks/calls/{call}/change-outcome',
    creates: false,
    description:
      'Sets the outcome of a call (E6) and logs the change; events that arrive later do not change it. The outcome that the call already has is not logged again. `NOT_FOUND` when the team has no call of this id.',
    args: {
      id: t.arg.id({ required: true, description: 'The call’s id.' }),
      input: t.arg({ type: ChangeCallOutcomeInput, required: true, description: 'The new outcome.' }),
    },
    resolve: (_root, { id, input }, ctx) => changeCallOutcome(ctx, id, input.callOutcome),
  }),
);

builder.mutationField('endCall', (t) =>
  t.change({
    type: CallType,
    access: MAY.superviseCalls,
    creates: true,
    changes: 'nothing',
    description:
      'Asks the voice provider to end a call in progress, and returns the call as it is before the provider reports its end. An ended call is left as it is. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, `NOT_FOUND` when the team has no call of this id, `CONFLICT` when the provider has not confirmed the call yet, cannot end calls or did not end this one, or its credentials cannot be decrypted with `TOKEN_KEY`.',
    run: endCall,
  }),
);

const CallEventReceipt = builder.objectRef<{ status: 'ok' }>('CallEventReceipt').implement({
  description: 'The acknowledgement of a call event (E12).',
  fields: (t) => ({ status: t.exposeString('status', { description: 'Always `ok`.' }) }),
});

builder.mutationField('receiveCallEvent', (t) =>
  t.field({
    type: CallEventReceipt,
    internal: true,
    access: 'public',
    creates: false,
    description:
      'Takes an event from a voice provider (E12). It is stored as it came, then applied to its call: status, transcript, recording, cost, reason of the end and outcome. Events may come in any order; a repeat is acknowledged and changes nothing. The first event of an inbound call creates it and its contact. `UNAUTHENTICATED` (`Invalid secret`) unless the secret is that of a voice account; `NOT_FOUND` (`Call not found`) for a call that we did not make; `VALIDATION_FAILED` when the message is no event, or (`Failed to create contact`) an inbound caller’s number is none.',
    args: {
      secret: t.arg.string({
        required: true,
        description:
          'The webhook secret of the team’s voice account; in REST the header `X-Webhook-Secret` or the bearer.',
      }),
      message: t.arg({
        type: 'JSON',
        required: true,
        description:
          'The event, or its JSON text: `{type, call: {id, type}, status, endedReason, customer: {number}, artifact: {transcript, recordingUrl}, analysis: {successEvaluation, structuredData}, cost, timestamp}`. Times are milliseconds since the epoch or ISO 8601. `status-update` and `end-of-call-report` change the call, `tool-calls` are counted, other types are kept.',
      }),
    },
    resolve: (_root, args, ctx) => receiveCallEvent(ctx, args),
  }),
);

builder.mutationField('replayCallEvent', (t) =>
  t.change({
    type: CallEventType,
    access: MAY.replayCallEvent,
    creates: true,
    description:
      'Puts a failed call event (E12) back and applies it now; what became of it is its status. When its call is still unknown it is tried again for about half an hour. An event that was applied is left alone. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, `NOT_FOUND` when the team has none of this id.',
    run: replayCallEvent,
  }),
);
