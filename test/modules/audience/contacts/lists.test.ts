import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let token: string;
let otherToken: string;
let ids: string[];

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app;
  const mine = await createTeam(app);
  token = mine.token;
  otherToken = (await createTeam(app, 'Rival')).token;
  const teamId = mine.team.id;
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  const people = [
    { number: 4915100000001n, name: 'Ann Example', countryId: 276, createdAt: at(1), custom1Dec: '1.50' },
    { number: 12025550100n, name: 'Bob', email: 'bob@example.com', countryId: 840, createdAt: at(2) },
    { number: 12025550101n, name: null, countryId: 840, createdAt: at(3), custom1Int: 4_000_000_000n },
  ];
  const contacts = await db.contact.createManyAndReturn({ data: people.map((person) => ({ teamId, ...person })) });
  ids = contacts.map(({ id }) => id);
  await app.rest('POST', '/v1/audience/contacts/tags', { token, body: { contact_ids: ids, tags: ['all'] } });
  await app.rest('POST', '/v1/audience/contacts/tags', { token, body: { contact_ids: [ids[0]], tags: ['VIP', 'a'] } });
});
afterAll(() => app.close());

const numbers = async (args: string, as = token) => {
  const { data } = await app.graphql<{ contacts: { totalCount: number; nodes: { number: string }[] } }>(
    `{ contacts${args && `(${args})`} { totalCount nodes { number } } }`,
    { token: as },
  );
  return [data!.contacts.totalCount, ...data!.contacts.nodes.map(({ number }) => number)];
};
const [ANN, BOB, NOBODY] = ['+4915100000001', '+12025550100', '+12025550101'];

test('contacts come newest first, are filtered, ordered and the team’s own', async () => {
  expect(await numbers('')).toEqual([3, NOBODY, BOB, ANN]);
  expect(await numbers('', otherToken)).toEqual([0]);
  expect(await numbers('first: 1')).toEqual([3, NOBODY]);
  expect(await numbers('orderBy: { field: number, direction: asc }')).toEqual([3, BOB, NOBODY, ANN]);
  expect(await numbers(`filter: { number: "${ANN}" }`)).toEqual([1, ANN]);
  expect(await numbers('filter: { number: "+49 1510 0000-001" }')).toEqual([1, ANN]);
  expect(await numbers('filter: { number: 4915100000001, countryId: "276" }')).toEqual([1, ANN]);
  expect(await numbers('filter: { number: "12" }')).toEqual([0]);
  expect(await numbers('filter: { countryId: "DE" }')).toEqual([0]);
  expect(await numbers('filter: { name: "exam" }')).toEqual([1, ANN]);
  expect(await numbers('filter: { email: "BOB@" }')).toEqual([1, BOB]);
  expect(await numbers('filter: { countryId: 840 }')).toEqual([2, NOBODY, BOB]);
  expect(await numbers('filter: { tags: ["VIP", "none"] }')).toEqual([1, ANN]);
  expect(await numbers('filter: { tags: ["vip"] }')).toEqual([0]);
  expect(await numbers('filter: { createdAt: { from: "2026-11-02T00:00:00Z", to: "2026-11-03T00:00:00Z" } }')).toEqual([
    1,
    BOB,
  ]);
});

test('contacts are found by a part of their name, e-mail address or number', async () => {
  const search = (text: string, more = '') => numbers(`filter: { search: ${JSON.stringify(text)}${more} }`);
  expect(await search('EXAMPLE')).toEqual([2, BOB, ANN]);
  expect(await search('bob@')).toEqual([1, BOB]);
  expect(await search('555 0101')).toEqual([1, NOBODY]);
  expect(await search('(202) 555-01')).toEqual([2, NOBODY, BOB]);
  expect(await search('01510')).toEqual([1, ANN]);
  expect(await search('+1 202')).toEqual([2, NOBODY, BOB]);
  expect(await search('555 0101 x')).toEqual([0]);
  expect(await search('%')).toEqual([0]);
  expect(await search('0')).toEqual([0]);
  expect(await search('')).toEqual([3, NOBODY, BOB, ANN]);
  expect(await search('example', ', countryId: "276"')).toEqual([1, ANN]);
  expect(await numbers('filter: { search: "e" }', otherToken)).toEqual([0]);
});

test('contacts are paged by number, too', async () => {
  const page = async (after: string) => {
    const { data } = await app.graphql<{
      contacts: { nodes: { number: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
    }>(
      `{ contacts(first: 2, orderBy: { field: number, direction: asc }${after}) { nodes { number } pageInfo { endCursor hasNextPage } } }`,
      { token },
    );
    return data!.contacts;
  };
  const first = await page('');
  expect([first.nodes, first.pageInfo.hasNextPage]).toEqual([[{ number: BOB }, { number: NOBODY }], true]);
  const second = await page(`, after: "${first.pageInfo.endCursor}"`);
  expect([second.nodes, second.pageInfo.hasNextPage]).toEqual([[{ number: ANN }], false]);
});

test('a contact shows its country and fields; another team does not find it', async () => {
  const query = `query ($id: ID!) { contact(id: $id) {
    number name email timezone unsubscribedAt custom1Str custom1Int custom1Dec custom1Datetime networkId network { id }
    country { iso2 } tags { totalCount nodes { name } } createdAt } }`;
  const ask = (id: string, as = token) => app.graphql(query, { token: as, variables: { id } });
  expect(await ask(ids[0]!)).toEqual({
    data: {
      contact: {
        number: ANN,
        name: 'Ann Example',
        email: null,
        timezone: null,
        unsubscribedAt: null,
        custom1Str: null,
        custom1Int: null,
        custom1Dec: '1.5',
        custom1Datetime: null,
        networkId: null,
        network: null,
        country: { iso2: 'DE' },
        tags: { totalCount: 3, nodes: expect.arrayContaining([{ name: 'VIP' }, { name: 'a' }, { name: 'all' }]) },
        createdAt: '2026-11-01T00:00:00.000Z',
      },
    },
  });
  for (const [id, as] of [
    [ids[0]!, otherToken],
    ['none', token],
  ] as const) {
    expect(await ask(id, as)).toMatchObject({
      errors: [{ message: 'Contact not found.', extensions: { code: 'NOT_FOUND' } }],
    });
  }
});

test('tags come by name with their contacts, in as many statements for many as for one', async () => {
  const ask = (args: string) =>
    app.graphql<{ tags: { nodes: { id: string; name: string }[] } }>(
      `{ tags${args} { nodes { id name contacts(first: 2) { totalCount nodes { number tags(first: 1) { totalCount nodes { name } } } } } } }`,
      { token },
    );
  const { data } = await ask('(filter: { name: "L" })');
  expect(data).toEqual({
    tags: {
      nodes: [
        {
          id: expect.any(String),
          name: 'all',
          contacts: {
            totalCount: 3,
            nodes: [
              { number: NOBODY, tags: { totalCount: 1, nodes: [{ name: 'all' }] } },
              { number: BOB, tags: { totalCount: 1, nodes: [{ name: 'all' }] } },
            ],
          },
        },
      ],
    },
  });
  const all = await ask('');
  expect(all.data!.tags.nodes.map(({ name }) => name).sort()).toEqual(['VIP', 'a', 'all']);
  expect(await app.statements(() => ask('(first: 1)'))).toHaveLength(5);
  expect(await app.statements(() => ask('(first: 3)'))).toHaveLength(5);

  const tag = `{ tag(id: "${data!.tags.nodes[0]!.id}") { name } }`;
  expect(await app.graphql(tag, { token })).toEqual({ data: { tag: { name: 'all' } } });
  expect(await app.graphql(tag, { token: otherToken })).toMatchObject({
    errors: [{ message: 'Tag not found.', extensions: { code: 'NOT_FOUND' } }],
  });
});
