import { Prisma, type SendStatus } from '../../generated/prisma/client.ts';
import type { SendKey, Tx } from './engine.ts';
import { writeLog } from './logs.ts';
import { changed } from './rows.ts';

type Status = Exclude<SendStatus, never>;

/**
 * Where a send and its campaign stand from here on; both logs say why. Nothing happens when they stand there already.
 * Subscribers hear of it when the transaction commits.
 */
export async function changeStatus(
  tx: Tx,
  send: SendKey,
  {
    send: sendStatus,
    campaign: campaignStatus,
    reason = null,
  }: { send: Status; campaign: Status; reason?: string | null },
  text: string,
  now: Date,
): Promise<void> {
  const { teamId, sendId, campaignId } = send;
  const ended = sendStatus === 'sent' || sendStatus === 'failed' || sendStatus === 'stopped';
  const ofSend = await changed(
    tx,
    Prisma.sql`UPDATE sms_sends SET status = ${sendStatus}::send_status, status_reason = ${reason}, updated_at = ${now}::timestamptz,
        started_at = CASE WHEN ${sendStatus} = 'pending' THEN started_at ELSE COALESCE(started_at, ${now}::timestamptz) END,
        ended_at = ${ended ? now : null}::timestamptz, next_step_at = CASE WHEN ${ended} THEN NULL ELSE next_step_at END
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid AND status <> ${sendStatus}::send_status`,
  );
  const ofCampaign = await changed(
    tx,
    Prisma.sql`UPDATE sms_campaigns SET status = ${campaignStatus}::campaign_status, status_reason = ${reason},
        updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid AND status <> ${campaignStatus}::campaign_status
        AND status IN ('pending', 'running', 'in_progress')`,
  );
  if (ofSend > 0) await writeLog(tx, { teamId, owner: 'sms_campaign_send', id: sendId, at: now }, text);
  if (ofCampaign > 0) await writeLog(tx, { teamId, owner: 'sms_campaign', id: campaignId, at: now }, text);
  if (ofSend + ofCampaign > 0) await announce(tx, campaignId);
}

/** Tells subscribers of the campaign that something of it changed. */
export const announce = (tx: Tx, campaignId: string) =>
  tx.query(`SELECT pg_notify('changes', 'campaign:' || $1::text)`, [campaignId]);

/** When the engine looks at the send next. */
export const lookAgain = (tx: Tx, { teamId, sendId }: SendKey, at: Date, now: Date) =>
  changed(
    tx,
    Prisma.sql`UPDATE sms_sends SET next_step_at = ${at}::timestamptz, turn_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid AND status IN ('pending', 'running', 'in_progress')`,
  );

/** Stops the campaign because something keeps it from going on. A person starts it again, and it goes on where it stopped. */
export const pauseCampaign = (tx: Tx, send: SendKey, reason: string, now: Date) =>
  changeStatus(tx, send, { send: 'stopped', campaign: 'stopped', reason }, `Stopped: ${reason}`, now);
