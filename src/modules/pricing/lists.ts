import type { Context } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { equals, oneOf } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';
import { type MarginType, Prisma } from '../../generated/prisma/client.ts';

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
