import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type LookupResult, type MnpLookup, Prisma } from '../../generated/prisma/client.ts';

export const mnpLookups = defineTable<MnpLookup>('mnp_lookups', Prisma.MnpLookupScalarFieldEnum);

/** Results have no team of their own: they belong to their lookup's. */
export const lookupResults = defineTable<LookupResult>('lookup_results', Prisma.LookupResultScalarFieldEnum, {
  scope: (teamId) =>
    Prisma.sql`EXISTS (SELECT 1 FROM mnp_lookups o WHERE o.id = t.mnp_lookup_id AND o.team_id = ${teamId}::uuid)`,
});

export const resultsOfMnpLookup = nestedList(lookupResults, {
  parent: Prisma.sql`t.mnp_lookup_id`,
  order: Prisma.sql`t.number, t.id`,
});
