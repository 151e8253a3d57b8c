import type { Db } from '../../../database/transaction.ts';
import type { HubReceiptWish } from '../../../generated/prisma/client.ts';
import { writeReturns } from '../../delivery/relay/return-receipts.ts';
import type { ReturnedReceipt } from '../../delivery/relay/returned.ts';
import type { EndpointKey } from '../traffic/submission.ts';

interface Failed {
  id: string;
  endpointId: string;
  sender: string;
  destination: string;
  receipts: HubReceiptWish;
  createdAt: Date;
}

const receiptOf = (
  { id, sender, destination, createdAt }: Failed,
  status: ReturnedReceipt['status'],
  reason: string,
  now: Date,
) =>
  ({
    ...{ messageId: id, reference: null, sender, destination, status, code: 0, reason, text: '' },
    ...{ submittedAt: createdAt.toISOString(), doneAt: now.toISOString() },
  }) satisfies ReturnedReceipt;

/** Parts that were answered, of a message that was refused once it was complete. */
export async function failParts(
  db: Db,
  { teamId, endpointId }: EndpointKey,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  const now = new Date();
  await db.transaction(async (tx) => {
    const parts = await tx.rows<Failed>`SELECT id, seller_endpoint_id AS "endpointId", sender, destination, receipts,
        created_at AS "createdAt" FROM hub_parts
      WHERE team_id = ${teamId}::uuid AND seller_endpoint_id = ${endpointId}::uuid AND id = ANY(${ids}::uuid[])`;
    await tell(tx, teamId, parts, 'REJECTED', reason, now);
  });
}

const INCOMPLETE = 'The other parts of the message did not come in time.';

/** Longer than a message takes that was complete at the last moment. */
const UNDER_WAY_SECONDS = 60;

/** Parts whose others did not come are given up, each with a receipt. */
export async function giveUpParts(db: Db, seconds: number): Promise<void> {
  const now = new Date();
  await db.transaction(async (tx) => {
    const parts = await tx.rows<
      Failed & { teamId: string }
    >`DELETE /* across teams: parts that wait too long */ FROM hub_parts p
      USING (SELECT team_id, id FROM hub_parts WHERE created_at < now() - make_interval(secs => ${seconds + UNDER_WAY_SECONDS}::int)
          AND message_id IS NULL ORDER BY created_at LIMIT 500 FOR UPDATE SKIP LOCKED) old
      WHERE p.team_id = old.team_id AND p.id = old.id
      RETURNING p.team_id AS "teamId", p.id, p.seller_endpoint_id AS "endpointId", p.sender, p.destination, p.receipts,
        p.created_at AS "createdAt"`;
    for (const teamId of new Set(parts.map((part) => part.teamId))) {
      const own = parts.filter((part) => part.teamId === teamId);
      await tell(tx, teamId, own, 'FAILED', INCOMPLETE, now);
    }
  });
}

const tell = (
  tx: Db,
  teamId: string,
  parts: readonly Failed[],
  status: ReturnedReceipt['status'],
  reason: string,
  now: Date,
) =>
  writeReturns(
    tx,
    teamId,
    'RECEIPT',
    parts
      .filter(({ receipts }) => receipts !== 'NONE')
      .map((part) => ({
        endpointId: part.endpointId,
        subjectId: part.id,
        content: receiptOf(part, status, reason, now),
      })),
    now,
  );
