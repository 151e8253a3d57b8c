import type { TestApp } from '../../../support/app.ts';
import { mutate } from '../../../support/mutate.ts';

/** What the tests ask of the app in a team's name. */
export function domainPlansOf(app: TestApp, token: string) {
  const run = (...args: [string, Parameters<typeof mutate>[3], string?]) => mutate(app, token, ...args);
  const create = (input: object, select?: string) =>
    run('createDomainPlan', { input: [input, 'CreateDomainPlanInput'] }, select);
  const createCampaign = (domainPlanId: string | null, name: string) =>
    run('createSmsCampaign', { input: [{ name, meta: { domainPlanId } }, 'CreateSmsCampaignInput'] });
  return {
    create,
    createCampaign,
    update: (id: string, input: object, select?: string) =>
      run('updateDomainPlan', { id, input: [input, 'UpdateDomainPlanInput'] }, select),
    remove: (id: string) => run('deleteDomainPlan', { id }),
    removeCampaign: (id: string) => run('deleteSmsCampaign', { id }),
    plan: async (name = 'Short', domains = ['go.example.com']): Promise<string> =>
      (await create({ name, domains })).data.createDomainPlan.id,
    campaign: async (domainPlanId: string | null, name = 'Spring'): Promise<string> =>
      (await createCampaign(domainPlanId, name)).data.createSmsCampaign.id,
    read: (query: string, variables: Record<string, unknown> = {}) => app.graphql(query, { token, variables }),
  };
}
