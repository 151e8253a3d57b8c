import { builder } from '../../graphql/builder.ts';
import { orderInput } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { chargeIntegration, getIntegration, listIntegrations, listLedgerEntries } from './operations.ts';
import { IntegrationType, LedgerEntryType, LedgerFilter } from './types.ts';

const IntegrationFilter = builder.inputType('IntegrationFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    name: t.string({ description: 'Text within the name; case does not matter.' }),
    isBalanceManaged: t.boolean({ description: 'With a balance that is kept here, or without.' }),
  }),
});

const IntegrationOrder = orderInput('Integration', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});

builder.queryField('integrations', (t) =>
  t.connection(
    {
      type: IntegrationType,
      access: 'viewer',
      description: 'The outside services the team pays for, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: IntegrationFilter, description: 'Which integrations.' }),
        orderBy: t.arg({ type: IntegrationOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listIntegrations(ctx, args, columns(info)),
    },
    { description: 'A page of integrations.' },
    { description: 'An integration in a list.' },
  ),
);

builder.queryField('integration', (t) =>
  t.field({
    type: IntegrationType,
    access: 'viewer',
    description: 'One integration. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getIntegration(ctx, id, columns(info)),
  }),
);

builder.queryField('ledgerEntries', (t) =>
  t.connection(
    {
      type: LedgerEntryType,
      access: 'viewer',
      description: 'What changed the balances of the team’s integrations, newest first.',
      args: {
        integrationId: t.arg({ type: 'UUID', description: 'Of this integration only.' }),
        filter: t.arg({ type: LedgerFilter, description: 'Which entries.' }),
      },
      resolve: (_root, args, ctx, info) => listLedgerEntries(ctx, args, columns(info)),
    },
    { description: 'A page of ledger entries.' },
    { description: 'A ledger entry in a list.' },
  ),
);

const ChargeMetaInput = builder.inputType('ChargeMetaInput', {
  description: 'What a charge is for.',
  fields: (t) => ({
    integrationId: t.field({ type: 'UUID', required: true, description: 'The integration to charge.' }),
    reason: t.string({ required: true, description: 'What for, in 1 to 500 characters.' }),
    webhookRequestId: t.field({
      type: 'UUID',
      required: true,
      description: 'Idempotency key: however often it is sent for an integration, the charge happens once.',
    }),
  }),
});

/** Not in the reference: that every field is required. */
const ChargeIntegrationInput = builder.inputType('ChargeIntegrationInput', {
  description: 'A charge against an integration’s balance (E7).',
  fields: (t) => ({
    cost: t.field({ type: 'Decimal', required: true, description: 'How much, more than 0, in the team’s currency.' }),
    meta: t.field({ type: ChargeMetaInput, required: true, description: 'What for.' }),
  }),
});

builder.mutationField('chargeIntegration', (t) =>
  t.field({
    type: LedgerEntryType,
    access: 'POST /v1/billing/charge',
    description:
      'Charges an integration’s balance and answers the ledger’s entry, in a repeat the first one’s (E7). `NOT_FOUND` when the team has no such integration, `BAD_REQUEST` when its balance is not kept here, `PAYMENT_REQUIRED` when too little is left, `CONFLICT` when the webhook request was charged with another cost.',
    args: { input: t.arg({ type: ChargeIntegrationInput, required: true, description: 'The charge.' }) },
    resolve: (_root, { input }, ctx) => chargeIntegration(ctx, input),
  }),
);
