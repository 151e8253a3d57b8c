import { z } from 'zod';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Task } from '../../../jobs/task.ts';
import { announceMessages } from '../../../live/announce.ts';

import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { creditOptOut } from './opt-out.ts';

const payloadShape = z.object({ teamId: z.uuid(), replyId: z.uuid() });

/** Longer than most providers take for a batch. */
const PAUSE_SECONDS = 2;

/** A message `m` that a reply may answer: it went out, or may have. */
export const MAY_BE_OUT = Prisma.sql`(m.is_sent OR m.status IN ('sending', 'unknown'))`;

export const queueCredit = (tx: Tx, payload: { teamId: string; replyId: string }) =>
  tx.change`SELECT graphile_worker.add_job('credit_stop', payload => ${JSON.stringify(payload)}::json,
    job_key => ${`credit_stop:${payload.replyId}`}::text,
    run_at => now() + make_interval(secs => ${PAUSE_SECONDS}::int))`;

interface Replied {
  teamId: string;
  messageId: string;
  campaignId: string;
  receivedAt: Date;
}

/** Of anything but a STOP: its reader wrote back. */
export async function noteReply(tx: Tx, { teamId, messageId, campaignId, receivedAt }: Replied): Promise<void> {
  const isFirst = await tx.change`UPDATE sms_messages SET replied_at = ${receivedAt}::timestamptz, updated_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ${messageId}::uuid AND replied_at IS NULL`;
  if (isFirst === 0) return;
  await markMessages(tx, teamId, [messageId]);
  await announceMessages(tx, campaignId, [messageId]);
}

interface Answered {
  messageId: string;
  campaignId: string;
  isSending: boolean;
  isStop: boolean;
  receivedAt: Date;
}

/** If the newest message did not go out after all, the reply answers the one before it. A STOP is counted for it. */
export const creditStopTask: Task = {
  async run({ db }, payload) {
    const { teamId, replyId } = payloadShape.parse(payload);
    await db.transaction(
      async (tx) => {
        const answered = await tx.row<Answered>`
          SELECT m.id AS "messageId", m.sms_campaign_id AS "campaignId", m.status = 'sending' AS "isSending",
            r.kind = 'stop' AS "isStop", r.received_at AS "receivedAt"
          FROM sms_replies r JOIN sms_messages m ON m.team_id = r.team_id AND m.contact_id = r.contact_id
            AND m.sms_routing_route_id = r.route_id AND m.id <= r.message_id
          WHERE r.team_id = ${teamId}::uuid AND r.id = ${replyId}::uuid AND ${MAY_BE_OUT}
          ORDER BY (m.sender_id = r.to_sender) IS TRUE DESC, m.created_at DESC, m.id DESC LIMIT 1`;
        if (answered?.isSending) {
          await queueCredit(tx, { teamId, replyId });
          return;
        }
        await tx.change`UPDATE sms_replies SET message_id = ${answered?.messageId ?? null}::uuid,
            sms_campaign_id = ${answered?.campaignId ?? null}::uuid
          WHERE team_id = ${teamId}::uuid AND id = ${replyId}::uuid`;
        if (!answered) return;
        const { messageId, receivedAt } = answered;
        if (!answered.isStop) return noteReply(tx, { teamId, ...answered });
        await creditOptOut(tx, { teamId, messageId, method: 'reply', now: receivedAt });
        await announceMessages(tx, answered.campaignId, [messageId]);
      },
      { again: COLLISION_OR_LOCKED },
    );
  },
};
