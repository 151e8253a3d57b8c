import type { TestApp } from '../../support/app.ts';

/** One of each kind that a campaign may name. */
export async function createResources({ services: { db } }: TestApp, teamId: string) {
  return {
    segment: (await db.segment.create({ data: { teamId, name: 'Everybody' } })).id,
    agent: (await db.agent.create({ data: { teamId, name: 'Ann' } })).id,
    number: (await db.number.create({ data: { teamId, number: 15550000001, voiceProvider: 'provider_a' } })).id,
    plan: (await db.routingPlan.create({ data: { teamId, name: 'Cheap' } })).id,
    domains: (await db.domainPlan.create({ data: { teamId, name: 'Short' } })).id,
    offer: (await db.offer.create({ data: { teamId, name: 'Shoes', url: 'https://shoes.example', profit: '1' } })).id,
  };
}

/** `VALIDATION_FAILED` as its fields, any other error as its code, nothing where there is none. */
export const failure = (answer: { errors?: { extensions: Record<string, unknown> }[] }): unknown => {
  const extensions = answer.errors?.[0]?.extensions;
  return extensions?.fields ?? extensions?.code;
};
