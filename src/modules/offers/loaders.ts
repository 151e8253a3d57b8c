import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type Offer, Prisma } from '../../generated/prisma/client.ts';
import { smsCampaigns } from '../sms-campaigns/loaders.ts';
import { voiceCampaigns } from '../voice-campaigns/loaders.ts';

export const offers = defineTable<Offer>('offers', Prisma.OfferScalarFieldEnum);

export const offersOfSmsCampaign = nestedList(offers, {
  join: Prisma.sql`JOIN sms_campaign_offers j ON j.offer_id = t.id`,
  parent: Prisma.sql`j.sms_campaign_id`,
  order: Prisma.sql`j.position, t.id`,
});

export const smsCampaignsOfOffer = nestedList(smsCampaigns, {
  join: Prisma.sql`JOIN sms_campaign_offers j ON j.sms_campaign_id = t.id`,
  parent: Prisma.sql`j.offer_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
});

export const offersOfVoiceCampaign = nestedList(offers, {
  join: Prisma.sql`JOIN voice_campaign_offers j ON j.offer_id = t.id`,
  parent: Prisma.sql`j.voice_campaign_id`,
  order: Prisma.sql`j.position, t.id`,
});

export const voiceCampaignsOfOffer = nestedList(voiceCampaigns, {
  join: Prisma.sql`JOIN voice_campaign_offers j ON j.voice_campaign_id = t.id`,
  parent: Prisma.sql`j.offer_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
});
