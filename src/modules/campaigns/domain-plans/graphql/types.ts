import { builder } from '../../../../graphql/builder.ts';

export const DomainPlanType = builder.prismaObject('DomainPlan', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    name: t.exposeString('name'),
    domains: t.exposeStringList('domains'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    smsCampaigns: t.list('smsCampaigns', { access: 'GET /v1/sms/campaigns' }),
  }),
});
