import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, isSet, oneOf, type TimeRange, within } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { Prisma, type VoiceProvider } from '../../generated/prisma/client.ts';

export interface NumberFilter {
  number?: number | null;
  voiceProvider?: VoiceProvider[] | null;
  voiceAccountId?: string | null;
  inboundAgentId?: string | null;
  isArchived?: boolean | null;
  createdAt?: TimeRange | null;
}

export function listNumbers(
  ctx: Context,
  { filter, ...args }: ConnectionArgs & { filter?: NumberFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.Number, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...equals(Prisma.sql`t.number`, 'bigint', filter?.number),
      ...oneOf(Prisma.sql`t.voice_provider`, 'voice_provider', filter?.voiceProvider),
      ...equals(Prisma.sql`t.voice_account_id`, 'uuid', filter?.voiceAccountId),
      ...equals(Prisma.sql`t.inbound_agent_id`, 'uuid', filter?.inboundAgentId),
      ...isSet(Prisma.sql`t.archived_at`, filter?.isArchived),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}
