import { type Context, viewerOf } from '../../context.ts';
import { identifier } from '../../database/table.ts';
import { AppError } from '../../errors.ts';
import type { CampaignStatus, Prisma } from '../../generated/prisma/client.ts';
import { announceCampaign } from '../../live/announce.ts';
import { changeRecord } from '../records/change-record.ts';
import { refuse } from '../records/input-rules.ts';
import { statusErrors } from './input-rules.ts';
import { GOING_OUT, statusWhenStarted } from './rules.ts';
import { type Campaign, type CampaignKind, closeSends, openSend, writeCampaign } from './sends.ts';
import { firstMoment } from './start-rules.ts';

/**
 * Starts a campaign, or lets it wait for the moment that its data names. Starting one that is going out changes
 * nothing, so that of two starts at once one opens a send.
 */
export function startCampaign<Of extends Campaign, Columns extends object>(
  ctx: Context,
  kind: CampaignKind<Of, Columns>,
  id: string,
): Promise<Of> {
  return changeRecord(ctx, kind, id, async (tx, current) => {
    if (GOING_OUT.includes(current.status)) return current;
    const status = await statusOfStart(ctx, tx, kind, current, new Date());
    const campaign = await writeCampaign(ctx, tx, kind, current, { ...kind.started(current), status });
    await openSend(tx, kind, campaign);
    return campaign;
  });
}

/** Where starting leads at a moment; refused when the campaign cannot start. */
export async function statusOfStart<Of extends Campaign, Columns extends object>(
  ctx: Context,
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  current: Of,
  at: Date,
): Promise<CampaignStatus> {
  const status = statusWhenStarted(current.status, firstMoment(current, viewerOf(ctx).team.timezone, at), at);
  refuse({ ...statusErrors(current.status, status), ...(await kind.lackErrors(ctx, tx, current)) });
  return status;
}

/** The record stays, marked as deleted, and no send of it stays open; `CONFLICT` while it goes out. */
export function deleteCampaign<Of extends Campaign, Columns extends object>(
  ctx: Context,
  kind: CampaignKind<Of, Columns>,
  id: string,
): Promise<{ id: string }> {
  return changeRecord(ctx, kind, id, async (tx, campaign) => {
    if (GOING_OUT.includes(campaign.status)) throw new AppError('CONFLICT', kind.inUse);
    await closeSends(tx, kind, campaign, 'The campaign was deleted.');
    await tx.$executeRaw`UPDATE ${identifier(kind.table.name)} SET deleted_at = now(), updated_at = now()
      WHERE id = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid`;
    await announceCampaign(tx, campaign.id);
    return { id };
  });
}
