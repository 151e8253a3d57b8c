import { type Context, viewerOf } from '../../../context.ts';
import { idIn } from '../../../database/partitions.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import type { ResolveUnknownMessagesInput } from '../../../generated/inputs.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { messages as sentences } from '../../../input/validation-messages.ts';
import { announceMessages } from '../../../live/announce.ts';
import { ARRIVED, countAsSent } from './arrived.ts';
import type { SendKey } from './engine.ts';
import { writeLog } from './logs.ts';
import { type LockedSend, reopenSend } from './reopen-send.ts';
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
      const send = await lockSend(tx, team.id, smsSendId.toLowerCase());
      if (!send) throw new NotFoundError('SMS send');
      if (input.messageIds) await refuseOthers(tx, send, input.messageIds);
      if (input.outcome === 'send_again' && send.isOfEarlierCycle) {
        const mistake =
          'cannot be send_again: the campaign has begun its next cycle, which reaches these contacts anew';
        throw new ValidationError({ 'input.outcome': [sentences.because('input.outcome', mistake)] });
      }
      const ids = await unknownOf(tx, send, input);
      if (ids.length > 0) {
        if (input.outcome === 'sent') {
          await countAsSent(tx, team.id, ids, now);
          await log(tx, send, `A person counts ${told(ids.length)} as sent.`, now);
        } else await sendAgain(tx, send, ids, now);
        await announceMessages(tx, send.campaignId, ids);
      }
      return { resolvedCount: ids.length, remainingCount: await countUnknown(tx, send), smsSend: { id: send.sendId } };
    },
    { again: COLLISION_OR_LOCKED },
  );
}

/** Locks the campaign first, as everything that stops a campaign does. */
async function lockSend(tx: Tx, teamId: string, sendId: string): Promise<LockedSend | undefined> {
  await tx.rows`SELECT FROM sms_campaigns c WHERE c.team_id = ${teamId}::uuid AND c.id = (SELECT s.sms_campaign_id
      FROM sms_sends s WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid) FOR UPDATE`;
  const [send] =
    await tx.rows<LockedSend>`SELECT s.team_id AS "teamId", s.id AS "sendId", s.sms_campaign_id AS "campaignId",
        c.status AS "campaignStatus", s.status IN ('pending', 'running', 'in_progress') AS "isOpen",
        s.cycle < c.cycle AS "isOfEarlierCycle"
      FROM sms_sends s JOIN sms_campaigns c ON c.team_id = s.team_id AND c.id = s.sms_campaign_id
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid AND c.deleted_at IS NULL FOR UPDATE OF s`;
  return send;
}

/** Every id must name a message of the team. Messages of other sends, and those known by now, are left alone. */
async function refuseOthers(tx: Tx, { teamId }: SendKey, ids: readonly string[]): Promise<void> {
  if (ids.length > MAX_RESOLVED) {
    throw new ValidationError({ 'input.messageIds': [sentences.atMostItems('input.messageIds', MAX_RESOLVED)] });
  }
  const found = await tx.rows<{
    id: string;
  }>`SELECT id FROM sms_messages WHERE team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`id`, ids.filter(isUuid))}`;
  const known = new Set(found.map(({ id }) => id));
  const wrong = ids.flatMap((id, at) => (known.has(id.toLowerCase()) ? [] : [`input.messageIds.${at}`]));
  if (wrong.length > 0)
    throw new ValidationError(Object.fromEntries(wrong.map((path) => [path, [sentences.selected(path)]])));
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
  await log(tx, send, `A person has ${told(ids.length)} sent again${when}.`, now);
}

const told = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'} of which nobody knew the outcome`;

async function log(tx: Tx, { teamId, sendId, campaignId }: SendKey, text: string, at: Date): Promise<void> {
  await writeLog(tx, { teamId, owner: 'sms_campaign_send', id: sendId, at }, text);
  await writeLog(tx, { teamId, owner: 'sms_campaign', id: campaignId, at }, text);
}
