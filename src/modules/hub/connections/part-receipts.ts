import type { Db } from '../../../database/transaction.ts';
import { type FailedPart, tellParts } from '../traffic/part-receipts.ts';

const INCOMPLETE = 'The other parts of the message did not come in time.';

/** Longer than a message takes that was complete at the last moment. */
const UNDER_WAY_SECONDS = 60;

const AT_ONCE = 500;

/** Parts whose others did not come are given up, each with a receipt. */
export async function giveUpParts(db: Db, seconds: number): Promise<void> {
  while ((await giveUpSome(db, seconds)) === AT_ONCE);
}

function giveUpSome(db: Db, seconds: number): Promise<number> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const parts = await tx.rows<
      FailedPart & { teamId: string }
    >`DELETE /* across teams: parts that wait too long */ FROM hub_parts p
      USING (SELECT team_id, id FROM hub_parts WHERE created_at < now() - make_interval(secs => ${seconds + UNDER_WAY_SECONDS}::int)
          AND message_id IS NULL${tx.reach.within('team_id')} ORDER BY created_at LIMIT ${AT_ONCE}::int FOR UPDATE SKIP LOCKED) old
      WHERE p.team_id = old.team_id AND p.id = old.id${tx.reach.within('p.team_id')}
      RETURNING p.team_id AS "teamId", p.id, p.seller_endpoint_id AS "endpointId", p.sender, p.destination, p.receipts,
        p.created_at AS "createdAt", ${INCOMPLETE} AS reason`;
    for (const teamId of new Set(parts.map((part) => part.teamId))) {
      const own = parts.filter((part) => part.teamId === teamId);
      await tellParts(tx, teamId, own, 'failed', now);
    }
    return parts.length;
  });
}
