import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type Offer, Prisma } from '../../generated/prisma/client.ts';

export const offers = defineTable<Offer>('offers', Prisma.OfferScalarFieldEnum);

export const offersOfSmsCampaign = nestedList(offers, {
  join: Prisma.sql`JOIN sms_campaign_offers j ON j.offer_id = t.id`,
  parent: Prisma.sql`j.sms_campaign_id`,
  order: Prisma.sql`j.position, t.id`,
});
