import { is, listFilter, listOf, oneOf } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';

export const profitRuleFilter = listFilter('SellerProfitLogicRuleFilter', {
  marginType: oneOf('MarginType', 'One of these margin types.'),
  clientCompanyId: is('ID', 'For this company.'),
  countryId: is('Int', 'For this country.'),
  networkId: is('Int', 'For this network.'),
  networkBrandId: is('ID', 'For this brand.'),
});

export const listProfitRules = listOf(tables.ProfitRule, profitRuleFilter);
