import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { profitRuleChangeFilter, profitRuleFilter } from '../lists.ts';

export const ProfitRuleFilter = filterInput(profitRuleFilter);
filterInput(profitRuleChangeFilter);

export const ProfitRuleOrder = orderInput('SellerProfitLogicRule', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
});
