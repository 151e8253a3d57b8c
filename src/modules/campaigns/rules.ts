import type { FieldErrors } from '../../errors.ts';
import type { CampaignStatus, SendStatus } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';

/**
 * The changes of status that are allowed. `sent` is the end, except for a manual campaign that left contacts (`start-again.ts`).
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

/** Why a campaign may not change its status like this. Null when it may. The same status is not a change. */
export function statusChangeError(from: CampaignStatus, to: CampaignStatus): string | null {
  if (from === to || STATUS_CHANGES[from].includes(to)) return null;
  return `The status cannot change from ${from} to ${to}.`;
}

export function statusErrors(from: CampaignStatus, to: CampaignStatus | null | undefined): FieldErrors {
  if (to === undefined) return {};
  const text = to === null ? messages.required('status') : statusChangeError(from, to);
  return text === null ? {} : { status: [text] };
}

/** Statuses in which messages or calls go out. */
export const GOING_OUT: readonly CampaignStatus[] = ['running', 'in_progress'];

/** Statuses in which a campaign has an open send. In all others it has none. */
export const UNDER_WAY: readonly CampaignStatus[] = ['pending', ...GOING_OUT];

/** Whether a change of status starts a campaign, and so needs everything that starting needs. */
export const isStart = (from: CampaignStatus, to: CampaignStatus): boolean =>
  from !== to && UNDER_WAY.includes(to) && !GOING_OUT.includes(from);

/** Statuses of a send that has not ended. */
export const OPEN_SENDS: SendStatus[] = ['pending', 'running', 'in_progress'];

/**
 * The status after a start. A campaign whose time has not come waits for it, any other runs. One that failed waits in either
 * case, as the table above says.
 */
export function statusWhenStarted(from: CampaignStatus, due: Date, now: Date): CampaignStatus {
  if (GOING_OUT.includes(from)) return from;
  return due > now || from === 'failed' ? 'pending' : 'running';
}
