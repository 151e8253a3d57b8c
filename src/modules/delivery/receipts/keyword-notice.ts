import { z } from 'zod';
import type { Tx } from '../../../database/transaction.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { keywordLetter } from '../../identity/email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../../identity/email/send-email.ts';

/** Replies of so long share an e-mail. */
const TOGETHER_MS = 60_000;

const about = { teamId: z.uuid(), keywordId: z.uuid(), replyId: z.uuid() };
const replyShape = z.object(about);
const noticeShape = z.object({ ...about, userId: z.uuid(), count: z.int() });

type Reply = z.infer<typeof replyShape>;

/** Ids alone: what the person wrote is not kept in the queue, where no erasure looks. */
export async function notifyOf(tx: Tx, reply: Reply, now: Date): Promise<void> {
  const { teamId, keywordId } = reply;
  await tx.change`UPDATE reply_keywords SET unnotified = unnotified + 1
    WHERE team_id = ${teamId}::uuid AND id = ${keywordId}::uuid`;
  const runAt = new Date(now.getTime() + TOGETHER_MS);
  await addJob(tx, { task: 'notify_of_keyword', payload: reply, key: `keyword:${keywordId}`, keepsRunAt: true, runAt });
}

/** A job for each e-mail, so that one that fails is tried again alone. */
export const notifyOfKeywordTask: Task = {
  async run({ db }, payload) {
    const { teamId, keywordId, replyId } = replyShape.parse(payload);
    await db.transaction(async (tx) => {
      const told = await tx.row<{ count: number; userIds: string[] }>`WITH waiting AS (
          SELECT unnotified FROM reply_keywords WHERE team_id = ${teamId}::uuid AND id = ${keywordId}::uuid FOR UPDATE)
        UPDATE reply_keywords SET unnotified = 0 FROM waiting
        WHERE team_id = ${teamId}::uuid AND id = ${keywordId}::uuid AND waiting.unnotified > 0
        RETURNING waiting.unnotified AS count, notify_user_ids AS "userIds"`;
      for (const userId of told?.userIds ?? [])
        await addJob(tx, {
          task: 'send_keyword_notice',
          payload: { teamId, keywordId, replyId, userId, count: told!.count },
          key: `keyword-notice:${replyId}:${userId}`,
          maxAttempts: EMAIL_ATTEMPTS,
        });
    });
  },
};

export const sendKeywordNoticeTask: Task = {
  async run({ db, config }, payload) {
    // The inbox shows the replies, too.
    if (config.EMAIL_URL === undefined) return;
    const { teamId, keywordId, replyId, userId, count } = noticeShape.parse(payload);
    const keyword = await db.prisma.replyKeyword.findFirst({
      where: { teamId, id: keywordId },
      select: { word: true, team: { select: { name: true } } },
    });
    const member = await db.prisma.membership.findFirst({
      where: { teamId, userId },
      select: { user: { select: { email: true } } },
    });
    // Erased meanwhile, its number is 0.
    const newest = await db.prisma.smsReply.findFirst({
      where: { teamId, id: replyId, fromNumber: { not: 0 } },
      select: { fromNumber: true, text: true },
    });
    if (!keyword || !member || !newest) return;
    const { word, team } = keyword;
    await sendEmail(
      config,
      keywordLetter(config, {
        ...{ email: member.user.email, team: team.name, word, count },
        ...{ from: `+${newest.fromNumber}`, text: newest.text },
      }),
    );
  },
};
