import type { Context } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord, type RecordKind } from '../../../records/change-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { each, referenceErrors } from '../../../records/references.ts';
import type { Campaign, CampaignKind } from '../kind.ts';
import { UNDER_WAY } from '../rules.ts';
import { type OfferLinks, sell, stopSelling, tooManyOffers } from './links.ts';

type Selling<Of extends Campaign> = RecordKind<Of> & Pick<CampaignKind<Of>, 'offers' | 'partErrors'>;

export const attachOffers = <Of extends Campaign>(
  ctx: Context,
  kind: Selling<Of>,
  campaignId: string,
  offerIds: string[],
): Promise<Of> => changeOffers(ctx, kind, campaignId, offerIds, sell);

export const detachOffers = <Of extends Campaign>(
  ctx: Context,
  kind: Selling<Of>,
  campaignId: string,
  offerIds: string[],
): Promise<Of> =>
  changeOffers(ctx, kind, campaignId, offerIds, async (tx, links, campaign, ids) => {
    await stopSelling(tx, links, campaign, ids);
    if (!UNDER_WAY.includes(campaign.status)) return;
    const lacking = Object.keys(await kind.partErrors(tx, campaign));
    if (lacking.some((path) => path.startsWith('texts.'))) refuse({ offerIds: [messages.because('offerIds', NEEDED)] });
  });

const NEEDED = 'is needed: the campaign is under way, and a text with {{ url }} leads to an offer';

/** Under the campaign's lock, so that positions are unique. */
function changeOffers<Of extends Campaign>(
  ctx: Context,
  kind: Selling<Of>,
  campaignId: string,
  offerIds: string[],
  change: (tx: Tx, links: OfferLinks, campaign: Of, ids: string[]) => Promise<void>,
): Promise<Of> {
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
