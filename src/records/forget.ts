import { identifier } from '../database/table.ts';
import type { Tx } from '../database/transaction.ts';

/** With keys of two columns, `ON DELETE SET NULL` would empty the team, too. */
export async function forget(
  tx: Tx,
  { id, teamId }: { id: string; teamId: string },
  places: readonly (readonly [table: string, column: string])[],
): Promise<void> {
  for (const [table, column] of places) {
    await tx.change`UPDATE ${identifier(table)} SET ${identifier(column)} = NULL
      WHERE team_id = ${teamId}::uuid AND ${identifier(column)} = ${id}::uuid`;
  }
}
