import { isUuid, loadById, loaderFor, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { countContacts } from '../../delivery/reach/count-contacts.ts';
import { type SegmentFilter, storedFilter } from '../../delivery/reach/filter.ts';
import type { Condition } from '../../delivery/reach/look.ts';
import { audienceCondition, segmentCondition } from '../../delivery/reach/rules.ts';

/** Whom a campaign's segments reach: see {@link audienceCondition}. */
interface Audience {
  filters: SegmentFilter[];
  alsoIn: SegmentFilter | null;
}

/** Segments that the team does not have hold nobody. */
async function audienceOf(
  ctx: ReadContext,
  segmentIds: readonly string[],
  filterSegmentId?: string | null,
): Promise<Audience> {
  const filterOf = async (id: string) => {
    const segment = await loadById(ctx, tables.Segment, id, ['filter']);
    return segment && storedFilter(segment.filter);
  };
  const ids = [...new Set(segmentIds.filter(isUuid).map((id) => id.toLowerCase()))];
  const [alsoIn, filters] = await Promise.all([
    filterSegmentId ? filterOf(filterSegmentId) : null,
    Promise.all(ids.map(filterOf)),
  ]);
  const isGone = filterSegmentId && alsoIn === null;
  return { filters: isGone ? [] : filters.filter((filter) => filter !== null), alsoIn };
}

/** As a draft without segments: there is nothing to go through the team's contacts for. */
const isNobody = ({ filters }: Audience) => filters.length === 0;

/** How many contacts a campaign of these segments would reach, each counted once. */
export async function countAudience(
  ctx: ReadContext,
  segmentIds: readonly string[],
  filterSegmentId?: string | null,
): Promise<number> {
  const audience = await audienceOf(ctx, segmentIds, filterSegmentId);
  return isNobody(audience) ? 0 : counterOf(ctx).load(JSON.stringify(audience));
}

export async function reachesAnybody(
  ctx: ReadContext,
  segmentIds: readonly string[],
  filterSegmentId?: string | null,
): Promise<boolean> {
  const audience = await audienceOf(ctx, segmentIds, filterSegmentId);
  if (isNobody(audience)) return false;
  const [some] = await countContacts(
    (sql) => read(ctx.reader, sql),
    ctx.teamId,
    [conditionOf(ctx.teamId, audience)],
    ([count]) => count! > 0,
  );
  return some! > 0;
}

/** How many contacts fulfill a segment's filter, those who must not be contacted among them. */
export const countSegment = (ctx: ReadContext, filter: SegmentFilter): Promise<number> =>
  counterOf(ctx).load(JSON.stringify(filter));

/** How many of them fulfill conditions on `contacts t`, too. */
export async function countWithin(
  ctx: ReadContext,
  filter: SegmentFilter,
  conditions: readonly Prisma.Sql[],
): Promise<number> {
  const all: Condition = (look) => Prisma.join([segmentCondition(ctx.teamId, filter, look), ...conditions], ' AND ');
  const [count] = await countContacts((sql) => read(ctx.reader, sql), ctx.teamId, [all]);
  return count!;
}

/** How many of them may be contacted. */
export const countReachable = (ctx: ReadContext, filter: SegmentFilter): Promise<number> =>
  counterOf(ctx).load(JSON.stringify({ filters: [filter], alsoIn: null } satisfies Audience));

/** Counts everything that a request asks for at a time in one pass, the same things once. */
const counterOf = (ctx: ReadContext) =>
  loaderFor<number>(ctx, countContacts, '', (asked) =>
    countContacts(
      (sql) => read(ctx.reader, sql),
      ctx.teamId,
      asked.map((text) => conditionOf(ctx.teamId, JSON.parse(text) as Audience | SegmentFilter)),
    ),
  );

const conditionOf =
  (teamId: string, of: Audience | SegmentFilter): Condition =>
  (look) =>
    'filters' in of ? audienceCondition(teamId, of.filters, of.alsoIn, look) : segmentCondition(teamId, of, look);
