import { builder } from '../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { INTEGRATION } from '../loaders.ts';
import './mutations.ts';
import { integrationFilter, listIntegrations, listLedgerEntries } from '../operations.ts';
import { IntegrationType, LedgerEntryType, LedgerFilter } from './types.ts';

const IntegrationFilter = filterInput(integrationFilter);

const IntegrationOrder = orderInput('Integration', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});

builder.queryFields((t) => ({
  integrations: t.page({
    type: IntegrationType,
    access: 'viewer',
    description: 'The outside services the team pays for, newest first unless ordered otherwise.',
    filter: IntegrationFilter,
    orderBy: IntegrationOrder,
    list: listIntegrations,
    texts: { filter: 'Which integrations.' },
  }),
  integration: t.record({ type: IntegrationType, of: INTEGRATION, access: 'viewer', description: 'One integration.' }),
  ledgerEntries: t.page({
    type: LedgerEntryType,
    access: 'viewer',
    description:
      'The ledger: what changed the balances of the team’s integrations, newest first, each entry with the balance it left.',
    filter: LedgerFilter,
    list: listLedgerEntries,
    texts: { filter: 'Which entries.' },
  }),
}));
