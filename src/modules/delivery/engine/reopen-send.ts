import type { Tx } from '../../../database/transaction.ts';
import type { CampaignStatus } from '../../../generated/prisma/client.ts';
import { factsOf, recordEvents } from '../../webhooks/events/record-events.ts';
import type { SendKey } from './engine.ts';
import type { SendTables } from './send-tables.ts';

/** A send with its campaign. Both are locked, so no claim, stop or second decision comes in between. */
export interface LockedSend extends SendKey {
  campaignStatus: CampaignStatus;
  isOpen: boolean;
  /** Whether the campaign has begun a new cycle since. */
  isOfEarlierCycle: boolean;
}

/** Opens a send again that contacts came back to. It is due now, also when it or its campaign had ended. */
export async function reopenSend(tx: Tx, tables: SendTables, send: LockedSend, now: Date): Promise<void> {
  const { sends, campaigns, stopReason, event } = tables;
  const { teamId, sendId, campaignId, campaignStatus, isOpen } = send;
  const hasEnded = campaignStatus === 'sent' || campaignStatus === 'failed';
  await tx.change`UPDATE ${sends} SET next_step_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND ${tables.campaignId} = ${campaignId}::uuid
        AND status IN ('running', 'in_progress') AND next_step_at > ${now}::timestamptz`;
  if (isOpen || !hasEnded) return;
  await tx.change`UPDATE ${sends} SET status = 'running', status_reason = NULL, ended_at = NULL,
        next_step_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid`;
  await tx.change`UPDATE ${campaigns} SET status = 'running', ${stopReason} = NULL, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  await recordEvents(tx, teamId, event, factsOf('campaign_status_changed', [campaignId]), now);
}
