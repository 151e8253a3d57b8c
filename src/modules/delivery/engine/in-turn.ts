import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

import type { SendTables } from './send-tables.ts';

/** Most due sends that are tried before giving up: other workers may have them. */
const MOST_WORKERS = 32;

/**
 * The send whose turn it is: the one that waited longest, of the team that waited longest. So a million messages of one
 * team do not hold up a hundred of another. Sends are found across teams; `lock` locks one within its team, by a condition
 * on the send `s` and its campaign `c`, and leaves out what another worker has or is being changed.
 */
export async function firstInTurn<Send>(
  tx: Tx,
  { sends, campaigns, campaignId }: SendTables,
  now: Date,
  lock: (which: Prisma.Sql) => Promise<Send | undefined>,
): Promise<Send | undefined> {
  const active = Prisma.sql`IN ('pending', 'running', 'in_progress')`;
  const isDue = Prisma.sql`s.status ${active} AND s.next_step_at <= ${now}::timestamptz
    AND c.deleted_at IS NULL AND c.status ${active}`;
  const due = await tx.rows<{
    teamId: string;
    id: string;
  }>`SELECT /* across teams: the teams take turns */ s.team_id AS "teamId", s.id
      FROM (SELECT s.*, max(s.turn_at) OVER (PARTITION BY s.team_id) AS of_team FROM ${sends} s
        WHERE s.status ${active}${tx.reach.within('s.team_id')}) s
      JOIN ${campaigns} c ON c.team_id = s.team_id AND c.id = s.${campaignId} WHERE ${isDue}${tx.reach.within('c.team_id')}
      ORDER BY s.of_team NULLS FIRST, s.turn_at NULLS FIRST, s.id
      LIMIT ${MOST_WORKERS}::int`;
  for (const { teamId, id } of due) {
    const send = await lock(Prisma.sql`s.team_id = ${teamId}::uuid AND s.id = ${id}::uuid AND ${isDue}`);
    if (send) return send;
  }
  return undefined;
}
