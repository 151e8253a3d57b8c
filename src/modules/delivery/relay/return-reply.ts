import type { Tx } from '../../../database/transaction.ts';
import type { KeptReply } from '../receipts/keep-reply.ts';
import { folded } from '../receipts/keywords.ts';
import { writeReturns } from './return-receipts.ts';

/**
 * A reply goes to the endpoint that has its first word, else to the one that has the sender, where the provider names none that of the
 * conversation. STOP has acted before.
 */
export async function returnReply(
  tx: Tx,
  teamId: string,
  { id, number, sender, at }: Pick<KeptReply, 'id' | 'number' | 'sender' | 'at'>,
  text: string,
  now: Date,
): Promise<void> {
  if (sender === null) return;
  const [word = ''] = folded(text).split(' ');
  const owner = await tx.row<{ endpointId: string }>`SELECT seller_endpoint_id AS "endpointId" FROM hub_senders
    WHERE team_id = ${teamId}::uuid AND sender = ${sender} AND keyword IN (${word}, '') ORDER BY keyword = '' LIMIT 1`;
  if (!owner) return;
  const content = { replyId: id, from: number, to: sender, text, receivedAt: at.toISOString() };
  await writeReturns(tx, teamId, 'reply', [{ endpointId: owner.endpointId, subjectId: id, content }], now);
}
