import { LRUCache } from 'lru-cache';
import { type Context, viewerOf } from '../../../context.ts';
import { read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { conversationTopic, replyTopic } from '../../../live/announce.ts';
import { getRecord } from '../../../records/get-record.ts';
import { CONVERSATION } from './lists.ts';

export async function watchConversation(ctx: Context, given: string): Promise<AsyncIterable<{ id: string }>> {
  const { id } = await getRecord(ctx, CONVERSATION, given, ['id']);
  return ctx.streams.states(viewerOf(ctx), conversationTopic(id), { id });
}

const MOST_MISSED = 500;
/** A reply may be stored some time after it was sent. */
const SLACK_MS = 60_000;

/** What was missed during a lost connection follows when it is back. */
export async function watchReplies(
  ctx: Context,
  conversationId: string | null | undefined,
): Promise<AsyncIterable<{ id: string }>> {
  const viewer = viewerOf(ctx);
  const conversation = conversationId == null ? null : await getRecord(ctx, CONVERSATION, conversationId, ['id']);
  const ofConversation = conversation ? Prisma.sql`t.conversation_id = ${conversation.id}::uuid` : Prisma.sql`TRUE`;
  const find = (which: Prisma.Sql) =>
    read<{ id: string }>(
      ctx.reader,
      Prisma.sql`SELECT t.id FROM sms_replies t WHERE ${tables.SmsReply.scope(viewer.team.id)} AND ${ofConversation}
        AND ${which} ORDER BY t.received_at, t.id LIMIT ${MOST_MISSED}::int`,
    );
  const since = (from: number) => find(Prisma.sql`t.received_at > ${new Date(from - SLACK_MS)}::timestamptz`);
  const told = new LRUCache<string, true>({ max: 2 * MOST_MISSED });
  let knownUntil = Date.now();
  // Those from before are not told, even after a lost connection.
  for (const { id } of await since(knownUntil)) told.set(id, true);
  return ctx.streams.items(viewer, replyTopic(viewer.team.id), async (id) => {
    const asked = Date.now();
    const found = id === null ? await since(knownUntil) : await find(Prisma.sql`t.id = ${id}::uuid`);
    knownUntil = asked;
    const replies = found.filter((reply) => !told.has(reply.id));
    for (const reply of replies) told.set(reply.id, true);
    return replies;
  });
}
