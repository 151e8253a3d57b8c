import { builder } from '../../../../graphql/builder.ts';
import { type ResolvedHubMessages, resolveUnknownHubMessages } from '../../../delivery/relay/resolve-unknown.ts';

const UnknownHubMessageOutcomeEnum = builder.enumType('UnknownHubMessageOutcome', {
  description: 'What a person decides about sellers’ messages without a known result.',
  values: {
    sent: {
      description:
        'They become `accepted`: price and cost stay charged, and a receipt that the provider sends later goes to the seller.',
    },
    delivered: { description: 'They are `delivered`: price and cost stay charged, and the seller gets that receipt.' },
    not_sent: {
      description:
        'They have `failed`: price and cost are given back, and the seller gets that receipt. They are not sent again. If a receipt comes after all, it changes the status, and they stay free.',
    },
  },
});

const ResolveUnknownHubMessagesInput = builder.inputType('ResolveUnknownHubMessagesInput', {
  description: 'What becomes of sellers’ unknown messages.',
  fields: (t) => ({
    outcome: t.field({ type: UnknownHubMessageOutcomeEnum, required: true, description: 'What is decided.' }),
    messageIds: t.idList({
      required: true,
      description:
        'Which messages, at most 5,000, of any endpoints (`hubMessages(filter: {status: [unknown]})` lists them); those that are not unknown any more are left as they are.',
    }),
  }),
});

const ResolvedHubMessagesType = builder.objectRef<ResolvedHubMessages>('ResolveUnknownHubMessagesPayload').implement({
  description: 'What a person’s decision about sellers’ unknown messages did.',
  fields: (t) => ({
    resolvedCount: t.exposeInt('resolvedCount', { description: 'Messages that it decided about, at most 5,000.' }),
  }),
});

builder.mutationField('resolveUnknownHubMessages', (t) =>
  t.field({
    type: ResolvedHubMessagesType,
    access: 'viewer',
    creates: true,
    changes: 'many',
    description:
      'Sets the outcome of sellers’ messages whose status is `unknown`. `VALIDATION_FAILED` under `input.messageIds.N` for what is no message of the team’s sellers.',
    args: { input: t.arg({ type: ResolveUnknownHubMessagesInput, required: true, description: 'What is decided.' }) },
    resolve: (_root, { input }, ctx) => resolveUnknownHubMessages(ctx, input),
  }),
);
