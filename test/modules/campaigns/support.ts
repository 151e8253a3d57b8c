import { randomBytes } from 'node:crypto';
import type { TestApp } from '../../support/app.ts';

/** One of each kind that a campaign may name. */
export async function createResources({ services: { db } }: TestApp, teamId: string) {
  return {
    segment: (await db.prisma.segment.create({ data: { teamId, name: 'Everybody' } })).id,
    agent: (await db.prisma.agent.create({ data: { teamId, name: 'Ann' } })).id,
    number: (await db.prisma.number.create({ data: { teamId, number: 15550000001, voiceProvider: 'provider_a' } })).id,
    plan: (await db.prisma.routingPlan.create({ data: { teamId, name: 'Cheap' } })).id,
    domains: (await db.prisma.domainPlan.create({ data: { teamId, name: 'Short' } })).id,
    offer: (
      await db.prisma.offer.create({ data: { teamId, name: 'Shoes', url: 'https://shoes.example', profit: '1' } })
    ).id,
  };
}

/** So that a start finds somebody to call, and an account to call over. */
export async function createCallable({ services: { db } }: TestApp, teamId: string) {
  const account = { teamId, name: 'Main', provider: 'provider_a', adapter: 'http' } as const;
  await db.prisma.voiceAccount.create({ data: { ...account, webhookSecretHash: randomBytes(32) } });
  await db.prisma.contact.create({ data: { teamId, number: 4915550000001n, countryId: 276 } });
}

/** `VALIDATION_FAILED` as its fields, any other error as its code, nothing where there is none. */
export const failure = (answer: { errors?: { extensions: Record<string, unknown> }[] }): unknown => {
  const extensions = answer.errors?.[0]?.extensions;
  return extensions?.fields ?? extensions?.code;
};

/** Mutations of campaigns of either kind. */
export const ACTIONS: ReadonlySet<string> = new Set([
  'startCampaign',
  'stopCampaign',
  'pauseCampaign',
  'resumeCampaign',
]);

/** Runs one of them and answers its campaign. */
export async function act<Campaign>(
  { graphql }: TestApp,
  mutation: string,
  variables: Record<string, unknown>,
  { selection, fragments = '', token }: { selection: string; fragments?: string; token: string },
) {
  const query = `mutation ($id: ID!, $reason: String) {
    done: ${mutation}(input: { campaignId: $id, reason: $reason }) { campaign { ${selection} } } } ${fragments}`;
  const { data, ...answer } = await graphql<{ done: { campaign: Campaign } }>(query, { variables, token });
  return { ...answer, ...(data && { data: data.done }) };
}
