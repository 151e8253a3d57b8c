import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  for (const name of ['Northwind', 'Contoso', 'Fabrikam']) ids[name] = await seedCompany(acme.team.id, name);
  ids.theirs = await seedCompany(rival.team.id, 'Tailspin');
});
afterAll(() => app.close());

/** A company with a plan of one rule, a route with two schedules, two endpoints, and two profit rules with a change each. */
async function seedCompany(teamId: string, name: string): Promise<string> {
  const { db } = app;
  const { id } = await db.clientCompany.create({ data: { teamId, name } });
  const route = await db.route.create({ data: { teamId, name: `${name} direct`, price: '0.0425' } });
  const plan = await db.routingPlan.create({
    data: { teamId, name: `${name} plan`, rules: { create: { routeId: route.id, countryId: 840 } } },
  });
  for (const at of [1, 2]) {
    await db.smsTestSchedule.create({
      data: { teamId, routeId: route.id, name: `Test ${at}`, toNumber: 14155550100n, text: 'Test' },
    });
    await createSellerEndpoint(db, {
      teamId,
      clientCompanyId: id,
      smsRoutingPlanId: plan.id,
      defaultRouteId: route.id,
      username: `${name}-${at}`,
      passwordHash: '-',
      tags: at === 1 ? ['first'] : [],
    });
    await db.profitRule.create({
      data: {
        teamId,
        clientCompanyId: id,
        countryId: 840,
        currentProfit: at,
        changes: { create: { marginType: 'percentage', oldProfit: '0', newProfit: at } },
      },
    });
  }
  return id;
}

const NESTED = `query ($first: Int!) {
  clientCompanies(first: $first, orderBy: { field: name, direction: asc }) {
    totalCount
    nodes {
      name
      sellerEndpoints(first: 5) { totalCount nodes {
        username
        defaultRoute {
          name price testSchedules(first: 1) { totalCount nodes { name toNumber intervalMinutes } }
          routingPlanRules { totalCount nodes { routingPlan { name smsCampaigns { totalCount nodes { name } } } } }
          sellerEndpoints { totalCount nodes { username } }
        }
        routingPlan { name sellerEndpoints { totalCount } rules { totalCount nodes { position country { iso2 } network { id } route { name } } } }
      } }
      profitRules { totalCount nodes { currentProfit country { name } changes { totalCount nodes { newProfit } } } }
    }
  }
}`;

describe('the hub’s records', () => {
  test('are read nested, in a number of statements that does not depend on how many there are', async () => {
    const run = (first: number) => app.graphql(NESTED, { variables: { first }, token: acme.token });
    const one = await app.statements(() => run(1));
    const three = await app.statements(() => run(3));
    expect(three.length).toBe(one.length);
    const { data } = await run(1);
    expect(data).toEqual({
      clientCompanies: {
        totalCount: 3,
        nodes: [
          {
            name: 'Contoso',
            sellerEndpoints: {
              totalCount: 2,
              nodes: ['Contoso-2', 'Contoso-1'].map((username) => ({
                username,
                defaultRoute: {
                  name: 'Contoso direct',
                  price: '0.0425',
                  testSchedules: {
                    totalCount: 2,
                    nodes: [{ name: 'Test 2', toNumber: '+14155550100', intervalMinutes: 60 }],
                  },
                  routingPlanRules: {
                    totalCount: 1,
                    nodes: [{ routingPlan: { name: 'Contoso plan', smsCampaigns: { totalCount: 0, nodes: [] } } }],
                  },
                  sellerEndpoints: { totalCount: 2, nodes: [{ username: 'Contoso-2' }, { username: 'Contoso-1' }] },
                },
                routingPlan: {
                  name: 'Contoso plan',
                  sellerEndpoints: { totalCount: 2 },
                  rules: {
                    totalCount: 1,
                    nodes: [{ position: 0, country: { iso2: 'US' }, network: null, route: { name: 'Contoso direct' } }],
                  },
                },
              })),
            },
            profitRules: {
              totalCount: 2,
              nodes: ['2', '1'].map((profit) => ({
                currentProfit: profit,
                country: { name: 'United States of America' },
                changes: { totalCount: 1, nodes: [{ newProfit: profit }] },
              })),
            },
          },
        ],
      },
    });
  });

  test('are listed by what the filter says', async () => {
    const query = `query ($company: ID!) {
      clientCompanies(filter: { name: "NORTH" }) { nodes { name } }
      routes(filter: { name: "fab" }) { nodes { name } }
      routingPlans(orderBy: { field: name, direction: desc }, first: 1) { nodes { name } }
      sellerEndpoints(filter: { clientCompanyId: $company, tag: "first", username: "n", isSendingAllowed: true }) {
        nodes { username clientCompany { name } }
      }
      smsTestSchedules(filter: { isActive: false }) { totalCount }
      sellerProfitLogicRules(filter: { clientCompanyId: $company, countryId: 840, marginType: [percentage] }) { totalCount }
      other: sellerProfitLogicRules(filter: { marginType: [fixed] }) { totalCount }
    }`;
    const { data } = await app.graphql(query, { variables: { company: ids.Northwind }, token: acme.token });
    expect(data).toEqual({
      clientCompanies: { nodes: [{ name: 'Northwind' }] },
      routes: { nodes: [{ name: 'Fabrikam direct' }] },
      routingPlans: { nodes: [{ name: 'Northwind plan' }] },
      sellerEndpoints: { nodes: [{ username: 'Northwind-1', clientCompany: { name: 'Northwind' } }] },
      smsTestSchedules: { totalCount: 0 },
      sellerProfitLogicRules: { totalCount: 2 },
      other: { totalCount: 0 },
    });
  });

  test.each([
    ['clientCompany', 'Client company'],
    ['route', 'Route'],
    ['routingPlan', 'Routing plan'],
    ['sellerEndpoint', 'Seller endpoint'],
    ['smsTestSchedule', 'SMS test schedule'],
    ['sellerProfitLogicRule', 'Profit rule'],
  ])('are read one by one: %s', async (field, thing) => {
    const list = field === 'clientCompany' ? 'clientCompanies' : `${field}s`;
    const read = (id: string) => app.graphql(`{ ${field}(id: "${id}") { id createdAt } }`, { token: acme.token });
    const idIn = async ({ token }: TestTeam) => {
      const { data } = await app.graphql(`{ ${list}(first: 1) { nodes { id } } }`, { token });
      return (data as Record<string, { nodes: { id: string }[] }>)[list]!.nodes[0]!.id;
    };
    const mine = await idIn(acme);
    expect((await read(mine)).data).toEqual({ [field]: { id: mine, createdAt: expect.any(String) } });
    for (const id of [await idIn(rival), randomUUID(), 'x']) {
      expect((await read(id)).errors).toMatchObject([
        { message: `${thing} not found.`, extensions: { code: 'NOT_FOUND' } },
      ]);
    }
  });

  test('are not for those who have no token', async () => {
    expect((await app.graphql('{ clientCompanies { totalCount } }')).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ]);
  });
});
