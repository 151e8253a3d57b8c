import { idIn } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { type HubReceiptWish, type HubReturnKind, Prisma } from '../../../generated/prisma/client.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { recordFinals } from './finals.ts';
import type { ReturnedReceipt, ReturnedReply } from './returned.ts';

/** A message that came to its end. */
export interface Ended {
  id: string;
  endpointId: string;
  reference: string | null;
  sender: string;
  destination: string;
  status: ReturnedReceipt['status'];
  code: number;
  reason: string | null;
  text: string;
  createdAt: Date;
  settledAt: Date | null;
  partIds: string[];
  receipts: HubReceiptWish;
}

/** The columns of a message `m` that make it one. */
export const ENDED = Prisma.sql`m.id, m.seller_endpoint_id AS "endpointId", m.reference, m.sender, m.destination, m.status,
  COALESCE(m.dlr_code, 0) AS code, m.reason, left(m.text, 20) AS text, m.created_at AS "createdAt", m.settled_at AS "settledAt",
  m.part_ids AS "partIds", m.receipts`;

/**
 * What follows from the end of messages, in the transaction that ended them: receipts for the seller, of each part as the seller
 * wished of it.
 */
export async function returnReceipts(tx: Tx, teamId: string, ended: readonly Ended[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  const inOrder = [...ended].sort((a, b) => (a.id < b.id ? -1 : 1));
  const ids = inOrder.map(({ id }) => id);
  const wishes = await wishesOf(
    tx,
    teamId,
    inOrder.flatMap(({ partIds }) => partIds),
  );
  const subjectsOf = ({ id, partIds }: Ended) => (partIds.length === 0 ? [id] : partIds);
  const receipts = inOrder.flatMap((message) =>
    subjectsOf(message)
      .filter((subjectId) => isWished(wishes.get(subjectId) ?? message.receipts, message.status))
      .map((subjectId) => ({
        endpointId: message.endpointId,
        subjectId,
        content: contentOf(message, subjectId, now),
      })),
  );
  await markHubMessages(tx, teamId, ids);
  await recordFinals(tx, teamId, ids, now);
  await writeReturns(tx, teamId, 'receipt', receipts, now);
}

const isWished = (wish: HubReceiptWish, status: Ended['status']) =>
  wish === 'all' || (wish === 'failures' && status !== 'delivered');

const contentOf = (message: Ended, subjectId: string, now: Date): ReturnedReceipt => ({
  messageId: subjectId,
  reference: message.reference,
  sender: message.sender,
  destination: message.destination,
  status: message.status,
  code: message.code,
  reason: message.reason,
  text: message.text,
  submittedAt: message.createdAt.toISOString(),
  doneAt: (message.settledAt ?? now).toISOString(),
});

async function wishesOf(tx: Tx, teamId: string, partIds: readonly string[]): Promise<Map<string, HubReceiptWish>> {
  if (partIds.length === 0) return new Map();
  const parts = await tx.rows<{ id: string; receipts: HubReceiptWish }>`SELECT id, receipts FROM hub_parts
    WHERE team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`id`, partIds)}`;
  return new Map(parts.map(({ id, receipts }) => [id, receipts]));
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
      JOIN seller_endpoints e ON e.team_id = ${teamId}::uuid AND e.id = x.endpoint AND e.deleting_at IS NULL`;
}
