import { type Context, viewerOf } from '../../context.ts';
import { isUuid } from '../../database/lists.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Prisma, SmsCampaign } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';

/** Not in the reference: how many offers one request names. */
const MAX_OFFERS = 100;

/** Offers behind those that the campaign has, in the order given. One that is attached already keeps its place. */
export function attachOffers(ctx: Context, smsCampaignId: string, offerIds: string[]): Promise<SmsCampaign> {
  return changeOffers(ctx, smsCampaignId, offerIds, async (tx, ids) => {
    const { _max } = await tx.smsCampaignOffer.aggregate({ where: { smsCampaignId }, _max: { position: true } });
    const next = (_max.position ?? -1) + 1;
    await tx.smsCampaignOffer.createMany({
      data: ids.map((offerId, at) => ({ smsCampaignId, offerId, position: next + at })),
      skipDuplicates: true,
    });
  });
}

/** Detaching an offer that is not attached changes nothing. */
export function detachOffers(ctx: Context, smsCampaignId: string, offerIds: string[]): Promise<SmsCampaign> {
  return changeOffers(ctx, smsCampaignId, offerIds, async (tx, ids) => {
    await tx.smsCampaignOffer.deleteMany({ where: { smsCampaignId, offerId: { in: ids } } });
  });
}

/** Under the campaign's lock, so that positions are given once; `change` gets the team's own offers, each once. */
function changeOffers(
  ctx: Context,
  smsCampaignId: string,
  offerIds: string[],
  change: (tx: Prisma.TransactionClient, ids: string[]) => Promise<void>,
): Promise<SmsCampaign> {
  const { team } = viewerOf(ctx);
  if (!isUuid(smsCampaignId)) throw new NotFoundError('SMS campaign');
  if (offerIds.length === 0) throw new ValidationError({ offerIds: [messages.atLeastItems('offerIds', 1)] });
  if (offerIds.length > MAX_OFFERS) {
    throw new ValidationError({ offerIds: [messages.atMostItems('offerIds', MAX_OFFERS)] });
  }
  const ids = [...new Set(offerIds.map((id) => id.toLowerCase()))];
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM sms_campaigns
      WHERE id = ${smsCampaignId}::uuid AND team_id = ${team.id}::uuid FOR UPDATE`;
    const campaign = await tx.smsCampaign.findFirst({ where: { id: smsCampaignId, teamId: team.id, deletedAt: null } });
    if (!campaign) throw new NotFoundError('SMS campaign');
    const known = await tx.offer.findMany({
      where: { teamId: team.id, deletedAt: null, id: { in: ids.filter(isUuid) } },
      select: { id: true },
    });
    const mine = new Set(known.map(({ id }) => id));
    const unknown = offerIds.flatMap((id, at) => (mine.has(id.toLowerCase()) ? [] : [`offerIds.${at}`]));
    if (unknown.length > 0) {
      throw new ValidationError(Object.fromEntries(unknown.map((path) => [path, [messages.selected(path)]])));
    }
    await change(tx, ids);
    return campaign;
  });
}
