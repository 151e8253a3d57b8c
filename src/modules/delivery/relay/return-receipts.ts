import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { HubReturnKind } from '../../../generated/prisma/client.ts';
import { announceAll, hubReturnsTopic } from '../../../live/announce.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { recordFinals } from './finals.ts';
import type { ReturnedReceipt, ReturnedReply } from './returned.ts';

/**
 * What follows from the end of messages, in the transaction that ended them: receipts for the seller, one of each part, as
 * the seller wished.
 */
export async function returnReceipts(tx: Tx, teamId: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const ended = await tx.rows<
    Omit<ReturnedReceipt, 'messageId' | 'submittedAt' | 'doneAt'> & {
      endpointId: string;
      subjects: string[];
      createdAt: Date;
      settledAt: Date | null;
    }
  >`SELECT seller_endpoint_id AS "endpointId", CASE WHEN part_ids = '{}' THEN ARRAY[id] ELSE part_ids END AS subjects,
        reference, sender, destination, status, COALESCE(dlr_code, 0) AS code, reason, left(text, 20) AS text,
        created_at AS "createdAt", settled_at AS "settledAt"
      FROM hub_messages WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[])
        AND (receipts = 'ALL' OR receipts = 'FAILURES' AND status <> 'DELIVERED') ORDER BY id`;
  const receipts = ended.flatMap(({ endpointId, subjects, createdAt, settledAt, ...message }) =>
    subjects.map((messageId) => ({
      endpointId,
      subjectId: messageId,
      content: {
        messageId,
        ...message,
        submittedAt: createdAt.toISOString(),
        doneAt: (settledAt ?? now).toISOString(),
      } satisfies ReturnedReceipt,
    })),
  );
  await markHubMessages(tx, teamId, ids);
  await recordFinals(tx, teamId, ids, now);
  await writeReturns(tx, teamId, 'RECEIPT', receipts, now);
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
  await tx.change`INSERT INTO hub_returns (team_id, id, seller_endpoint_id, kind, subject_id, content, due_at, created_at)
      SELECT ${teamId}::uuid, x.id, e.id, ${kind}::hub_return_kind, x.subject, x.content, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${returned.map(() => uuidv7(now.getTime()))}::uuid[], ${returned.map(({ endpointId }) => endpointId)}::uuid[],
        ${returned.map(({ subjectId }) => subjectId)}::uuid[], ${returned.map(({ content }) => JSON.stringify(content))}::jsonb[])
        x(id, endpoint, subject, content)
      JOIN seller_endpoints e ON e.team_id = ${teamId}::uuid AND e.id = x.endpoint`;
  await announceAll(tx, [...new Set(returned.map(({ endpointId }) => hubReturnsTopic(endpointId)))]);
}
