import { builder } from '../../../graphql/builder.ts';
import { type Resolved, resolveUnknownMessages } from '../../delivery/engine/resolve-unknown.ts';
import { type ResolvedCalls, resolveUnknownCalls } from '../../voice/engine/resolve-unknown-calls.ts';
import { SmsSendType } from './sms-types.ts';
import { VoiceSendType } from './voice-types.ts';

const UnknownOutcomeEnum = builder.enumType('UnknownOutcome', {
  description: 'What a person decides about messages without a known result.',
  values: {
    sent: { description: 'They count as sent, when they were claimed; what they cost stays paid.' },
    send_again: {
      description:
        'They go out again as soon as the rules allow: their price and their places in the contacts’ limits come back first. A phone that got the first one gets two, and the link in the first leads nowhere. Messages that a person answered with STOP did arrive: they stay `unknown`, to be counted as `sent`.',
    },
  },
});

const ResolveUnknownMessagesInput = builder.inputType('ResolveUnknownMessagesInput', {
  description: 'What becomes of a send’s unknown messages.',
  fields: (t) => ({
    smsSendId: t.id({ required: true, description: 'The send.' }),
    outcome: t.field({ type: UnknownOutcomeEnum, required: true, description: 'What is decided.' }),
    messageIds: t.idList({
      description:
        'Which messages of the send, at most 5,000; those of other sends and those that are not unknown any more are left as they are. Null: all of the send.',
    }),
  }),
});

const ResolvedType = builder.objectRef<Resolved>('ResolveUnknownMessagesPayload').implement({
  description: 'What a person’s decision about unknown messages did.',
  fields: (t) => ({
    resolvedCount: t.exposeInt('resolvedCount', { description: 'Messages that it decided about, at most 5,000.' }),
    remainingCount: t.exposeInt('remainingCount', { description: 'Messages of the send that are unknown still.' }),
    smsSend: t.byId(SmsSendType, ({ smsSend }) => smsSend.id, { access: 'viewer', description: 'The send.' }),
  }),
});

builder.mutationField('resolveUnknownMessages', (t) =>
  t.field({
    type: ResolvedType,
    access: 'viewer',
    creates: true,
    changes: 'many',
    description:
      'Sets the outcome of a send’s messages whose status is `unknown`; its log and its campaign’s say so. A campaign that has ended continues for those that are sent again, one that is stopped sends them when it is started again. `NOT_FOUND` when the team has no such send; `VALIDATION_FAILED` under `input.messageIds.N` for what is no message of the team, and under `input.outcome` for `send_again` when the campaign has begun its next cycle.',
    args: { input: t.arg({ type: ResolveUnknownMessagesInput, required: true, description: 'What is decided.' }) },
    resolve: (_root, { input }, ctx) => resolveUnknownMessages(ctx, input),
  }),
);

const UnknownCallOutcomeEnum = builder.enumType('UnknownCallOutcome', {
  description: 'What a person decides about calls without a known result.',
  values: {
    placed: { description: 'They count as calls. Their contacts are not called again in this cycle.' },
    call_again: {
      description:
        'Their contacts are called as soon as the rules allow, and get their places in their limits back. A contact who was called after all is called twice.',
    },
  },
});

const ResolveUnknownCallsInput = builder.inputType('ResolveUnknownCallsInput', {
  description: 'What becomes of a send’s unknown calls.',
  fields: (t) => ({
    voiceSendId: t.id({ required: true, description: 'The send.' }),
    outcome: t.field({ type: UnknownCallOutcomeEnum, required: true, description: 'What is decided.' }),
    callIds: t.idList({
      description:
        'Which calls of the send, at most 200; those of other sends and those that are not unknown any more are left as they are. Null: all of the send.',
    }),
  }),
});

const ResolvedCallsType = builder.objectRef<ResolvedCalls>('ResolveUnknownCallsPayload').implement({
  description: 'What a person’s decision about unknown calls did.',
  fields: (t) => ({
    resolvedCount: t.exposeInt('resolvedCount', { description: 'Calls that it decided about, at most 200.' }),
    remainingCount: t.exposeInt('remainingCount', { description: 'Calls of the send that are unknown still.' }),
    voiceSend: t.byId(VoiceSendType, ({ voiceSend }) => voiceSend.id, { access: 'viewer', description: 'The send.' }),
  }),
});

builder.mutationField('resolveUnknownCalls', (t) =>
  t.field({
    type: ResolvedCallsType,
    access: 'viewer',
    creates: true,
    changes: 'many',
    description:
      'Decides about a send’s calls that no provider’s answer and no event told of: while they are unknown, and after the longest time of a call. The logs of the send and of its campaign say so. A campaign that has ended continues for contacts that are called again, one that is stopped calls them when it is started again. `NOT_FOUND` when the team has no such send; `VALIDATION_FAILED` under `input.callIds.N` for what is no call of the team, and under `input.outcome` for `call_again` when the campaign has begun its next cycle.',
    args: { input: t.arg({ type: ResolveUnknownCallsInput, required: true, description: 'What is decided.' }) },
    resolve: (_root, { input }, ctx) => resolveUnknownCalls(ctx, input),
  }),
);
