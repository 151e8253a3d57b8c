import type { Tx } from '../../../database/transaction.ts';
import { queueDirectMessage } from '../direct/queue.ts';
import type { KeptReply } from './keep-reply.ts';
import { notifyOf } from './keyword-notice.ts';

/** Tags the contact, answers and notifies, as the team's keyword says. */
export async function doKeyword(tx: Tx, teamId: string, kept: KeptReply, now: Date): Promise<void> {
  const rule = await tx.row<{ tagId: string | null; answer: string | null; notifies: boolean }>`
    SELECT tag_id AS "tagId", answer, cardinality(notify_user_ids) > 0 AS notifies
    FROM reply_keywords WHERE team_id = ${teamId}::uuid AND id = ${kept.keywordId}::uuid FOR KEY SHARE`;
  if (rule?.tagId && kept.contactId !== null)
    await tx.change`INSERT INTO contact_tags (team_id, contact_id, tag_id)
      VALUES (${teamId}::uuid, ${kept.contactId}::uuid, ${rule.tagId}::uuid) ON CONFLICT DO NOTHING`;
  if (rule?.answer) await answerByItself(tx, teamId, kept, rule.answer, now);
  if (rule?.notifies) await notifyOf(tx, { teamId, keywordId: kept.keywordId!, replyId: kept.id }, now);
}

/** Automatic answers to a number in 24 hours. */
const MOST_ANSWERS = 10;

/** The same question once in ten minutes, and few in a day, or two machines would answer each other forever. */
export async function answerByItself(tx: Tx, teamId: string, kept: KeptReply, text: string, now: Date): Promise<void> {
  const { kind, keyword, number, contactId, conversationId, routeId, sender: senderId } = kept;
  const answered = await tx.row<{ same: number; all: number }>`SELECT count(*)::int AS "all",
      (count(*) FILTER (WHERE r.kind = ${kind}::reply_kind AND r.keyword IS NOT DISTINCT FROM ${keyword}
        AND (d.status IN ('queued', 'sending')
          OR COALESCE(d.handed_at, d.created_at) > ${now}::timestamptz - interval '10 minutes')))::int AS same
    FROM direct_messages d JOIN sms_replies r ON r.team_id = ${teamId}::uuid AND r.id = d.reply_id
    WHERE d.team_id = ${teamId}::uuid AND d.number = ${number}::bigint AND d.kind IN ('help', 'keyword')
      AND d.created_at > ${now}::timestamptz - interval '24 hours'`;
  if (answered!.same > 0 || answered!.all >= MOST_ANSWERS) return;
  const answer = { teamId, conversationId, contactId, replyId: kept.id, routeId, number, senderId, text };
  await queueDirectMessage(tx, { ...answer, kind: kind === 'help' ? 'help' : 'keyword' }, now);
}
