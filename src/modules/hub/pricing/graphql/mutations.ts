import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { PROFIT_RULE } from '../kind.ts';
import {
  createSellerProfitLogicRule,
  deleteSellerProfitLogicRule,
  updateSellerProfitLogicRule,
} from '../profit-rules.ts';
import { CreateProfitRuleInput, UpdateProfitRuleInput } from './inputs.ts';
import { ProfitRuleType } from './types.ts';

const INVALID = '`VALIDATION_FAILED` lists fields that are out of range or name a record your team does not have';

builder.mutationFields((t) => ({
  createSellerProfitLogicRule: t.create({
    type: ProfitRuleType,
    access: 'viewer',
    description: `Creates a profit rule; its first profit takes effect at once. ${INVALID}.`,
    input: CreateProfitRuleInput,
    run: createSellerProfitLogicRule,
  }),
  updateSellerProfitLogicRule: t.change({
    type: ProfitRuleType,
    access: 'PUT /v1/hub/profit-logic/rules/{rule}',
    description:
      'Changes a profit rule (E5); the profit before is kept and entered into the history. `NOT_FOUND` when the team has none of this id, `VALIDATION_FAILED` when a reference or a time does not fit.',
    input: UpdateProfitRuleInput,
    run: updateSellerProfitLogicRule,
  }),
  deleteSellerProfitLogicRule: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: PROFIT_RULE,
    description: `Deletes a profit rule with its history and what is planned for it. ${NONE}.`,
    run: deleteSellerProfitLogicRule,
  }),
}));
