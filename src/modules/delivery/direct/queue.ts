import { countParts } from 'sms-text';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { DirectMessageKind } from '../../../generated/prisma/client.ts';
import { printable } from '../../../input/printable.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { announceConversation } from '../../../live/announce.ts';

export interface NewDirectMessage {
  teamId: string;
  kind: DirectMessageKind;
  conversationId?: string | null;
  contactId: string | null;
  /** The reply that it answers by itself. */
  replyId?: string;
  smsCampaignId?: string;
  routeId: string;
  /** Canonical digits. */
  number: string;
  senderId: string | null;
  text: string;
  createdById?: string | null;
}

/** In the caller's transaction, as is the conversation's last text. A job sends it. */
export async function queueDirectMessage(tx: Tx, message: NewDirectMessage, now: Date): Promise<string> {
  const { teamId, kind, contactId, routeId, number, senderId } = message;
  const { conversationId = null, replyId = null, smsCampaignId = null, createdById = null } = message;
  const id = uuidv7(now.getTime());
  const text = printable(message.text);
  await tx.change`INSERT INTO direct_messages (team_id, id, kind, conversation_id, contact_id, reply_id, sms_campaign_id,
        route_id, number, sender_id, text, sms_parts, due_at, created_by_id, created_at, updated_at)
      VALUES (${teamId}::uuid, ${id}::uuid, ${kind}::direct_message_kind, ${conversationId}::uuid, ${contactId}::uuid,
        ${replyId}::uuid, ${smsCampaignId}::uuid, ${routeId}::uuid, ${number}::bigint, ${senderId}, ${text},
        ${countParts(text)}::int, ${now}::timestamptz, ${createdById}::uuid, ${now}::timestamptz, ${now}::timestamptz)`;
  if (conversationId !== null) {
    await announceConversation(tx, conversationId);
    await tx.change`UPDATE conversations SET last_text = ${text}, last_direction = 'outbound',
        last_activity_at = greatest(last_activity_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${conversationId}::uuid`;
  }
  await addJob(tx, sendJob({ teamId, id }));
  return id;
}

export const sendJob = ({ teamId, id }: { teamId: string; id: string }) => ({
  task: 'send_direct_message',
  payload: { teamId, id },
  key: `direct-message:${id}`,
  maxAttempts: 10,
});
