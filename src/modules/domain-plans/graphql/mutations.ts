import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import { deleteRecord } from '../../records/delete-record.ts';
import { createDomainPlan, DOMAIN_PLAN, updateDomainPlan } from '../operations.ts';
import { CreateDomainPlanInput, UpdateDomainPlanInput } from './inputs.ts';
import { DomainPlanType } from './types.ts';

const NONE = '`NOT_FOUND` when the team has none of this id';
const INVALID = '`VALIDATION_FAILED` names what is out of bounds or no host name';

builder.mutationFields((t) => {
  const id = () => t.arg.id({ required: true, description: 'Its id.' });
  return {
    createDomainPlan: t.field({
      type: DomainPlanType,
      access: 'viewer',
      creates: true,
      description: `Creates a domain plan. ${INVALID}.`,
      args: { input: t.arg({ type: CreateDomainPlanInput, required: true, description: 'The plan.' }) },
      resolve: (_root, { input }, ctx) => createDomainPlan(ctx, input),
    }),
    updateDomainPlan: t.field({
      type: DomainPlanType,
      access: 'viewer',
      description: `Changes a domain plan. ${NONE}, ${INVALID}.`,
      args: {
        id: id(),
        input: t.arg({ type: UpdateDomainPlanInput, required: true, description: 'What changes.' }),
      },
      resolve: (_root, args, ctx) => updateDomainPlan(ctx, args.id, args.input),
    }),
    deleteDomainPlan: t.field({
      type: DeletedRecord,
      access: 'viewer',
      description: `Deletes a domain plan. ${NONE}, \`CONFLICT\` as long as an SMS campaign names it.`,
      args: { id: id() },
      resolve: (_root, args, ctx) => deleteRecord(ctx, DOMAIN_PLAN, args.id),
    }),
  };
});
