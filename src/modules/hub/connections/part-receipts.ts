import { idOf } from '../../../database/partitions.ts';
import type { Db } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { tryEach } from '../../../jobs/try-each.ts';
import { type FailedPart, tellParts } from '../traffic/part-receipts.ts';

const INCOMPLETE = 'The other parts of the message did not come in time.';

/** Longer than a message takes that was complete at the last moment. */
const UNDER_WAY_SECONDS = 60;

const AT_ONCE = 500;

/** Parts whose others did not come are given up, each with a receipt. */
export async function giveUpParts(db: Db, seconds: number): Promise<void> {
  const age = seconds + UNDER_WAY_SECONDS;
  const teams = await db.rows<{
    teamId: string;
  }>`SELECT /* across teams: parts that wait too long */ DISTINCT team_id AS "teamId"
    FROM hub_parts WHERE ${isOld(age)}${db.reach.within('team_id')}`;
  await tryEach(teams, async ({ teamId }) => {
    while ((await giveUpSome(db, teamId, age)) === AT_ONCE);
  });
}

const isOld = (seconds: number) =>
  Prisma.sql`created_at < now() - make_interval(secs => ${seconds}::int) AND message_id IS NULL`;

function giveUpSome(db: Db, teamId: string, age: number): Promise<number> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const parts = await tx.rows<FailedPart>`DELETE FROM hub_parts p
      WHERE p.team_id = ${teamId}::uuid AND ${idOf(
        Prisma.sql`p.id`,
        Prisma.sql`SELECT id FROM hub_parts WHERE team_id = ${teamId}::uuid AND ${isOld(age)}
          ORDER BY created_at LIMIT ${AT_ONCE}::int FOR UPDATE SKIP LOCKED`,
      )}
      RETURNING p.id, p.seller_endpoint_id AS "endpointId", p.sender, p.destination, p.receipts,
        p.created_at AS "createdAt", ${INCOMPLETE} AS reason`;
    if (parts.length > 0) await tellParts(tx, teamId, parts, 'failed', now);
    return parts.length;
  });
}
