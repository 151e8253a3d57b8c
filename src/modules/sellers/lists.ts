import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, equals } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';

export interface SellerEndpointFilter {
  clientCompanyId?: string | null;
  smsRoutingPlanId?: string | null;
  username?: string | null;
  tag?: string | null;
  isSendingAllowed?: boolean | null;
}

export function listSellerEndpoints(
  ctx: Context,
  args: ConnectionArgs & { filter?: SellerEndpointFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, tables.SellerEndpoint, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...equals(Prisma.sql`t.client_company_id`, 'uuid', filter?.clientCompanyId),
      ...equals(Prisma.sql`t.sms_routing_plan_id`, 'uuid', filter?.smsRoutingPlanId),
      ...contains(Prisma.sql`t.username`, filter?.username),
      ...(filter?.tag ? [Prisma.sql`${filter.tag}::text = ANY(t.tags)`] : []),
      ...equals(Prisma.sql`t.is_sending_allowed`, 'boolean', filter?.isSendingAllowed),
    ],
  });
}
