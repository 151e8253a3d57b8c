import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  [mine, other] = [await createTeam(app), await createTeam(app)];
  for (const { team } of [mine, other]) {
    const teamId = team.id;
    const [offer] = await app.db.offer.createManyAndReturn({
      data: ['Spring', 'Summer'].map((name) => ({ teamId, name, url: 'https://shop.example', profit: 1 })),
    });
    for (const [name, status] of [
      ['One', 'draft'],
      ['Two', 'draft'],
      ['Three', 'stopped'],
    ] as const) {
      await app.db.smsCampaign.create({
        data: { teamId, name, status, offers: { create: { offerId: offer!.id, position: 0 } } },
      });
    }
    const agent = await app.db.agent.create({ data: { teamId, name: 'Ava' } });
    const calls = [true, false, true].map((isLead) => ({ teamId, agentId: agent.id, toNumber: 12125550123n, isLead }));
    await app.db.call.createMany({ data: calls });
  }
});
afterAll(() => app.close());

const ask = async (query: string, { token }: TestTeam = mine, variables: Record<string, unknown> = {}) =>
  app.graphql(query, { token, variables });

const QUERY = `query ($status: [CampaignStatus!], $isLead: Boolean) {
  offers(orderBy: { field: name, direction: asc }) { nodes { name smsCampaigns(first: 5, filter: { status: $status }) { totalCount nodes { name } } } }
  agents { nodes { calls(first: 1, filter: { isLead: $isLead }) { totalCount nodes { isLead } pageInfo { hasNextPage } } } }
}`;

test('a list below a record takes the filter of its type, in its rows and in its count', async () => {
  const drafts = { totalCount: 2, nodes: [{ name: 'Two' }, { name: 'One' }] };
  const none = { totalCount: 0, nodes: [] };
  const leads = { totalCount: 2, nodes: [{ isLead: true }], pageInfo: { hasNextPage: true } };
  // Compiled from the third time on.
  for (const team of [mine, mine, mine, mine, other]) {
    expect(await ask(QUERY, team, { status: ['draft'], isLead: true })).toEqual({
      data: {
        offers: {
          nodes: [
            { name: 'Spring', smsCampaigns: drafts },
            { name: 'Summer', smsCampaigns: none },
          ],
        },
        agents: { nodes: [{ calls: leads }] },
      },
    });
  }
  const { data } = (await ask(QUERY)) as { data: { agents: { nodes: { calls: { totalCount: number } }[] } } };
  expect(data.agents.nodes[0]!.calls.totalCount).toBe(3);
});

test('pages of a filtered list go on where they ended', async () => {
  const page = (after: string | null) =>
    ask(
      `query ($after: String) { offers(filter: { name: "Spring" }) { nodes { smsCampaigns(first: 1, after: $after, filter: { status: [draft] }) {
        nodes { name } pageInfo { hasNextPage endCursor } } } } }`,
      mine,
      { after },
    ) as Promise<{
      data: {
        offers: {
          nodes: { smsCampaigns: { nodes: object[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }[];
        };
      };
    }>;
  const first = (await page(null)).data.offers.nodes[0]!.smsCampaigns;
  const second = (await page(first.pageInfo.endCursor)).data.offers.nodes[0]!.smsCampaigns;
  expect([first.nodes, second.nodes]).toEqual([[{ name: 'Two' }], [{ name: 'One' }]]);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
});

test('an id of another team filters everything away, and one that is none is refused', async () => {
  const theirs = await app.db.contact.create({ data: { teamId: other.team.id, number: 12125550199n } });
  const filtered = (id: string) =>
    ask('query ($id: ID!) { agents { nodes { calls(filter: { contactId: $id }) { nodes { id } } } } }', mine, { id });
  expect(await filtered(theirs.id)).toEqual({ data: { agents: { nodes: [{ calls: { nodes: [] } }] } } });
  expect((await filtered('no-id')).errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED' } }]);
});
