import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { ValidationError } from '../../../errors.ts';
import type { AssignConversationInput, MarkRepliesReadInput } from '../../../generated/inputs.ts';
import type { Conversation, ConversationStatus } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { announceAll, announceConversation, conversationTopic } from '../../../live/announce.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { CONVERSATION } from './lists.ts';

/** Null takes the assignment away. */
export function assignConversation(
  ctx: Context,
  conversationId: string,
  { assigneeId }: AssignConversationInput,
): Promise<Conversation> {
  return changeRecord(ctx, CONVERSATION, conversationId, async (tx, { teamId, id }) => {
    const isMember = assigneeId == null || (isUuid(assigneeId) && (await isMemberHeld(tx, teamId, assigneeId)));
    if (!isMember) throw new ValidationError({ assigneeId: [messages.selected('assigneeId')] });
    const data = { assigneeId: assigneeId ?? null };
    await announceConversation(tx, id);
    return tx.prisma.conversation.update({ where: { teamId_id: { teamId, id } }, data });
  });
}

/** Who leaves the team meanwhile waits, and the conversation is nobody's then. */
const isMemberHeld = async (tx: Tx, teamId: string, userId: string): Promise<boolean> =>
  (
    await tx.rows`SELECT FROM memberships
      WHERE team_id = ${teamId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`
  ).length > 0;

export const setConversationStatus = (ctx: Context, id: string, status: ConversationStatus): Promise<Conversation> =>
  changeRecord(ctx, CONVERSATION, id, async (tx, { teamId }) => {
    await announceConversation(tx, id);
    return tx.prisma.conversation.update({ where: { teamId_id: { teamId, id } }, data: { status } });
  });

/** Not in the reference. */
const MOST_REPLIES = 1_000;

/** Ids of other teams' replies are as good as ids that nobody has. */
export async function markRepliesRead(
  ctx: Context,
  { conversationId, replyIds }: MarkRepliesReadInput,
): Promise<{ readCount: number }> {
  const { team } = viewerOf(ctx);
  if ((conversationId == null) === (replyIds == null))
    throw new ValidationError({
      replyIds: [messages.because('replyIds', 'must be given, or a conversation id instead')],
    });
  if ((replyIds?.length ?? 0) > MOST_REPLIES)
    throw new ValidationError({ replyIds: [messages.atMostItems('replyIds', MOST_REPLIES)] });
  const ids = replyIds?.filter(isUuid) ?? null;
  const conversation = conversationId == null || !isUuid(conversationId) ? null : conversationId;
  return ctx.db.transaction(async (tx) => {
    // Conversations first, as a reply that arrives does, and in their order.
    await tx.rows`SELECT FROM conversations c WHERE c.team_id = ${team.id}::uuid AND (c.id = ${conversation}::uuid OR c.id IN (
        SELECT r.conversation_id FROM sms_replies r WHERE r.team_id = ${team.id}::uuid AND r.id = ANY(${ids}::uuid[])))
      ORDER BY c.id FOR NO KEY UPDATE`;
    const read = await tx.rows<{ conversationId: string | null }>`UPDATE sms_replies r SET read_at = now()
      WHERE r.team_id = ${team.id}::uuid AND r.read_at IS NULL
        AND (r.conversation_id = ${conversation}::uuid OR r.id = ANY(${ids}::uuid[]))
      RETURNING r.conversation_id AS "conversationId"`;
    // Replies that were pruned are in the count, too.
    await tx.change`UPDATE conversations SET unread_count = 0, updated_at = now()
      WHERE team_id = ${team.id}::uuid AND id = ${conversation}::uuid AND unread_count > 0`;
    await tx.change`UPDATE conversations c SET unread_count = greatest(0, c.unread_count - x.count), updated_at = now()
      FROM (SELECT u.id, count(*)::int AS count FROM unnest(${read.map((one) => one.conversationId)}::uuid[]) u(id) GROUP BY u.id) x
      WHERE c.team_id = ${team.id}::uuid AND c.id = x.id`;
    const changed = new Set([conversation, ...read.map((one) => one.conversationId)].flatMap((id) => id ?? []));
    await announceAll(tx, [...changed].map(conversationTopic));
    return { readCount: read.length };
  });
}
