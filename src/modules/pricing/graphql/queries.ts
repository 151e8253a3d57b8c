import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { PROFIT_RULE } from '../kind.ts';
import { listProfitRules } from '../lists.ts';
import { ProfitRuleFilter, ProfitRuleOrder } from './list-inputs.ts';
import { ProfitRuleType } from './types.ts';

const newestFirst = 'newest first unless ordered otherwise.';

builder.queryFields((t) => {
  const id = () => ({ id: t.arg.id({ required: true, description: 'Its id.' }) });
  return {
    sellerProfitLogicRules: t.connection(
      {
        type: ProfitRuleType,
        access: 'viewer',
        description: `The team’s profit rules, ${newestFirst}`,
        args: {
          filter: t.arg({ type: ProfitRuleFilter, description: 'Which ones.' }),
          orderBy: t.arg({ type: ProfitRuleOrder, description: 'In which order.' }),
        },
        resolve: (_root, args, ctx, info) => listProfitRules(ctx, args, columns(info)),
      },
      { description: 'A page of profit rules.' },
      { description: 'A profit rule in a list.' },
    ),
    sellerProfitLogicRule: t.field({
      type: ProfitRuleType,
      access: 'viewer',
      description: 'One profit rule. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, PROFIT_RULE, args.id, columns(info)),
    }),
  };
});
