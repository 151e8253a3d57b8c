import { Prisma } from '../../generated/prisma/client.ts';
import { transactionAgain } from './again.ts';
import { SUPPRESSED } from './decide.ts';
import type { Engine, SendKey, Tx } from './engine.ts';
import { type Paid, refund } from './reserve.ts';
import { changed, rowsOf } from './rows.ts';

/** A batch that was never handed over: its contacts wait as before, and what was counted and taken for them is given back. */
export async function returnBatch(engine: Engine, send: SendKey, batchId: string, reason: string): Promise<void> {
  await transactionAgain(engine.pool, async (tx) => {
    const now = engine.now();
    const [batch] = await rowsOf<{ messageIds: string[] }>(
      tx,
      Prisma.sql`UPDATE sms_batches SET done_at = ${now}::timestamptz, size = 0
        WHERE team_id = ${send.teamId}::uuid AND id = ${batchId}::uuid AND handed_at IS NULL AND done_at IS NULL
        RETURNING message_ids AS "messageIds"`,
    );
    if (batch) await unclaim(tx, send, batch.messageIds, { status: 'waiting', reason, dueAt: now }, now);
  });
}

/** Takes messages to numbers that were suppressed since the claim out of a batch that is being handed over. */
export async function takeBack(tx: Tx, send: SendKey, batchId: string, now: Date): Promise<void> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    Prisma.sql`SELECT m.id FROM sms_batches b JOIN sms_messages m ON m.team_id = b.team_id AND m.id = ANY(b.message_ids)
      JOIN contacts c ON c.team_id = m.team_id AND c.id = m.contact_id
      WHERE b.team_id = ${send.teamId}::uuid AND b.id = ${batchId}::uuid
        AND (c.unsubscribed_at IS NOT NULL OR EXISTS (SELECT FROM suppressed_numbers x
          WHERE x.team_id = m.team_id AND x.number = c.number))`,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await unclaim(tx, send, ids, { status: 'skipped', reason: SUPPRESSED, dueAt: now }, now);
}

/** Undoes the claim of messages that reached nobody. Their places in the day and the week are free again. */
export async function unclaim(
  tx: Tx,
  { teamId, sendId, campaignId }: SendKey,
  messageIds: readonly string[],
  { status, reason, dueAt, tries = 0 }: { status: 'waiting' | 'skipped'; reason: string; dueAt: Date; tries?: number },
  now: Date,
): Promise<void> {
  const gone = await rowsOf<{ contactId: string; step: number; code: string | null } & Paid>(
    tx,
    Prisma.sql`DELETE FROM sms_messages WHERE team_id = ${teamId}::uuid AND id = ANY(${messageIds}::uuid[])
        AND status = 'sending'
      RETURNING contact_id AS "contactId", cost, integration_id AS "integrationId", step, substring(shortened_url FROM '[^/]+$') AS code`,
  );
  if (gone.length === 0) return;
  await changed(
    tx,
    Prisma.sql`DELETE FROM sms_links WHERE team_id = ${teamId}::uuid
      AND code = ANY(${gone.flatMap(({ code }) => code ?? [])}::text[])`,
  );
  const contacts = gone.map(({ contactId }) => contactId);
  await changed(
    tx,
    Prisma.sql`UPDATE contact_limits l SET
        day_count = l.day_count - CASE WHEN l.day = r.counted_on THEN 1 ELSE 0 END,
        week_count = l.week_count - CASE WHEN l.week = to_char(r.counted_on::date, 'IYYY"-W"IW') THEN 1 ELSE 0 END
      FROM sms_recipients r
      WHERE r.team_id = ${teamId}::uuid AND r.sms_campaign_id = ${campaignId}::uuid AND r.sms_send_id = ${sendId}::uuid
        AND r.contact_id = ANY(${contacts}::uuid[]) AND r.status = 'handed'
        AND l.team_id = r.team_id AND l.contact_id = r.contact_id AND l.channel = 'sms'`,
  );
  await changed(
    tx,
    // The campaign may have been stopped and started since: an open send that reaches everybody takes over who comes back.
    Prisma.sql`UPDATE sms_recipients SET sms_send_id = COALESCE(
          (SELECT s.id FROM sms_sends s WHERE s.team_id = ${teamId}::uuid AND s.sms_campaign_id = ${campaignId}::uuid
            AND s.cycle = sms_recipients.cycle AND s.status IN ('pending', 'running', 'in_progress')
            AND s.amount IS NULL AND ${status} = 'waiting' ORDER BY s.id DESC LIMIT 1), sms_send_id),
        status = ${status}::recipient_status, reason = ${reason}, message_id = NULL, step = NULL,
        counted_on = NULL,
        due_at = ${dueAt}::timestamptz, tries = tries + ${tries}::int
      WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid AND sms_send_id = ${sendId}::uuid
        AND contact_id = ANY(${contacts}::uuid[]) AND status = 'handed'`,
  );
  await changed(
    tx,
    Prisma.sql`UPDATE sms_send_steps SET handed = handed - ${gone.length}::int,
        filled_at = CASE WHEN ${status} = 'waiting' THEN NULL ELSE filled_at END
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND step = ${gone[0]!.step}::int`,
  );
  await refund(tx, teamId, gone, now);
}
