import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { Prisma, type VoiceCampaign, type VoiceCampaignSend } from '../../generated/prisma/client.ts';
import { logsOf } from '../sms-campaigns/loaders.ts';

export const voiceCampaigns = defineTable<VoiceCampaign>('voice_campaigns', Prisma.VoiceCampaignScalarFieldEnum, {
  related: {
    offerIds: Prisma.sql`ARRAY(
      SELECT j.offer_id::text FROM voice_campaign_offers j
      WHERE j.voice_campaign_id = t.id ORDER BY j.position, j.offer_id)`,
  },
});
export const voiceCampaignSends = defineTable<VoiceCampaignSend>(
  'voice_campaign_sends',
  Prisma.VoiceCampaignSendScalarFieldEnum,
);

export const sendsOfVoiceCampaign = nestedList(voiceCampaignSends, {
  parent: Prisma.sql`t.voice_campaign_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
});

/** A campaign names one in a column of its own, or several in a list, or both. */
const naming = (what: 'agent' | 'number') =>
  nestedList(voiceCampaigns, {
    join: Prisma.sql`CROSS JOIN LATERAL (SELECT t.${Prisma.raw(what)}_id AS id
      UNION SELECT x::uuid FROM jsonb_array_elements_text(t.${Prisma.raw(what)}_ids) x) j`,
    parent: Prisma.sql`j.id`,
    order: Prisma.sql`t.created_at DESC, t.id DESC`,
  });

export const voiceCampaignsOfAgent = naming('agent');
export const voiceCampaignsOfNumber = naming('number');

export const logsOfVoiceCampaign = logsOf('voice_campaign');
export const logsOfVoiceCampaignSend = logsOf('voice_campaign_send');
