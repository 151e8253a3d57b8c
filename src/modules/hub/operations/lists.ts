import type { Context } from '../../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../../database/connection.ts';
import { contains, equals, oneOf } from '../../../database/filters.ts';
import type { Table } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { type MarginType, Prisma } from '../../../generated/prisma/client.ts';

export interface NameFilter {
  name?: string | null;
}

/** Client companies, routes and routing plans: what has little but a name. */
export function listNamed<Model>(
  ctx: Context,
  table: Table<Model>,
  args: ConnectionArgs & { filter?: NameFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  return readConnection(ctx, table, args, {
    fields,
    orderBy: args.orderBy,
    filter: contains(Prisma.sql`t.name`, args.filter?.name),
  });
}

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

export interface SmsTestScheduleFilter {
  routeId?: string | null;
  isActive?: boolean | null;
}

export function listSmsTestSchedules(
  ctx: Context,
  args: ConnectionArgs & { filter?: SmsTestScheduleFilter | null },
  fields: readonly string[],
) {
  return readConnection(ctx, tables.SmsTestSchedule, args, {
    fields,
    filter: [
      ...equals(Prisma.sql`t.route_id`, 'uuid', args.filter?.routeId),
      ...equals(Prisma.sql`t.is_active`, 'boolean', args.filter?.isActive),
    ],
  });
}

export interface ProfitRuleFilter {
  marginType?: MarginType[] | null;
  clientCompanyId?: string | null;
  countryId?: number | null;
  networkId?: number | null;
  networkBrandId?: string | null;
}

export function listProfitRules(
  ctx: Context,
  args: ConnectionArgs & { filter?: ProfitRuleFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, tables.ProfitRule, args, {
    fields,
    orderBy: args.orderBy,
    filter: [
      ...oneOf(Prisma.sql`t.margin_type`, 'margin_type', filter?.marginType),
      ...equals(Prisma.sql`t.client_company_id`, 'uuid', filter?.clientCompanyId),
      ...equals(Prisma.sql`t.country_id`, 'int', filter?.countryId),
      ...equals(Prisma.sql`t.network_id`, 'int', filter?.networkId),
      ...equals(Prisma.sql`t.network_brand_id`, 'uuid', filter?.networkBrandId),
    ],
  });
}
