import './mutations.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { DOMAIN_PLAN, listDomainPlans } from '../operations.ts';
import { DomainPlanFilter, DomainPlanOrder } from './inputs.ts';
import { DomainPlanType } from './types.ts';

builder.queryFields((t) => ({
  domainPlans: t.connection(
    {
      type: DomainPlanType,
      access: 'viewer',
      description: 'The team’s domain plans, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: DomainPlanFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: DomainPlanOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listDomainPlans(ctx, args, columns(info)),
    },
    { description: 'A page of domain plans.' },
    { description: 'A domain plan in a list.' },
  ),
  domainPlan: t.field({
    type: DomainPlanType,
    access: 'viewer',
    description: 'One domain plan. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, DOMAIN_PLAN, id, columns(info)),
  }),
}));
