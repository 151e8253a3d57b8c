import type { Context } from '../../context.ts';
import { readConnection } from '../../database/connection.ts';
import { is, type ListArgs, listFilter, oneOf } from '../../database/filters.ts';
import { tables } from '../../database/tables.ts';

export const profitRuleFilter = listFilter('SellerProfitLogicRuleFilter', {
  marginType: oneOf('MarginType', 'One of these margin types.'),
  clientCompanyId: is('UUID', 'For this company.'),
  countryId: is('Int', 'For this country.'),
  networkId: is('Int', 'For this network.'),
  networkBrandId: is('UUID', 'For this brand.'),
});

export function listProfitRules(ctx: Context, args: ListArgs<typeof profitRuleFilter>, fields: readonly string[]) {
  return readConnection(ctx, tables.ProfitRule, args, {
    fields,
    orderBy: args.orderBy,
    filter: profitRuleFilter.where(args.filter),
  });
}
