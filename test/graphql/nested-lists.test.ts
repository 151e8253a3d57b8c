import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NestedList } from '../../src/database/reads/lists.ts';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

const RECORD = '01930000-0000-7000-8000-000000000001';

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

const ORDERED = `query ($order: SmsCampaignOrder, $after: String, $before: String, $first: Int, $last: Int) {
  offers(filter: { name: "Spring" }) { nodes { smsCampaigns(orderBy: $order, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { name } pageInfo { endCursor startCursor hasNextPage } } } } }`;

interface Ordered {
  data: {
    offers: {
      nodes: { smsCampaigns: { totalCount: number; nodes: { name: string }[]; pageInfo: Record<string, string> } }[];
    };
  };
}

const ordered = async (variables: object) => {
  const answer = (await ask(ORDERED, mine, { ...variables })) as unknown as Ordered;
  const { totalCount, nodes, pageInfo } = answer.data.offers.nodes[0]!.smsCampaigns;
  return { totalCount, names: nodes.map(({ name }) => name), pageInfo };
};

test('a list below a record takes the order of its type, in both directions and in its pages', async () => {
  for (const _compiled of [1, 2, 3, 4]) {
    expect((await ordered({ order: { field: 'name', direction: 'asc' } })).names).toEqual(['One', 'Three', 'Two']);
    expect((await ordered({ order: { field: 'name' } })).names).toEqual(['Two', 'Three', 'One']);
    expect((await ordered({})).names).toEqual(['Three', 'Two', 'One']);
    const order = { field: 'status', direction: 'asc' };
    const first = await ordered({ order, first: 2 });
    expect(first).toMatchObject({ totalCount: 3, names: ['One', 'Two'], pageInfo: { hasNextPage: true } });
    const second = await ordered({ order, first: 2, after: first.pageInfo.endCursor });
    expect(second).toMatchObject({ totalCount: 3, names: ['Three'], pageInfo: { hasNextPage: false } });
    expect((await ordered({ order, last: 1, before: second.pageInfo.startCursor })).names).toEqual(['Two']);
  }
});

test('a cursor belongs to the order of its page', async () => {
  const { pageInfo } = await ordered({ order: { field: 'name' }, first: 1 });
  const answer = await ask(ORDERED, mine, { order: { field: 'createdAt' }, after: pageInfo.endCursor });
  expect(answer.errors).toMatchObject([
    { extensions: { code: 'VALIDATION_FAILED', fields: { after: expect.anything() } } },
  ]);
});

test('contacts of a segment are filtered, counted and ordered as all contacts are', async () => {
  const contacts = [
    ['12125550101', 'Zoe'],
    ['12125550102', 'Ada'],
    ['12125550103', 'Zoe'],
  ] as const;
  for (const { team } of [mine, other]) {
    await app.db.contact.createMany({
      data: contacts.map(([number, name]) => ({ teamId: team.id, number: BigInt(number), name })),
    });
  }
  const created = await ask('mutation { createSegment(input: { name: "All", filter: {} }) { id } }');
  const { id } = (created.data as { createSegment: { id: string } }).createSegment;
  const query = `query ($id: ID!, $filter: ContactFilter) { segment(id: $id) { contacts(filter: $filter, orderBy: { field: number, direction: asc }) {
    totalCount nodes { number } } } }`;
  const found = async (filter: object | null) => {
    const { data } = (await ask(query, mine, { id, filter })) as unknown as {
      data: { segment: { contacts: { totalCount: number; nodes: { number: string }[] } } };
    };
    const { totalCount, nodes } = data.segment.contacts;
    return [totalCount, ...nodes.map(({ number }) => number)];
  };
  expect(await found({ name: 'zoe' })).toEqual([2, '+12125550101', '+12125550103']);
  expect(await found({ name: 'nobody' })).toEqual([0]);
  expect(await found(null)).toEqual([3, '+12125550101', '+12125550102', '+12125550103']);
});

test('every list below a record is read and counted with each condition of its filter', async () => {
  const sample = (type: GraphQLInputType): unknown => {
    const named = getNamedType(type);
    const samples: Record<string, unknown> = {
      Boolean: true,
      DateTimeRange: { from: new Date(0) },
      Decimal: '1',
      PhoneNumber: '+12125550101',
    };
    const value = isEnumType(named)
      ? named.getValues()[0]!.value
      : (samples[named.name] ?? (/Int$/.test(named.name) ? 1 : RECORD));
    return isListType(getNullableType(type)) ? [value] : value;
  };
  const failed: string[] = [];
  let asked = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
      const list = field.extensions.list as NestedList<unknown, object> | undefined;
      const filter = getNamedType(field.args.find(({ name }) => name === 'filter')?.type);
      if (!list || !isInputObjectType(filter)) continue;
      for (const condition of Object.values(filter.getFields())) {
        const args = { first: 1, filter: { [condition.name]: sample(condition.type) } };
        const ctx = { reader: app.services.reader, teamId: mine.team.id, loaders: new Map() };
        asked += 1;
        try {
          const [page, count] = [await list.load(ctx, RECORD, args, ['id']), await list.count(ctx, RECORD, args)];
          expect([page.edges, count]).toEqual([[], 0]);
        } catch (error) {
          failed.push(`${type.name}.${field.name} ${condition.name}: ${(error as Error).message}`);
        }
      }
    }
  }
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(100);
});

test('contacts of a tag are filtered and counted', async () => {
  const teamId = mine.team.id;
  const tag = await app.db.tag.create({ data: { teamId, name: 'vip' } });
  for (const name of ['Eve', 'Mallory']) {
    await app.db.contact.create({
      data: { teamId, name, number: name === 'Eve' ? 12125550104n : 12125550105n, tags: { create: { tagId: tag.id } } },
    });
  }
  const query = `query ($id: ID!, $filter: ContactFilter) { tag(id: $id) { contacts(filter: $filter) { totalCount nodes { name } } } }`;
  // Compiled from the third time on.
  for (const _time of [1, 2, 3, 4]) {
    expect(await ask(query, mine, { id: tag.id, filter: { name: 'eve' } })).toEqual({
      data: { tag: { contacts: { totalCount: 1, nodes: [{ name: 'Eve' }] } } },
    });
    expect(await ask(query, mine, { id: tag.id })).toMatchObject({ data: { tag: { contacts: { totalCount: 2 } } } });
  }
});

test('rules, logs and health below a record are filtered by what they are about', async () => {
  for (const { team } of [mine, other]) {
    const teamId = team.id;
    const campaign = await app.db.smsCampaign.create({ data: { teamId, name: 'Logged' } });
    await app.db.log.createMany({
      data: ['Started.', 'Stopped.'].map((text) => ({
        ...{ teamId, callerType: 'sms_campaign' as const, callerId: campaign.id, text },
      })),
    });
    const route = await app.db.route.create({ data: { teamId, name: 'Health' } });
    await app.db.routeHealth.createMany({
      data: [0, 262001, 262002].map((networkId) => ({
        ...{ teamId, routeId: route.id, networkId, updatedAt: new Date() },
        outSince: networkId === 262002 ? new Date() : null,
      })),
    });
    await app.db.routingPlan.create({
      data: {
        ...{ teamId, name: 'Plan' },
        rules: { create: [276, 40].map((countryId, position) => ({ countryId, position, routeId: route.id })) },
      },
    });
  }
  const query = `{
    smsCampaigns(filter: { name: "Logged" }) { nodes { logs(filter: { text: "stop" }) { totalCount nodes { text } } } }
    routes(filter: { name: "Health" }) { nodes {
      known: health(filter: { networkId: "262001" }) { nodes { networkId } }
      out: health(filter: { isOut: true }) { totalCount nodes { networkId } }
      none: health(filter: { networkId: "0" }) { nodes { networkId } }
      odd: health(filter: { networkId: "x" }) { totalCount }
    } }
    routingPlans { nodes { rules(filter: { countryId: "40" }) { totalCount nodes { position } } } }
  }`;
  // Compiled from the third time on.
  for (const _time of [1, 2, 3, 4]) {
    expect(await ask(query)).toEqual({
      data: {
        smsCampaigns: { nodes: [{ logs: { totalCount: 1, nodes: [{ text: 'Stopped.' }] } }] },
        routes: {
          nodes: [
            {
              known: { nodes: [{ networkId: '262001' }] },
              out: { totalCount: 1, nodes: [{ networkId: '262002' }] },
              none: { nodes: [] },
              odd: { totalCount: 0 },
            },
          ],
        },
        routingPlans: { nodes: [{ rules: { totalCount: 1, nodes: [{ position: 1 }] } }] },
      },
    });
  }
});

// Interpreted, each level is a statement.
test.skipIf(process.env.GRAPHQL_JIT === 'off')('filtered lists of all levels are one statement', async () => {
  const query = `{ smsCampaigns(first: 3) { nodes { name sends(first: 2, filter: { status: [sent] }) { nodes { status
    logs(first: 2, filter: { text: "sent" }) { nodes { text } } } } } } }`;
  for (const _time of [1, 2, 3]) await ask(query);
  const sent = await app.statements(() => ask(query));
  expect(sent.filter((text) => /sms_campaigns/.test(text))).toHaveLength(1);
  expect(sent.filter((text) => /FROM "?logs/.test(text))).toHaveLength(1);
});

test('lists of names are ordered by name or age', async () => {
  const teamId = mine.team.id;
  await app.db.segment.createMany({
    data: ['Beta', 'Alpha'].map((name) => ({ teamId, name, filter: {} })),
  });
  const names = async (order: string) => {
    const answer = await ask(`{ segments(filter: { name: "a" }, orderBy: ${order}) { nodes { name } } }`);
    const { nodes } = (answer.data as { segments: { nodes: { name: string }[] } }).segments;
    return nodes.map(({ name }) => name).filter((name) => name !== 'All');
  };
  expect(await names('{ field: name, direction: asc }')).toEqual(['Alpha', 'Beta']);
  expect(await names('{ field: name }')).toEqual(['Beta', 'Alpha']);
});
