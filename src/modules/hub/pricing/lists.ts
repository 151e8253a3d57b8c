import { is, listFilter, listOf, numbered, oneOf, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';

export const profitRuleFilter = listFilter('SellerProfitLogicRuleFilter', {
  marginType: oneOf('MarginType', 'One of these margin types.'),
  clientCompanyId: is('ID', 'For this company.'),
  countryId: numbered('For this country.'),
  networkId: numbered('For this network.'),
  networkBrandId: is('ID', 'For this brand.'),
});

export const profitRuleChangeFilter = listFilter('SellerProfitLogicRuleChangeFilter', {
  marginType: oneOf('MarginType', 'To one of these margin types.'),
  createdAt: within('When the new profit took effect.'),
});

export const listProfitRules = listOf(tables.ProfitRule, profitRuleFilter);
