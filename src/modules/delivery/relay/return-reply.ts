import type { Reply } from 'sms-providers';
import type { Tx } from '../../../database/transaction.ts';
import { plainSender } from '../receipts/keep-reply.ts';
import { folded } from '../receipts/keywords.ts';
import { writeReturns } from './return-receipts.ts';

/** A reply goes to the endpoint that has its first word, else to the one that has the sender. STOP has acted before. */
export async function returnReply(
  tx: Tx,
  teamId: string,
  { id, number, text, to, at }: Pick<Reply, 'text' | 'to' | 'at'> & { id: string; number: string },
  now: Date,
): Promise<void> {
  const sender = plainSender(to);
  if (sender === null) return;
  const [word = ''] = folded(text).split(' ');
  const owner = await tx.row<{ endpointId: string }>`SELECT seller_endpoint_id AS "endpointId" FROM hub_senders
    WHERE team_id = ${teamId}::uuid AND sender = ${sender} AND keyword IN (${word}, '') ORDER BY keyword = '' LIMIT 1`;
  if (!owner) return;
  const content = { replyId: id, from: number, to: sender, text, receivedAt: at.toISOString() };
  await writeReturns(tx, teamId, 'reply', [{ endpointId: owner.endpointId, subjectId: id, content }], now);
}
