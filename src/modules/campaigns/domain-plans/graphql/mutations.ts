import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { deleteRecord } from '../../../../records/delete-record.ts';
import { createDomainPlan, DOMAIN_PLAN, updateDomainPlan } from '../operations.ts';
import { CreateDomainPlanInput, UpdateDomainPlanInput } from './inputs.ts';
import { DomainPlanType } from './types.ts';

const INVALID = '`VALIDATION_FAILED` lists fields that are out of range or not a host name';

builder.mutationFields((t) => ({
  createDomainPlan: t.create({
    type: DomainPlanType,
    access: 'viewer',
    description: `Creates a domain plan. ${INVALID}.`,
    input: CreateDomainPlanInput,
    run: createDomainPlan,
  }),
  updateDomainPlan: t.change({
    type: DomainPlanType,
    access: 'viewer',
    description: `Changes a domain plan. ${NONE}, ${INVALID}.`,
    input: UpdateDomainPlanInput,
    run: updateDomainPlan,
  }),
  deleteDomainPlan: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: DOMAIN_PLAN,
    description: `Deletes a domain plan. ${NONE}, \`CONFLICT\` as long as an SMS campaign names it.`,
    run: (ctx, id) => deleteRecord(ctx, DOMAIN_PLAN, id),
  }),
}));
