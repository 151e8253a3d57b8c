import { is, listFilter, oneOf, within } from '../../database/reads/filters.ts';
import { tables } from '../../database/tables.ts';
import { type Integration, Prisma } from '../../generated/prisma/client.ts';
import type { Deletable } from '../../records/delete-record.ts';

/** Its balance and ledger must not vanish. */
export const INTEGRATION: Deletable<Integration> = {
  thing: 'Integration',
  table: tables.Integration,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The integration has a balance of ' || trim_scale(balance) || '.' AS text
      FROM integrations WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid AND balance <> 0`,
    Prisma.sql`SELECT 'The integration is used by the client company "' || name || '".' AS text
      FROM client_companies WHERE integration_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
  ],
  history: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The integration has entries in the ledger.' AS text
      FROM ledger_entries WHERE integration_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
  ],
};

export const ledgerFilter = listFilter('LedgerFilter', {
  integrationId: is('ID', 'Of this integration.'),
  kind: oneOf('LedgerKind', 'One of these kinds.'),
  createdAt: within('When it was entered.'),
});
