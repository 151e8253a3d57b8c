import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import { type Agent, Prisma } from '../../generated/prisma/client.ts';

export const agents = defineTable<Agent>('agents', Prisma.AgentScalarFieldEnum);

export const agentsOfVoiceAccount = nestedList(agents, {
  parent: Prisma.sql`t.voice_account_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
});
