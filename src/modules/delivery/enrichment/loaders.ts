import { nestedAggregate } from '../../../database/reads/aggregates.ts';
import { is, isSet, listFilter, numbered } from '../../../database/reads/filters.ts';
import type { ReadContext } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export const lookupResultFilter = listFilter('NumberLookupResultFilter', {
  isChecked: isSet('checkedAt', 'With an answer or without one yet.'),
  isReachable: is('Boolean', 'Can be reached or not.'),
  isPorted: is('Boolean', 'Came from another network or not.'),
  networkId: numbered('Served by this network.'),
});

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
