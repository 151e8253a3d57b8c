import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, oneOf, type TimeRange, within } from '../../database/filters.ts';
import type { Table } from '../../database/table.ts';
import { type CampaignStatus, Prisma, type SendType } from '../../generated/prisma/client.ts';

export interface CampaignFilter {
  status?: CampaignStatus[] | null;
  sendType?: SendType[] | null;
  name?: string | null;
  createdAt?: TimeRange | null;
}

export function listCampaigns<Of>(
  ctx: Context,
  { table }: { table: Table<Of> },
  { filter, ...args }: ConnectionArgs & { filter?: CampaignFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, table, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.status`, 'campaign_status', filter?.status),
      ...oneOf(Prisma.sql`t.send_type`, 'send_type', filter?.sendType),
      ...contains(Prisma.sql`t.name`, filter?.name),
      ...within(Prisma.sql`t.created_at`, filter?.createdAt),
    ],
  });
}
