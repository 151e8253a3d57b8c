import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import type { ResolveUnknownMessagesInput } from '../../../generated/inputs.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceMessages } from '../../../live/announce.ts';
import { ARRIVED, countAsSent } from './arrived.ts';
import type { SendKey } from './engine.ts';
import { writeBothLogs } from './logs.ts';
import { type LockedSend, lockSend, refuseEarlierCycle, refuseOthers, reopenSend } from './reopen-send.ts';
import { SMS_SENDS } from './send-tables.ts';
import { countSteps } from './steps.ts';
import { unclaim } from './unclaim.ts';

export interface Resolved {
  resolvedCount: number;
  remainingCount: number;
  smsSend: { id: string };
}

/** Messages that one call resolves at most. For more, call again. */
const MAX_RESOLVED = 5_000;

/**
 * A person decides what became of messages without a known result. Those that count as sent were paid
 * for when they were claimed, and stay paid. Those that go again get their price back first, and pay when they are claimed.
 */
export function resolveUnknownMessages(ctx: Context, input: ResolveUnknownMessagesInput): Promise<Resolved> {
  const { team } = viewerOf(ctx);
  const { smsSendId } = input;
  if (!isUuid(smsSendId)) throw new NotFoundError('SMS send');
  return ctx.db.transaction(
    async (tx) => {
      const now = new Date();
      const send = await lockSend(tx, SMS_SENDS, team.id, smsSendId.toLowerCase());
      if (!send) throw new NotFoundError('SMS send');
      const named = input.messageIds;
      // Messages of other sends, and those known by now, are left alone.
      if (named) await refuseOthers(tx, team.id, Prisma.sql`sms_messages`, 'input.messageIds', named, MAX_RESOLVED);
      if (input.outcome === 'send_again') refuseEarlierCycle(send, input.outcome);
      const ids = await unknownOf(tx, send, input);
      if (ids.length > 0) {
        if (input.outcome === 'sent') {
          await countAsSent(tx, team.id, ids, now);
          await writeBothLogs(tx, SMS_SENDS.logs, send, `A person counts ${told(ids.length)} as sent.`, now);
        } else await sendAgain(tx, send, ids, now);
        await announceMessages(tx, send.campaignId, ids);
      }
      return { resolvedCount: ids.length, remainingCount: await countUnknown(tx, send), smsSend: { id: send.sendId } };
    },
    { again: COLLISION_OR_LOCKED },
  );
}

async function unknownOf(
  tx: Tx,
  { teamId, sendId }: SendKey,
  { outcome, messageIds }: ResolveUnknownMessagesInput,
): Promise<string[]> {
  const ids = messageIds ?? null;
  const rows = await tx.rows<{
    id: string;
  }>`SELECT id FROM sms_messages WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid
      AND status = 'unknown' AND (${ids}::uuid[] IS NULL OR id = ANY(${ids}::uuid[]))
      AND (${outcome} = 'sent' OR NOT ${ARRIVED})
      ORDER BY id LIMIT ${MAX_RESOLVED}::int FOR UPDATE`;
  return rows.map(({ id }) => id);
}

async function countUnknown(tx: Tx, { teamId, sendId }: SendKey): Promise<number> {
  const [row] = await tx.rows<{ count: number }>`SELECT count(*)::int AS count FROM sms_messages
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND status = 'unknown'`;
  return row!.count;
}

async function sendAgain(tx: Tx, send: LockedSend, ids: readonly string[], now: Date): Promise<void> {
  const reason = 'Nobody knew whether it went out; a person decided to send it again.';
  const back = { status: 'waiting', rule: 'came_back', reason, dueAt: now, refusedBy: null } as const;
  await countSteps(tx, send, await unclaim(tx, send, ids, back, now, 'unknown'));
  const isStopped = send.campaignStatus === 'stopped' || send.campaignStatus === 'draft';
  if (!isStopped) await reopenSend(tx, SMS_SENDS, send, now);
  const when = isStopped ? ' once the campaign is started again' : '';
  await writeBothLogs(tx, SMS_SENDS.logs, send, `A person has ${told(ids.length)} sent again${when}.`, now);
}

const told = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'} of which nobody knew the outcome`;
