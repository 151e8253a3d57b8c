import type { Tx } from '../../../database/transaction.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { type FilterGroup, storedFilter } from '../../delivery/reach/filter.ts';

/** Segments of the team whose filter names the tag, locked until the transaction ends. */
export function segmentsNaming(
  tx: Tx,
  teamId: string,
  tag: string,
): Promise<{ id: string; name: string; filter: unknown }[]> {
  return tx.rows`
    SELECT id, name, filter FROM segments
    WHERE team_id = ${teamId}::uuid
      AND EXISTS (SELECT FROM jsonb_array_elements(jsonb_build_array(filter) || COALESCE(filter->'anyOf', '[]')) g
        WHERE g->'tagsAny' ? ${tag} OR g->'tagsAll' ? ${tag} OR g->'tagsNone' ? ${tag})
    ORDER BY id FOR NO KEY UPDATE`;
}

/** Segments hold tags by name: they follow when one is renamed. */
export async function renameTagInSegments(tx: Tx, teamId: string, from: string, to: string): Promise<void> {
  const renamed = (names: string[]) => [...new Set(names.map((name) => (name === from ? to : name)))];
  const inGroup = <Group extends FilterGroup>(group: Group): Group => ({
    ...group,
    tagsAny: renamed(group.tagsAny),
    tagsAll: renamed(group.tagsAll),
    tagsNone: renamed(group.tagsNone),
  });
  for (const { id, filter: json } of await segmentsNaming(tx, teamId, from)) {
    const filter = inGroup(storedFilter(json));
    await tx.prisma.segment.update({
      where: { teamId_id: { teamId, id } },
      data: { filter: { ...filter, anyOf: filter.anyOf.map(inGroup) } as unknown as Prisma.InputJsonObject },
    });
  }
}
