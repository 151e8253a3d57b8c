import './mutations.ts';
import { builder } from '../../../../graphql/builder.ts';
import { DOMAIN_PLAN, listDomainPlans } from '../operations.ts';
import { DomainPlanFilter, DomainPlanOrder } from './inputs.ts';
import { DomainPlanType } from './types.ts';

builder.queryFields((t) => ({
  domainPlans: t.page({
    type: DomainPlanType,
    access: 'viewer',
    description: 'The team’s domain plans, newest first unless ordered otherwise.',
    filter: DomainPlanFilter,
    orderBy: DomainPlanOrder,
    list: listDomainPlans,
    texts: { filter: 'Which ones.' },
  }),
  domainPlan: t.record({ type: DomainPlanType, of: DOMAIN_PLAN, access: 'viewer', description: 'One domain plan.' }),
}));
