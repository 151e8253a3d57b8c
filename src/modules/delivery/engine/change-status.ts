import type { Tx } from '../../../database/transaction.ts';
import { Prisma, type SendStatus } from '../../../generated/prisma/client.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { publish } from '../../../observability/events.ts';
import { factsOf, recordEvents } from '../../webhooks/events/record-events.ts';
import type { SendKey } from './engine.ts';
import { writeLog } from './logs.ts';

import { type SendTables, SMS_SENDS } from './send-tables.ts';

interface Change {
  send: SendStatus;
  campaign: SendStatus;
  reason?: string | null;
}

export interface Stop {
  reason: string;
  /** Whether money is what lacks. */
  isBalance?: boolean;
}

const OVER: ReadonlySet<SendStatus> = new Set(['sent', 'failed', 'stopped']);
const NOT_PAUSED = Prisma.sql`, paused_at = NULL, pause_reason = NULL`;

/** How the sends of one kind of campaign and the campaigns themselves change their status. */
export function statusChanges({ kind, sends, campaigns, stopReason, logs, event }: SendTables) {
  /**
   * Sets the status of a send and of its campaign; both logs say why. It does nothing when both have that status already.
   * Subscribers are notified when the transaction commits.
   */
  async function changeStatus(
    tx: Tx,
    { teamId, sendId, campaignId }: SendKey,
    { send: sendStatus, campaign: campaignStatus, reason = null }: Change,
    text: string,
    now: Date,
  ): Promise<void> {
    const ended = OVER.has(sendStatus);
    const [ofSend] = await tx.rows<{
      began: boolean;
    }>`UPDATE ${sends} s SET status = ${sendStatus}::send_status, status_reason = ${reason}, updated_at = ${now}::timestamptz,
          started_at = CASE WHEN ${sendStatus} = 'pending' THEN s.started_at ELSE COALESCE(s.started_at, ${now}::timestamptz) END,
          ended_at = ${ended ? now : null}::timestamptz, next_step_at = CASE WHEN ${ended} THEN NULL ELSE s.next_step_at END
        FROM ${sends} former
        WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid AND s.status <> ${sendStatus}::send_status
          AND (${sendStatus} <> 'stopped' OR s.status IN ('pending', 'running', 'in_progress'))
          AND former.team_id = ${teamId}::uuid AND former.id = ${sendId}::uuid
        RETURNING s.started_at IS NOT NULL AND former.started_at IS NULL AS began`;
    const ofCampaign =
      await tx.change`UPDATE ${campaigns} SET status = ${campaignStatus}::campaign_status, ${stopReason} = ${reason},
          updated_at = ${now}::timestamptz${OVER.has(campaignStatus) ? NOT_PAUSED : Prisma.empty}
        WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid AND status <> ${campaignStatus}::campaign_status
          AND status IN ('pending', 'running', 'in_progress')`;
    if (ofSend) await writeLog(tx, { teamId, owner: logs.send, id: sendId, at: now }, text);
    if (ofCampaign > 0) await recordEvents(tx, teamId, event, factsOf('campaign_status_changed', [campaignId]), now);
    if (ofCampaign > 0) await writeLog(tx, { teamId, owner: logs.campaign, id: campaignId, at: now }, text);
    if (ofSend || ofCampaign > 0) await announceCampaign(tx, campaignId);
    const send = { kind, teamId, campaignId, sendId };
    if (ofSend?.began) tx.committed(() => publish({ is: 'send_began', ...send }));
    if (ofSend && ended) tx.committed(() => publish({ is: 'send_ended', ...send, status: sendStatus, reason }));
  }

  return {
    changeStatus,

    /** When the engine looks at the send next. */
    lookAgain: (tx: Tx, { teamId, sendId }: SendKey, at: Date, now: Date) =>
      tx.change`UPDATE ${sends} SET next_step_at = ${at}::timestamptz, turn_at = ${now}::timestamptz
          WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid AND status IN ('pending', 'running', 'in_progress')`,

    /** Stops a campaign that cannot continue. When a person starts it again, it continues where it stopped. */
    async pauseCampaign(tx: Tx, send: SendKey, { reason, isBalance = false }: Stop, now: Date): Promise<void> {
      await changeStatus(tx, send, { send: 'stopped', campaign: 'stopped', reason }, `Stopped: ${reason}`, now);
      if (isBalance) tx.committed(() => publish({ is: 'balance_stop', kind }));
    },
  };
}

export const { changeStatus, lookAgain, pauseCampaign } = statusChanges(SMS_SENDS);
