import type { Db, Tx } from '../../../database/transaction.ts';
import type { HubReceiptWish } from '../../../generated/prisma/client.ts';
import { writeReturns } from '../../delivery/relay/return-receipts.ts';
import type { ReturnedReceipt } from '../../delivery/relay/returned.ts';

interface Failed {
  id: string;
  endpointId: string;
  sender: string;
  destination: string;
  receipts: HubReceiptWish;
  createdAt: Date;
  reason: string;
}

const receiptOf = (
  { id, sender, destination, createdAt, reason }: Failed,
  status: ReturnedReceipt['status'],
  now: Date,
) =>
  ({
    ...{ messageId: id, reference: null, sender, destination, status, code: 0, reason, text: '' },
    ...{ submittedAt: createdAt.toISOString(), doneAt: now.toISOString() },
  }) satisfies ReturnedReceipt;

/** Parts that were answered, of messages that were refused once they were complete, in the commit that refuses them. */
export async function rejectParts(
  tx: Tx,
  teamId: string,
  refused: readonly { id: string; reason: string }[],
  now: Date,
): Promise<void> {
  if (refused.length === 0) return;
  const parts =
    await tx.rows<Failed>`SELECT p.id, p.seller_endpoint_id AS "endpointId", p.sender, p.destination, p.receipts,
      p.created_at AS "createdAt", x.reason
    FROM unnest(${refused.map(({ id }) => id)}::uuid[], ${refused.map(({ reason }) => reason)}::text[]) x(id, reason)
    JOIN hub_parts p ON p.team_id = ${teamId}::uuid AND p.id = x.id`;
  await tell(tx, teamId, parts, 'REJECTED', now);
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
        p.created_at AS "createdAt", ${INCOMPLETE}::text AS reason`;
    for (const teamId of new Set(parts.map((part) => part.teamId))) {
      const own = parts.filter((part) => part.teamId === teamId);
      await tell(tx, teamId, own, 'FAILED', now);
    }
  });
}

const tell = (tx: Tx, teamId: string, parts: readonly Failed[], status: ReturnedReceipt['status'], now: Date) =>
  writeReturns(
    tx,
    teamId,
    'RECEIPT',
    parts
      .filter(({ receipts }) => receipts !== 'NONE')
      .map((part) => ({
        endpointId: part.endpointId,
        subjectId: part.id,
        content: receiptOf(part, status, now),
      })),
    now,
  );
