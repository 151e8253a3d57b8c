import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { at } from '../../../support/campaigns.ts';
import { refused } from '../../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { domainPlansOf } from './support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let acts: ReturnType<typeof domainPlansOf>;

beforeAll(async () => {
  app = await createTestApp();
  rival = await createTeam(app, 'Rival');
});
beforeEach(async () => {
  acme = await createTeam(app);
  acts = domainPlansOf(app, acme.token);
});
afterAll(() => app.close());

describe('domain plans', () => {
  test('are listed by name and domain, newest first or by name, page by page', async () => {
    for (const [name, domain] of [
      ['Branded', 'shop.example'],
      ['Short', 'go.example.com'],
      ['Alpha', '50.example'],
    ] as const) {
      await acts.plan(name, [domain, 'all.example']);
    }
    const names = async (args: string) => {
      const { data } = await acts.read(`{ domainPlans(${args}) { nodes { name } } }`);
      return (data as { domainPlans: { nodes: { name: string }[] } }).domainPlans.nodes.map(({ name }) => name);
    };
    expect(await names('first: 20')).toEqual(['Alpha', 'Short', 'Branded']);
    expect(await names('orderBy: { field: name, direction: asc }')).toEqual(['Alpha', 'Branded', 'Short']);
    expect(await names('filter: { name: "SHO" }')).toEqual(['Short']);
    expect(await names('filter: { domain: "Shop" }')).toEqual(['Branded']);
    expect(await names('filter: { domain: "all.example" }, last: 1')).toEqual(['Branded']);
    // Across two domains there is no text, and signs of a pattern mean themselves.
    expect(await names('filter: { domain: "example all" }')).toEqual([]);
    expect(await names('filter: { domain: "%" }')).toEqual([]);
    expect(await names('filter: { name: "a", domain: "50." }')).toEqual(['Alpha']);
  });

  test('share moments of creation, and the id breaks the tie', async () => {
    const [low, high] = [randomUUID(), randomUUID()].sort() as [string, string];
    const row = { teamId: acme.team.id, name: 'Same', createdAt: at(0) };
    await app.db.domainPlan.createMany({ data: [high, low].map((id) => ({ ...row, id })) });
    const query = 'query ($after: String) { domainPlans(first: 1, after: $after) { edges { cursor node { id } } } }';
    const page = async (after?: string) => {
      const { data } = await acts.read(query, { after });
      return (data as { domainPlans: { edges: { cursor: string; node: { id: string } }[] } }).domainPlans.edges;
    };
    const [first] = await page();
    expect(first?.node.id).toBe(high);
    expect((await page(first!.cursor)).map(({ node }) => node.id)).toEqual([low]);
  });

  test('lead to their campaigns and back, in a number of statements that does not depend on how many there are', async () => {
    for (const name of ['A', 'B', 'C']) {
      const id = await acts.plan(name, [`${name}.example`]);
      await acts.campaign(id, `${name} 1`);
      await acts.campaign(id, `${name} 2`);
    }
    await acts.campaign(null, 'None');
    const query = `query ($first: Int!) {
      domainPlans(first: $first, orderBy: { field: name, direction: asc }) {
        totalCount
        nodes {
          name
          smsCampaigns(first: 1) { totalCount nodes { name meta { domainPlanId } domainPlan { name domains } } }
        }
      }
      smsCampaigns(first: $first) { nodes { name domainPlan { name } } }
    }`;
    const ask = (first: number) => acts.read(query, { first });
    const two = await app.statements(() => ask(2));
    const three = await app.statements(() => ask(3));
    expect(three.length).toBe(two.length);
    expect((await ask(2)).data).toEqual({
      domainPlans: {
        totalCount: 3,
        nodes: ['A', 'B'].map((name) => ({
          name,
          smsCampaigns: {
            totalCount: 2,
            nodes: [
              {
                name: `${name} 2`,
                meta: { domainPlanId: expect.any(String) },
                domainPlan: { name, domains: [`${name.toLowerCase()}.example`] },
              },
            ],
          },
        })),
      },
      smsCampaigns: {
        nodes: [
          { name: 'None', domainPlan: null },
          { name: 'C 2', domainPlan: { name: 'C' } },
        ],
      },
    });
  });

  test('of another team are not found, changed, deleted or shown', async () => {
    const { db } = app;
    const theirs = await db.domainPlan.create({
      data: { teamId: rival.team.id, name: 'Theirs', domains: ['their.example'] },
    });
    const one = (id: string) => acts.read('query ($id: ID!) { domainPlan(id: $id) { name } }', { id });
    for (const id of [theirs.id, randomUUID(), 'x']) {
      for (const answer of [await one(id), await acts.update(id, { name: 'Mine' }), await acts.remove(id)]) {
        expect(answer).toMatchObject(refused('NOT_FOUND', 'Domain plan not found.'));
      }
    }
    expect((await acts.read('{ domainPlans { totalCount } }')).data).toEqual({ domainPlans: { totalCount: 0 } });
    const below = '{ domainPlans { nodes { name smsCampaigns { totalCount nodes { name } } } } }';
    expect((await app.graphql(below, { token: rival.token })).data).toEqual({
      domainPlans: { nodes: [{ name: 'Theirs', smsCampaigns: { totalCount: 0, nodes: [] } }] },
    });
  });

  test('are for every member, and not for tokens limited to other endpoints', async () => {
    const list = (token?: string) => app.graphql('{ domainPlans { totalCount } }', { token });
    const member = await createTeamToken(app, acme.team.id, { role: 'member' });
    expect((await list(member)).data).toEqual({ domainPlans: { totalCount: 0 } });
    const scopes = [{ method: 'GET', endpoint: '/v1/sms/campaigns', reason: 'Reports' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    expect((await list(limited)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await list()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
