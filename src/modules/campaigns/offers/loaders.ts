import { nestedList } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export const offersOfSmsCampaign = nestedList(tables.Offer, {
  join: Prisma.sql`JOIN sms_campaign_offers j ON j.team_id = t.team_id AND j.offer_id = t.id`,
  parent: Prisma.sql`j.sms_campaign_id`,
  order: [Prisma.sql`j.position`, Prisma.sql`t.id`],
  direction: 'asc',
});

export const smsCampaignsOfOffer = nestedList(tables.SmsCampaign, {
  join: Prisma.sql`JOIN sms_campaign_offers j ON j.team_id = t.team_id AND j.sms_campaign_id = t.id`,
  parent: Prisma.sql`j.offer_id`,
  order: [Prisma.sql`t.created_at`, Prisma.sql`t.id`],
  direction: 'desc',
});

export const offersOfVoiceCampaign = nestedList(tables.Offer, {
  join: Prisma.sql`JOIN voice_campaign_offers j ON j.team_id = t.team_id AND j.offer_id = t.id`,
  parent: Prisma.sql`j.voice_campaign_id`,
  order: [Prisma.sql`j.position`, Prisma.sql`t.id`],
  direction: 'asc',
});

export const voiceCampaignsOfOffer = nestedList(tables.VoiceCampaign, {
  join: Prisma.sql`JOIN voice_campaign_offers j ON j.team_id = t.team_id AND j.voice_campaign_id = t.id`,
  parent: Prisma.sql`j.offer_id`,
  order: [Prisma.sql`t.created_at`, Prisma.sql`t.id`],
  direction: 'desc',
});
