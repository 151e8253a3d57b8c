import type { Tx } from '../../../database/transaction.ts';
import type { HubReceiptWish } from '../../../generated/prisma/client.ts';
import { writeReturns } from '../../delivery/relay/return-receipts.ts';
import type { ReturnedReceipt } from '../../delivery/relay/returned.ts';
import type { Decided } from './write.ts';

/** A part that was answered and went nowhere. */
export interface FailedPart {
  id: string;
  endpointId: string;
  sender: string;
  destination: string;
  receipts: HubReceiptWish;
  createdAt: Date;
  reason: string;
}

const receiptOf = (
  { id, sender, destination, createdAt, reason }: FailedPart,
  status: ReturnedReceipt['status'],
  now: Date,
) =>
  ({
    ...{ messageId: id, reference: null, sender, destination, status, code: 0, reason, text: '' },
    ...{ submittedAt: createdAt.toISOString(), doneAt: now.toISOString(), isPart: true },
  }) satisfies ReturnedReceipt;

export const tellParts = (
  tx: Tx,
  teamId: string,
  parts: readonly FailedPart[],
  status: ReturnedReceipt['status'],
  now: Date,
) =>
  writeReturns(
    tx,
    teamId,
    'receipt',
    parts
      .filter(({ receipts }) => receipts !== 'none')
      .map((part) => ({
        endpointId: part.endpointId,
        subjectId: part.id,
        content: receiptOf(part, status, now),
      })),
    now,
  );

/** Parts that were answered, of messages that are refused now that they are complete. In the commit that refuses them. */
export async function refuseParts(tx: Tx, teamId: string, written: readonly Decided[], now: Date): Promise<void> {
  const refused = written.flatMap(({ submission: { partIds, answeredPartId }, decision }) =>
    decision.kind === 'refuse'
      ? partIds.filter((part) => part !== answeredPartId).map((part) => ({ part, reason: decision.reason }))
      : [],
  );
  if (refused.length === 0) return;
  const parts = await tx.rows<FailedPart>`SELECT p.id, p.seller_endpoint_id AS "endpointId", p.sender,
      p.destination, p.receipts, p.created_at AS "createdAt", x.reason
    FROM unnest(${refused.map(({ part }) => part)}::uuid[], ${refused.map(({ reason }) => reason)}::text[]) x(part, reason)
    CROSS JOIN LATERAL (SELECT * FROM hub_parts p WHERE p.team_id = ${teamId}::uuid AND p.id = x.part OFFSET 0) p ORDER BY p.id`;
  await tellParts(tx, teamId, parts, 'rejected', now);
}
