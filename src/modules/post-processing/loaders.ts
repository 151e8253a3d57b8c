import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type PostProcessing, Prisma } from '../../generated/prisma/client.ts';

export const postProcessings = defineTable<PostProcessing>('post_processings', Prisma.PostProcessingScalarFieldEnum);

export const postProcessingsOfVoiceCampaign = nestedList(postProcessings, {
  parent: Prisma.sql`t.voice_campaign_id`,
  order: Prisma.sql`t.position, t.id`,
});
