import { type Context, viewerOf } from '../../context.ts';
import { identifier } from '../../database/table.ts';
import type { Tx } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import type { CampaignStatus } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { announceCampaign } from '../../live/announce.ts';
import { changeRecord } from '../../records/change-record.ts';
import { refuse } from '../../records/input-rules.ts';
import { firstMoment, type OpeningMeta } from '../delivery/meta/opening.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { GOING_OUT, statusErrors, statusWhenStarted } from './rules.ts';
import { closeSends, openSend, writeCampaign } from './sends.ts';
import { statusBefore } from './start-again.ts';

/**
 * Starts a campaign, or lets it wait for the moment that its data names. Starting one that goes out changes nothing, so of two
 * starts at once only one opens a send.
 */
export function startCampaign<Of extends Campaign>(ctx: Context, kind: CampaignKind<Of>, id: string): Promise<Of> {
  return changeRecord(ctx, kind, id, async (tx, current) => {
    if (GOING_OUT.includes(current.status)) return current;
    const status = await statusOfStart(ctx, tx, kind, current, new Date());
    const campaign = await writeCampaign(ctx, tx, kind, current, { ...kind.started(current), status });
    await openSend(tx, kind, campaign);
    return campaign;
  });
}

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

/** Not in the reference: the longest reason. */
const MAX_REASON = 1_000;

/** Stops a campaign. When it is stopped already, only a given reason changes. */
export function stopCampaign<Of extends Campaign>(
  ctx: Context,
  kind: CampaignKind<Of>,
  id: string,
  reason?: string | null,
): Promise<Of> {
  return changeRecord(ctx, kind, id, async (tx, current) => {
    const isTooLong = (reason?.length ?? 0) > MAX_REASON;
    refuse({
      ...statusErrors(current.status, 'stopped'),
      ...(isTooLong && { reason: [messages.atMostCharacters('reason', MAX_REASON)] }),
    });
    if (current.status === 'stopped' && reason == null) return current;
    return writeCampaign(ctx, tx, kind, current, { status: 'stopped', ...kind.stopped(reason ?? null) });
  });
}

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
