import { builder } from '../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { INTEGRATION } from '../loaders.ts';
import './mutations.ts';
import { integrationFilter, listIntegrations, listLedgerEntries } from '../operations.ts';
import { IntegrationType, LedgerEntryType, LedgerFilter } from './types.ts';

const IntegrationFilter = filterInput(integrationFilter);

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
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, INTEGRATION, id, columns(info)),
  }),
);

builder.queryField('ledgerEntries', (t) =>
  t.connection(
    {
      type: LedgerEntryType,
      access: 'viewer',
      description:
        'The ledger: what changed the balances of the team’s integrations, newest first, each entry with the balance it left.',
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
