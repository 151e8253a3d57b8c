import { oneOf, type TimeRange, within } from '../../database/filters.ts';
import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type Integration, type LedgerEntry, type LedgerKind, Prisma } from '../../generated/prisma/client.ts';
import type { Deletable } from '../records/delete-record.ts';

export const integrations = defineTable<Integration>('integrations', Prisma.IntegrationScalarFieldEnum);
export const ledgerEntries = defineTable<LedgerEntry>('ledger_entries', Prisma.LedgerEntryScalarFieldEnum);

/** Money neither vanishes with an integration, nor does what is known of it. */
export const INTEGRATION: Deletable<Integration> = {
  thing: 'Integration',
  table: integrations,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The integration has a balance of ' || trim_scale(balance) || '.' AS text
      FROM integrations WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid AND balance <> 0`,
  ],
  memories: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The integration has entries in the ledger.' AS text
      FROM ledger_entries WHERE integration_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
  ],
};

export interface LedgerFilter {
  kind?: LedgerKind[] | null;
  createdAt?: TimeRange | null;
}

export const ledgerConditions = (filter: LedgerFilter | null | undefined): Prisma.Sql[] => [
  ...oneOf(Prisma.sql`t.kind`, 'ledger_kind', filter?.kind),
  ...within(Prisma.sql`t.created_at`, filter?.createdAt),
];

export const entriesOfIntegration = nestedList(ledgerEntries, {
  parent: Prisma.sql`t.integration_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
  filter: ({ filter }: { filter?: LedgerFilter | null }) => ledgerConditions(filter),
});
