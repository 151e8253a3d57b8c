import { builder } from '../../../../graphql/builder.ts';
import { PROFIT_RULE } from '../kind.ts';
import { listProfitRules } from '../lists.ts';
import { ProfitRuleFilter, ProfitRuleOrder } from './list-inputs.ts';
import { ProfitRuleType } from './types.ts';

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
