import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { PROFIT_RULE } from '../kind.ts';
import { listProfitRules, profitRuleChangeFilter, profitRuleFilter } from '../lists.ts';
import { ProfitRuleType } from './types.ts';

const ProfitRuleFilter = filterInput(profitRuleFilter);
filterInput(profitRuleChangeFilter);

const ProfitRuleOrder = orderInput('SellerProfitLogicRule', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
});

builder.queryFields((t) => ({
  sellerProfitLogicRules: t.page({
    type: ProfitRuleType,
    access: 'viewer',
    description: 'The team’s profit rules, newest first unless ordered otherwise.',
    filter: ProfitRuleFilter,
    orderBy: ProfitRuleOrder,
    list: listProfitRules,
    texts: { filter: 'Which ones.' },
  }),
  sellerProfitLogicRule: t.record({
    type: ProfitRuleType,
    of: PROFIT_RULE,
    access: 'viewer',
    description: 'One profit rule.',
  }),
}));
