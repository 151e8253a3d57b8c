import { z } from 'zod';
import type { Tx } from '../../../database/transaction.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { keywordLetter } from '../../identity/email/letters.ts';
import { EMAIL_ATTEMPTS, sendEmail } from '../../identity/email/send-email.ts';

/** Replies of so long share an e-mail. */
const TOGETHER_MS = 60_000;

/** Of so many replies, the newest that has not been erased is shown. */
const MOST_KEPT = 20;

const about = { teamId: z.uuid(), keywordId: z.uuid() };
const keywordShape = z.object(about);
const noticeShape = z.object({ ...about, replyIds: z.array(z.uuid()), userId: z.uuid(), count: z.int() });

/** Ids alone: what the person wrote is not kept in the queue, where no erasure looks. */
export async function notifyOf(
  tx: Tx,
  { replyId, ...keyword }: z.infer<typeof keywordShape> & { replyId: string },
  now: Date,
): Promise<void> {
  const { teamId, keywordId } = keyword;
  await tx.change`UPDATE reply_keywords SET unnotified = unnotified + 1,
      unnotified_reply_ids = (${replyId}::uuid || unnotified_reply_ids)[:${MOST_KEPT}::int]
    WHERE team_id = ${teamId}::uuid AND id = ${keywordId}::uuid`;
  const runAt = new Date(now.getTime() + TOGETHER_MS);
  await addJob(tx, {
    task: 'notify_of_keyword',
    payload: keyword,
    key: `keyword:${keywordId}`,
    keepsRunAt: true,
    runAt,
  });
}

/** A job for each e-mail, so that one that fails is tried again alone. */
export const notifyOfKeywordTask: Task = {
  async run({ db }, payload) {
    const { teamId, keywordId } = keywordShape.parse(payload);
    await db.transaction(async (tx) => {
      const told = await tx.row<{ count: number; replyIds: string[]; userIds: string[] }>`WITH waiting AS (
          SELECT unnotified, unnotified_reply_ids FROM reply_keywords
          WHERE team_id = ${teamId}::uuid AND id = ${keywordId}::uuid FOR UPDATE)
        UPDATE reply_keywords SET unnotified = 0, unnotified_reply_ids = '{}' FROM waiting
        WHERE team_id = ${teamId}::uuid AND id = ${keywordId}::uuid AND waiting.unnotified > 0
        RETURNING waiting.unnotified AS count, waiting.unnotified_reply_ids AS "replyIds", notify_user_ids AS "userIds"`;
      if (!told) return;
      const { count, replyIds, userIds } = told;
      for (const userId of userIds)
        await addJob(tx, {
          task: 'send_keyword_notice',
          payload: { teamId, keywordId, replyIds, userId, count },
          key: `keyword-notice:${replyIds[0]}:${userId}`,
          maxAttempts: EMAIL_ATTEMPTS,
        });
    });
  },
};

export const sendKeywordNoticeTask: Task = {
  async run({ db, config }, payload) {
    // The inbox shows the replies, too.
    if (config.EMAIL_URL === undefined) return;
    const { teamId, keywordId, replyIds, userId, count } = noticeShape.parse(payload);
    const keyword = await db.prisma.replyKeyword.findFirst({
      where: { teamId, id: keywordId },
      select: { word: true, team: { select: { name: true } } },
    });
    const member = await db.prisma.membership.findFirst({
      where: { teamId, userId },
      select: { user: { select: { email: true } } },
    });
    // The number of one that was erased meanwhile is 0.
    const left = await db.prisma.smsReply.findMany({
      where: { teamId, id: { in: replyIds }, fromNumber: { not: 0 } },
      select: { id: true, fromNumber: true, text: true },
    });
    const [newest] = left.sort((a, b) => replyIds.indexOf(a.id) - replyIds.indexOf(b.id));
    if (!keyword || !member || !newest) return;
    const { word, team } = keyword;
    await sendEmail(
      config,
      keywordLetter(config, {
        ...{ email: member.user.email, team: team.name, word, count: count - (replyIds.length - left.length) },
        ...{ from: `+${newest.fromNumber}`, text: newest.text },
      }),
    );
  },
  async giveUp() {},
};
