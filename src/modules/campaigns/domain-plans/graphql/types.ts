import { builder } from '../../../../graphql/builder.ts';

export const DomainPlanType = builder.prismaObject('DomainPlan', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'name', 'createdAt', 'updatedAt'),
    domains: t.exposeStringList('domains'),
    smsCampaigns: t.list('smsCampaigns', { access: 'GET /v1/sms/campaigns' }),
  }),
});
