import { isUuid, type ReadContext } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { storedFilter } from '../../delivery/reach/filter.ts';
import { audienceCondition } from '../../delivery/reach/rules.ts';

type Reading = Pick<ReadContext, 'reader' | 'teamId'>;

/**
 * Whom a campaign's segments reach, as a condition on `contacts t` that includes the team: contacts in any of `segmentIds`, in
 * the filter segment if one is named, and not on the do-not-contact list. Segments that the team does not have hold nobody.
 */
export async function audienceOf(
  ctx: Reading,
  segmentIds: readonly string[],
  filterSegmentId?: string | null,
): Promise<Prisma.Sql> {
  const ids = segmentIds.filter(isUuid).map((id) => id.toLowerCase());
  const filterId = filterSegmentId?.toLowerCase() ?? null;
  const wanted = [...new Set([...ids, ...(filterId !== null && isUuid(filterId) ? [filterId] : [])])];
  const rows =
    wanted.length === 0
      ? []
      : await read<{ id: string; filter: unknown }>(
          ctx.reader,
          Prisma.sql`SELECT id, filter FROM segments WHERE team_id = ${ctx.teamId}::uuid AND id = ANY(${wanted}::uuid[])`,
        );
  const filters = new Map(rows.map(({ id, filter }) => [id, storedFilter(filter)]));
  const alsoIn = filterId === null ? null : filters.get(filterId);
  const condition =
    alsoIn === undefined
      ? Prisma.sql`FALSE`
      : audienceCondition(
          ctx.teamId,
          [...new Set(ids)].flatMap((id) => filters.get(id) ?? []),
          alsoIn,
        );
  return Prisma.sql`t.team_id = ${ctx.teamId}::uuid AND ${condition}`;
}

/** How many contacts {@link audienceOf} holds, each counted once. Two statements. */
export async function countAudience(
  ctx: Reading,
  segmentIds: readonly string[],
  filterSegmentId?: string | null,
): Promise<number> {
  const audience = await audienceOf(ctx, segmentIds, filterSegmentId);
  const [row] = await read<{ count: number }>(
    ctx.reader,
    Prisma.sql`SELECT count(*) AS count FROM contacts t WHERE ${audience}`,
  );
  return row!.count;
}
