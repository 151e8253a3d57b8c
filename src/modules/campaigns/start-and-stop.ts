import { type Context, viewerOf } from '../../context.ts';
import { identifier } from '../../database/table.ts';
import type { Tx } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import type { CampaignStatus } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { announceCampaign } from '../../live/announce.ts';
import { changeRecord } from '../../records/change-record.ts';
import { refuse } from '../../records/input-rules.ts';
import { closeGate } from '../delivery/engine/call-gate.ts';
import { firstMoment, type OpeningMeta } from '../delivery/meta/opening.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { GOING_OUT, statusErrors, statusWhenStarted, UNDER_WAY } from './rules.ts';
import { closeSends, NOT_PAUSED, openSend, wakeSends, writeCampaign, writeCampaignLog } from './sends.ts';
import { statusBefore } from './start-again.ts';

/** Not in the reference: the longest reason. */
const MAX_REASON = 1_000;

export interface CampaignChange<Of> {
  campaign: Of;
  previousStatus: CampaignStatus;
  hasChanged: boolean;
}

interface Given {
  campaignId: string;
  /** In words, for the campaign's log. */
  reason?: string | null;
}

/** Changes a campaign; null from `write`: it is already as wanted. */
const change = <Of extends Campaign>(
  ctx: Context,
  kind: CampaignKind<Of>,
  { campaignId, reason }: Given,
  write: (tx: Tx, current: Of) => Promise<Of | null>,
): Promise<CampaignChange<Of>> =>
  changeRecord(ctx, kind, campaignId, async (tx, current) => {
    if ((reason?.length ?? 0) > MAX_REASON) refuse({ reason: [messages.atMostCharacters('reason', MAX_REASON)] });
    const changed = await write(tx, current);
    return { campaign: changed ?? current, previousStatus: current.status, hasChanged: changed !== null };
  });

/**
 * Starts a campaign, or lets it wait for the moment that its data names. Starting one that goes out changes nothing, so of two
 * starts at once only one opens a send.
 */
export const startCampaign = <Of extends Campaign>(ctx: Context, kind: CampaignKind<Of>, given: Given) =>
  change(ctx, kind, given, async (tx, current) => {
    if (current.pausedAt) refuse({ status: ['The campaign is paused. Resume it.'] });
    if (GOING_OUT.includes(current.status)) return null;
    const status = await statusOfStart(ctx, tx, kind, current, new Date());
    const campaign = await writeCampaign(ctx, tx, kind, current, { ...kind.started(current), status }, given.reason);
    await openSend(tx, kind, current, campaign);
    return campaign;
  });

/** The status that a start at this moment leads to. Throws when the campaign cannot start. */
export async function statusOfStart<Of extends Campaign>(
  ctx: Context,
  tx: Tx,
  kind: CampaignKind<Of>,
  current: Of,
  at: Date,
): Promise<CampaignStatus> {
  const status = statusWhenStarted(
    current.status,
    firstMoment(current as unknown as OpeningMeta, viewerOf(ctx).team.timezone, at),
    at,
  );
  refuse({
    ...statusErrors(await statusBefore(tx, kind, current, status), status),
    ...(await kind.lackErrors(ctx, tx, current)),
  });
  return status;
}

/** Stops a campaign. When it is stopped already, only a given reason changes. */
export const stopCampaign = <Of extends Campaign>(ctx: Context, kind: CampaignKind<Of>, given: Given) =>
  change(ctx, kind, given, async (tx, current) => {
    const { reason = null } = given;
    refuse(statusErrors(current.status, 'stopped'));
    if (current.status === 'stopped' && reason === null) return null;
    return writeCampaign(ctx, tx, kind, current, { status: 'stopped', ...kind.stopped(reason) }, reason);
  });

/** Holds what has not been handed over. The open send stays as it is. */
export const pauseCampaign = <Of extends Campaign>(ctx: Context, kind: CampaignKind<Of>, given: Given) =>
  change(ctx, kind, given, async (tx, current) => {
    const { reason = null } = given;
    if (!UNDER_WAY.includes(current.status)) refuse(notUnderWay(current, 'paused'));
    if (current.pausedAt && reason === null) return null;
    await tx.rows(closeGate(current.teamId));
    const pausedAt = current.pausedAt ?? new Date();
    return writePause(tx, kind, current, { pausedAt, pauseReason: reason }, inLog('Paused', reason));
  });

/** Continues the open send where the pause began. */
export const resumeCampaign = <Of extends Campaign>(ctx: Context, kind: CampaignKind<Of>, given: Given) =>
  change(ctx, kind, given, async (tx, current) => {
    if (!UNDER_WAY.includes(current.status)) refuse(notUnderWay(current, 'resumed'));
    if (!current.pausedAt) return null;
    const resumed = await writePause(tx, kind, current, NOT_PAUSED, inLog('Resumed', given.reason));
    await wakeSends(tx, kind, current);
    return resumed;
  });

async function writePause<Of extends Campaign>(
  tx: Tx,
  kind: CampaignKind<Of>,
  current: Of,
  columns: { pausedAt: Date | null; pauseReason: string | null },
  text: string,
): Promise<Of> {
  const campaign = await kind.write(tx, current, columns);
  await announceCampaign(tx, campaign.id);
  await writeCampaignLog(tx, kind, campaign, text);
  return campaign;
}

const inLog = (what: string, reason?: string | null) => `${what}.${reason ? ` Reason: ${reason}` : ''}`;

const notUnderWay = ({ status }: Campaign, what: string) => ({
  status: [`Only a campaign that waits or goes out can be ${what}. This one is ${status}.`],
});

/** Marks the record as deleted and closes its sends. `CONFLICT` while it goes out. */
export function deleteCampaign<Of extends Campaign>(
  ctx: Context,
  kind: CampaignKind<Of>,
  id: string,
): Promise<{ id: string }> {
  return changeRecord(ctx, kind, id, async (tx, campaign) => {
    if (GOING_OUT.includes(campaign.status)) throw new AppError('CONFLICT', kind.inUse);
    await closeSends(tx, kind, campaign, 'The campaign was deleted.');
    await tx.change`UPDATE ${identifier(kind.table.name)} SET deleted_at = now(), updated_at = now()
      WHERE id = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid`;
    await announceCampaign(tx, campaign.id);
    return { id };
  });
}
