import type { Context } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord, type RecordKind } from '../../../records/change-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { each, referenceErrors } from '../../../records/references.ts';
import { type OfferLinks, sell, stopSelling, tooManyOffers } from './links.ts';

interface Selling<Campaign> extends RecordKind<Campaign> {
  offers: OfferLinks;
}

export const attachOffers = <Campaign extends { id: string; teamId: string }>(
  ctx: Context,
  kind: Selling<Campaign>,
  campaignId: string,
  offerIds: string[],
): Promise<Campaign> => changeOffers(ctx, kind, campaignId, offerIds, sell);

export const detachOffers = <Campaign extends { id: string; teamId: string }>(
  ctx: Context,
  kind: Selling<Campaign>,
  campaignId: string,
  offerIds: string[],
): Promise<Campaign> => changeOffers(ctx, kind, campaignId, offerIds, stopSelling);

/** Under the campaign's lock, so that positions are unique. */
function changeOffers<Campaign extends { id: string; teamId: string }>(
  ctx: Context,
  kind: Selling<Campaign>,
  campaignId: string,
  offerIds: string[],
  change: (tx: Tx, links: OfferLinks, campaign: Campaign, ids: string[]) => Promise<void>,
): Promise<Campaign> {
  refuse({
    ...(offerIds.length === 0 && { offerIds: [messages.atLeastItems('offerIds', 1)] }),
    ...tooManyOffers(offerIds),
  });
  return changeRecord(ctx, kind, campaignId, async (tx, campaign) => {
    refuse(await referenceErrors(tx, campaign.teamId, { offers: each('offerIds', offerIds) }));
    await change(tx, kind.offers, campaign, offerIds);
    return campaign;
  });
}
