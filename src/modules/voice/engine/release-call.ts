import type { Tx } from '../../../database/transaction.ts';
import { Prisma, type RecipientRule } from '../../../generated/prisma/client.ts';
import type { SendKey } from '../../delivery/engine/engine.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import { countHanded } from './count-handed.ts';

interface Release {
  status: 'waiting' | 'skipped';
  rule: RecipientRule;
  reason: string;
  dueAt: Date;
  /** Whether a provider asked to try again later. */
  isTry?: boolean;
}

/**
 * Takes a call back that reached nobody: no provider was asked to place it, or it was refused for now. Its contact waits as
 * before. It no longer counts for the day and the week, and its slot is free.
 */
export async function releaseCall(
  tx: Tx,
  { teamId, campaignId, callId }: SendKey & { callId: string },
  { status, rule, reason, dueAt, isTry = false }: Release,
  now: Date,
): Promise<void> {
  await markCalls(tx, teamId, [callId]);
  // The campaign first, as a claim does: contacts come back to a send one after the other.
  await tx.change`WITH gone AS (
        DELETE FROM calls WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid RETURNING 1)
      UPDATE voice_campaigns SET calls_total = calls_total - (SELECT count(*) FROM gone)::int
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  await freeRecipient(tx, { teamId, campaignId, callId }, { status, rule, reason, dueAt, isTry }, now);
}

/** Lets the contact of a call wait as before it, or no longer. The call counts no more for the day and the week. */
export async function freeRecipient(
  tx: Tx,
  { teamId, campaignId, callId }: Omit<SendKey, 'sendId'> & { callId: string },
  { status, rule, reason, dueAt, isTry = false }: Release,
  now: Date,
): Promise<void> {
  const [recipient] = await tx.rows<{ contactId: string; countedOn: string | null; sendId: string }>(
    // The campaign may have been stopped and started since. Its open send takes the contact over.
    Prisma.sql`WITH former AS (
        SELECT contact_id, cycle, counted_on, voice_campaign_send_id FROM voice_recipients
        WHERE team_id = ${teamId}::uuid AND voice_campaign_id = ${campaignId}::uuid AND call_id = ${callId}::uuid
          AND status = 'handed' FOR UPDATE)
      UPDATE voice_recipients r SET status = ${status}::recipient_status, reason = ${reason},
        rule = ${rule}::recipient_rule, decided_at = ${now}::timestamptz, call_id = NULL,
        counted_on = NULL, attempts = r.attempts - 1, due_at = ${dueAt}::timestamptz,
        tries = r.tries + CASE WHEN ${isTry} THEN 1 ELSE 0 END, voice_campaign_send_id = ${openSendOf(teamId, status)}
      FROM former f
      WHERE r.team_id = ${teamId}::uuid AND r.voice_campaign_id = ${campaignId}::uuid AND r.cycle = f.cycle
        AND r.contact_id = f.contact_id
      RETURNING r.contact_id AS "contactId", f.counted_on AS "countedOn", f.voice_campaign_send_id AS "sendId"`,
  );
  if (recipient) await countHanded(tx, teamId, [[recipient.sendId, -1]]);
  if (recipient?.countedOn) {
    const { contactId, countedOn } = recipient;
    await tx.change`UPDATE contact_limits SET
          day_count = day_count - CASE WHEN day = ${countedOn} THEN 1 ELSE 0 END,
          week_count = week_count - CASE WHEN week = counted_in THEN 1 ELSE 0 END
        FROM to_char(${countedOn}::date, 'IYYY"-W"IW') counted_in
        WHERE team_id = ${teamId}::uuid AND contact_id = ${contactId}::uuid AND channel = 'voice'`;
  }
}

/** For a waiting recipient `r`: the campaign's open send of its cycle that has it already or has room for it, if there is one. */
const openSendOf = (teamId: string, status: string) => Prisma.sql`COALESCE((SELECT s.id FROM voice_campaign_sends s
  WHERE s.team_id = ${teamId}::uuid AND s.voice_campaign_id = r.voice_campaign_id AND s.cycle = r.cycle
    AND s.status IN ('pending', 'running', 'in_progress') AND ${status} = 'waiting'
    AND (s.id = r.voice_campaign_send_id OR s.amount IS NULL OR s.amount > (SELECT count(*) FROM voice_recipients x
      WHERE x.team_id = ${teamId}::uuid AND x.voice_campaign_send_id = s.id))
  ORDER BY s.id DESC LIMIT 1), r.voice_campaign_send_id)`;
