import type { Tx } from '../../../database/transaction.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { storedFilter } from '../../delivery/reach/filter.ts';

/** Segments of the team whose filter names the tag, locked until the transaction ends. */
export function segmentsNaming(
  tx: Tx,
  teamId: string,
  tag: string,
): Promise<{ id: string; name: string; filter: unknown }[]> {
  return tx.rows`
    SELECT id, name, filter FROM segments
    WHERE team_id = ${teamId}::uuid
      AND (filter->'tagsAny' ? ${tag} OR filter->'tagsAll' ? ${tag} OR filter->'tagsNone' ? ${tag})
    ORDER BY id FOR NO KEY UPDATE`;
}

/** Segments hold tags by name: they follow when one is renamed. */
export async function renameTagInSegments(tx: Tx, teamId: string, from: string, to: string): Promise<void> {
  const renamed = (names: string[]) => [...new Set(names.map((name) => (name === from ? to : name)))];
  for (const { id, filter: json } of await segmentsNaming(tx, teamId, from)) {
    const filter = storedFilter(json);
    const { tagsAny, tagsAll, tagsNone } = filter;
    await tx.prisma.segment.update({
      where: { teamId_id: { teamId, id } },
      data: {
        filter: {
          ...filter,
          tagsAny: renamed(tagsAny),
          tagsAll: renamed(tagsAll),
          tagsNone: renamed(tagsNone),
        } as unknown as Prisma.InputJsonObject,
      },
    });
  }
}
