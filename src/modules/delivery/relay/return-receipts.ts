import { idIn } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { type HubReturnKind, Prisma } from '../../../generated/prisma/client.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { recordFinals } from './finals.ts';
import type { ReturnedReceipt, ReturnedReply } from './returned.ts';

/**
 * What follows from the end of messages, in the transaction that ended them: receipts for the seller, of each part as the seller
 * wished of it.
 */
export async function returnReceipts(tx: Tx, teamId: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const ended = await tx.rows<
    Omit<ReturnedReceipt, 'messageId' | 'submittedAt' | 'doneAt'> & {
      endpointId: string;
      subjectId: string;
      createdAt: Date;
      settledAt: Date | null;
    }
  >`SELECT m.seller_endpoint_id AS "endpointId", s.id AS "subjectId", m.reference, m.sender, m.destination, m.status,
        COALESCE(m.dlr_code, 0) AS code, m.reason, left(m.text, 20) AS text, m.created_at AS "createdAt",
        m.settled_at AS "settledAt"
      FROM hub_messages m
      CROSS JOIN LATERAL unnest(CASE WHEN m.part_ids = '{}' THEN ARRAY[m.id] ELSE m.part_ids END) WITH ORDINALITY s(id, at)
      LEFT JOIN LATERAL (SELECT p.receipts FROM hub_parts p WHERE p.team_id = ${teamId}::uuid AND p.id = s.id OFFSET 0) p ON TRUE
      CROSS JOIN LATERAL (SELECT COALESCE(p.receipts, m.receipts) AS receipts) wish
      WHERE m.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`m.id`, ids)}
        AND (wish.receipts = 'all' OR wish.receipts = 'failures' AND m.status <> 'delivered') ORDER BY m.id, s.at`;
  const receipts = ended.map(({ endpointId, subjectId, createdAt, settledAt, ...message }) => ({
    endpointId,
    subjectId,
    content: {
      messageId: subjectId,
      ...message,
      submittedAt: createdAt.toISOString(),
      doneAt: (settledAt ?? now).toISOString(),
    } satisfies ReturnedReceipt,
  }));
  await markHubMessages(tx, teamId, ids);
  await recordFinals(tx, teamId, ids, now);
  await writeReturns(tx, teamId, 'receipt', receipts, now);
}

interface Returned {
  endpointId: string;
  subjectId: string;
  content: ReturnedReceipt | ReturnedReply;
}

/** Nothing goes back to an endpoint that was deleted. */
export async function writeReturns(
  tx: Tx,
  teamId: string,
  kind: HubReturnKind,
  returned: readonly Returned[],
  now: Date,
): Promise<void> {
  if (returned.length === 0) return;
  await tx.keptChange`INSERT INTO hub_returns (team_id, id, seller_endpoint_id, kind, subject_id, content, due_at, created_at)
      SELECT ${teamId}::uuid, x.id, e.id, ${kind}::hub_return_kind, x.subject, x.content, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${returned.map(() => uuidv7(now.getTime()))}::uuid[], ${returned.map(({ endpointId }) => endpointId)}::uuid[],
        ${returned.map(({ subjectId }) => subjectId)}::uuid[], ${returned.map(({ content }) => JSON.stringify(content))}::jsonb[])
        x(id, endpoint, subject, content)
      JOIN seller_endpoints e ON e.team_id = ${teamId}::uuid AND e.id = x.endpoint`;
}
