import { nestedAggregate } from '../../database/aggregates.ts';
import { equals, isSet } from '../../database/filters.ts';
import type { ReadContext } from '../../database/lists.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';

export interface LookupResultFilter {
  isChecked?: boolean | null;
  isReachable?: boolean | null;
  isPorted?: boolean | null;
  networkId?: number | null;
}

export const resultConditions = ({ filter }: { filter?: LookupResultFilter | null }): Prisma.Sql[] => [
  ...isSet(Prisma.sql`t.checked_at`, filter?.isChecked),
  ...equals(Prisma.sql`t.is_reachable`, 'boolean', filter?.isReachable),
  ...equals(Prisma.sql`t.is_ported`, 'boolean', filter?.isPorted),
  ...equals(Prisma.sql`t.network_id`, 'int', filter?.networkId),
];

export interface ResultCounts {
  waiting: number;
  reachable: number;
  unreachable: number;
  ported: number;
}

const resultCounts = nestedAggregate<ResultCounts>(tables.LookupResult, {
  parent: Prisma.sql`t.mnp_lookup_id`,
  select: Prisma.sql`count(*) FILTER (WHERE t.next_try_at IS NOT NULL OR t.checked_at IS NULL
      OR t.checked_at < t.asked_at) AS waiting,
    count(*) FILTER (WHERE t.is_reachable) AS reachable, count(*) FILTER (WHERE NOT t.is_reachable) AS unreachable,
    count(*) FILTER (WHERE t.is_ported) AS ported`,
});

const NO_RESULTS: ResultCounts = { waiting: 0, reachable: 0, unreachable: 0, ported: 0 };

export const resultsByState = async (ctx: ReadContext, mnpLookupId: string): Promise<ResultCounts> =>
  (await resultCounts.load(ctx, mnpLookupId))[0] ?? NO_RESULTS;
