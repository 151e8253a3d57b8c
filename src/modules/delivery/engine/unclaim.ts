import { idIn } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import type { Kept as KeptContact } from './batch.ts';
import type { SendKey } from './engine.ts';
import { type Paid, refund } from './reserve.ts';

import type { StepChange } from './steps.ts';

interface Back extends Omit<KeptContact, 'contactId'> {
  tries?: number;
  /** The route that refused it, and how. Null: it goes through all candidates of its rule again. */
  refusedBy?: Record<string, string> | null;
}

/**
 * Undoes the claim of messages that reached nobody: they no longer count for the day and the week. Returns what that changes
 * in the steps, for the end of the transaction.
 */
export async function unclaim(
  tx: Tx,
  { teamId, sendId, campaignId }: SendKey,
  messageIds: readonly string[],
  { status, rule, reason, dueAt, tries = 0, refusedBy }: Back,
  now: Date,
  former: 'sending' | 'unknown' = 'sending',
): Promise<StepChange[]> {
  const gone = await tx.rows<
    { contactId: string; step: number } & Paid
  >`DELETE FROM sms_messages WHERE team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`id`, messageIds)}
        AND status = ${former}::message_status
      RETURNING contact_id AS "contactId", cost, integration_id AS "integrationId", step`;
  if (gone.length === 0) return [];
  await markMessages(tx, teamId, messageIds);
  const contacts = gone.map(({ contactId }) => contactId);
  await tx.change(
    // Citus refuses to_char in CASE. OFFSET 0 keeps PostgreSQL from putting it back there.
    Prisma.sql`UPDATE contact_limits l SET
        day_count = l.day_count - CASE WHEN l.day = r.counted_on THEN 1 ELSE 0 END,
        week_count = l.week_count - CASE WHEN l.week = r.counted_in THEN 1 ELSE 0 END
      FROM (SELECT contact_id, counted_on, to_char(counted_on::date, 'IYYY"-W"IW') AS counted_in FROM sms_recipients
        WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid AND sms_send_id = ${sendId}::uuid
          AND contact_id = ANY(${contacts}::uuid[]) AND status = 'handed' OFFSET 0) r
      WHERE l.team_id = ${teamId}::uuid AND l.contact_id = r.contact_id AND l.channel = 'sms'
        -- Without it PostgreSQL, without statistics, reads the limits of all contacts of the team.
        AND l.contact_id = ANY(${contacts}::uuid[])`,
  );
  await tx.change(
    // The campaign may have been stopped and started since. An open send that reaches everybody takes these contacts over.
    Prisma.sql`UPDATE sms_recipients SET sms_send_id = COALESCE(
          (SELECT s.id FROM sms_sends s WHERE s.team_id = ${teamId}::uuid AND s.sms_campaign_id = ${campaignId}::uuid
            AND s.cycle = sms_recipients.cycle AND s.status IN ('pending', 'running', 'in_progress')
            AND s.amount IS NULL AND ${status} = 'waiting' ORDER BY s.id DESC LIMIT 1), sms_send_id),
        status = ${status}::recipient_status, reason = ${reason}, rule = ${rule}::recipient_rule,
        decided_at = ${now}::timestamptz, message_id = NULL, step = NULL,
        counted_on = NULL,
        due_at = ${dueAt}::timestamptz, tries = tries + ${tries}::int, refusals = ${refusalsAfter(refusedBy)}
      WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid AND sms_send_id = ${sendId}::uuid
        AND contact_id = ANY(${contacts}::uuid[]) AND status = 'handed'`,
  );
  await refund(tx, teamId, gone, now, { smsSendId: sendId });
  const back = { handed: -1, unknown: former === 'unknown' ? -1 : 0, isOpenAgain: status === 'waiting' };
  return gone.map(({ step }) => ({ step, ...back }));
}

function refusalsAfter(refusedBy: Back['refusedBy']): Prisma.Sql {
  if (refusedBy === undefined) return Prisma.sql`refusals`;
  if (refusedBy === null) return Prisma.sql`NULL`;
  return Prisma.sql`COALESCE(refusals, '{}') || ${JSON.stringify(refusedBy)}::jsonb`;
}
