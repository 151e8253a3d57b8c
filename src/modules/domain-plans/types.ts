import type { Row } from '../../database/table.ts';
import type { DomainPlan } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { domainPlans } from './loaders.ts';

export const DomainPlanType = builder.objectRef<Row<DomainPlan>>('DomainPlan').implement({
  description: 'Domains that the links of SMS campaigns are shortened under.',
  table: domainPlans,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    teamId: t.exposeID('teamId', { description: 'The team it belongs to.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    domains: t.exposeStringList('domains', { description: 'Host names in lower case, in the order given.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});
