import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import {
  createSellerProfitLogicRule,
  deleteSellerProfitLogicRule,
  updateSellerProfitLogicRule,
} from '../profit-rules.ts';
import { CreateProfitRuleInput, UpdateProfitRuleInput } from './inputs.ts';
import { ProfitRuleType } from './types.ts';

const NONE = '`NOT_FOUND` when the team has none of this id';
const INVALID = '`VALIDATION_FAILED` names what is out of bounds or not the team’s';

builder.mutationFields((t) => {
  const id = () => t.arg.id({ required: true, description: 'Its id.' });
  return {
    createSellerProfitLogicRule: t.field({
      type: ProfitRuleType,
      access: 'viewer',
      creates: true,
      description: `Creates a profit rule; its first profit takes effect at once. ${INVALID}.`,
      args: { input: t.arg({ type: CreateProfitRuleInput, required: true, description: 'The rule.' }) },
      resolve: (_root, { input }, ctx) => createSellerProfitLogicRule(ctx, input),
    }),
    updateSellerProfitLogicRule: t.field({
      type: ProfitRuleType,
      access: 'PUT /v1/hub/profit-logic/rules/{rule}',
      description:
        'Changes a profit rule (E5); the profit before is kept and entered into the history. `NOT_FOUND` when the team has none of this id, `VALIDATION_FAILED` when a reference or a time does not fit.',
      args: { id: id(), input: t.arg({ type: UpdateProfitRuleInput, required: true, description: 'What changes.' }) },
      resolve: (_root, args, ctx) => updateSellerProfitLogicRule(ctx, args.id, args.input),
    }),
    deleteSellerProfitLogicRule: t.field({
      type: DeletedRecord,
      access: 'viewer',
      description: `Deletes a profit rule with its history and what is planned for it. ${NONE}.`,
      args: { id: id() },
      resolve: (_root, args, ctx) => deleteSellerProfitLogicRule(ctx, args.id),
    }),
  };
});
