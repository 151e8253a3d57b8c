import { nestedAggregate } from '../../database/aggregates.ts';
import { equals, isSet } from '../../database/filters.ts';
import { nestedList, type ReadContext } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type LookupResult, type MnpLookup, Prisma } from '../../generated/prisma/client.ts';

export const mnpLookups = defineTable<MnpLookup>('mnp_lookups', Prisma.MnpLookupScalarFieldEnum);

export interface LookupResultFilter {
  isChecked?: boolean | null;
  isReachable?: boolean | null;
  isPorted?: boolean | null;
  networkId?: number | null;
}

/** Results have no team of their own: they belong to their lookup's. */
export const lookupResults = defineTable<LookupResult>('lookup_results', Prisma.LookupResultScalarFieldEnum, {
  scope: (teamId) =>
    Prisma.sql`EXISTS (SELECT 1 FROM mnp_lookups o WHERE o.id = t.mnp_lookup_id AND o.team_id = ${teamId}::uuid)`,
});

export const resultsOfMnpLookup = nestedList(lookupResults, {
  parent: Prisma.sql`t.mnp_lookup_id`,
  order: Prisma.sql`t.number, t.id`,
  filter: ({ filter }: { filter?: LookupResultFilter | null }) => [
    ...isSet(Prisma.sql`t.checked_at`, filter?.isChecked),
    ...equals(Prisma.sql`t.is_reachable`, 'boolean', filter?.isReachable),
    ...equals(Prisma.sql`t.is_ported`, 'boolean', filter?.isPorted),
    ...equals(Prisma.sql`t.network_id`, 'int', filter?.networkId),
  ],
});

export interface ResultCounts {
  waiting: number;
  reachable: number;
  unreachable: number;
  ported: number;
}

const resultCounts = nestedAggregate<ResultCounts>(lookupResults, {
  parent: Prisma.sql`t.mnp_lookup_id`,
  select: Prisma.sql`count(*) FILTER (WHERE t.next_try_at IS NOT NULL OR t.checked_at IS NULL
      OR t.checked_at < t.asked_at) AS waiting,
    count(*) FILTER (WHERE t.is_reachable) AS reachable, count(*) FILTER (WHERE NOT t.is_reachable) AS unreachable,
    count(*) FILTER (WHERE t.is_ported) AS ported`,
});

const NO_RESULTS: ResultCounts = { waiting: 0, reachable: 0, unreachable: 0, ported: 0 };

export const resultsByState = async (ctx: ReadContext, mnpLookupId: string): Promise<ResultCounts> =>
  (await resultCounts.load(ctx, mnpLookupId))[0] ?? NO_RESULTS;
