import type { CampaignStatus } from '../../generated/prisma/client.ts';

/**
 * Where a campaign may go from each status. `sent` is the end: a campaign that sent everything is not sent again.
 *
 * Not in the reference, which names the statuses only.
 */
export const STATUS_CHANGES: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  draft: ['pending', 'running'],
  pending: ['draft', 'running', 'stopped', 'failed'],
  running: ['in_progress', 'sent', 'failed', 'stopped'],
  in_progress: ['running', 'sent', 'failed', 'stopped'],
  sent: [],
  failed: ['draft', 'pending'],
  stopped: ['draft', 'pending', 'running'],
};

/** Why a campaign may not change its status so; null when it may. The same status is no change. */
export function statusChangeError(from: CampaignStatus, to: CampaignStatus): string | null {
  if (from === to || STATUS_CHANGES[from].includes(to)) return null;
  return `The status cannot change from ${from} to ${to}.`;
}
