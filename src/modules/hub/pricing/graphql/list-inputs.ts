import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { profitRuleFilter } from '../lists.ts';

export const ProfitRuleFilter = filterInput(profitRuleFilter);

export const ProfitRuleOrder = orderInput('SellerProfitLogicRule', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
});
