import { nestedAggregate } from '../../database/aggregates.ts';
import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import {
  type CallOutcome,
  type PostProcessing,
  Prisma,
  type VoiceCampaign,
  type VoiceCampaignSend,
} from '../../generated/prisma/client.ts';
import { calls } from '../calls/loaders.ts';
import { logsOf } from '../sms-campaigns/loaders.ts';

export const voiceCampaigns = defineTable<VoiceCampaign>('voice_campaigns', Prisma.VoiceCampaignScalarFieldEnum);
export const voiceCampaignSends = defineTable<VoiceCampaignSend>(
  'voice_campaign_sends',
  Prisma.VoiceCampaignSendScalarFieldEnum,
);
export const postProcessings = defineTable<PostProcessing>('post_processings', Prisma.PostProcessingScalarFieldEnum);

export const sendsOfVoiceCampaign = nestedList(voiceCampaignSends, {
  parent: Prisma.sql`t.voice_campaign_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
});

export const postProcessingsOfVoiceCampaign = nestedList(postProcessings, {
  parent: Prisma.sql`t.voice_campaign_id`,
  order: Prisma.sql`t.position, t.id`,
});

export const logsOfVoiceCampaign = logsOf('voice_campaign');
export const logsOfVoiceCampaignSend = logsOf('voice_campaign_send');

export interface CallsOfOutcome {
  outcome: CallOutcome | null;
  count: number;
}

export const callsByOutcome = nestedAggregate<CallsOfOutcome>(calls, {
  parent: Prisma.sql`t.voice_campaign_id`,
  select: Prisma.sql`t.call_outcome AS outcome, count(*) AS count`,
  by: Prisma.sql`t.call_outcome`,
});
