import { getIntrospectionQuery, parse, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pricerOf } from '../../src/graphql/cost-limit.ts';
import { EXAMPLES } from '../../src/graphql/graphiql-examples.ts';
import { routes } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

const priceOf = pricerOf(schema);
const price = (query: string, variables?: Record<string, unknown>) => {
  const { nodes, depth } = priceOf(parse(query), null, variables);
  return { nodes, depth };
};
const fields = (query: string, variables?: Record<string, unknown>) => priceOf(parse(query), null, variables).fields;
const nodes = (query: string, variables?: Record<string, unknown>) => price(query, variables).nodes;

describe('the cost of an operation', () => {
  test.each([
    ['{ me { teamName } }', 1, 2],
    ['{ smsCampaigns { nodes { name } } }', 21, 3],
    ['{ smsCampaigns(first: 3) { totalCount nodes { name } edges { cursor node { name } } } }', 1_010, 4],
    ['{ smsCampaigns(last: 7) { nodes { name } } }', 8, 3],
    [
      '{ smsCampaigns(first: 3) { pageInfo { endCursor } nodes { sends { nodes { logs(first: 2) { nodes { text } } } } } } }',
      248,
      7,
    ],
    ['{ a: smsCampaigns(first: 2) { nodes { id } } b: smsCampaigns(first: 3) { nodes { id } } }', 7, 3],
    ['{ smsCampaigns(first: 2) { nodes { meta { hlrSettings { isActive } } } } }', 7, 5],
    ['{ smsCampaigns(first: null) { nodes { id } } }', 21, 3],
    ['{ smsCampaigns(first: 0) { nodes { sends { nodes { id } } } } }', 1, 5],
    ['{ smsCampaigns(first: 2) { nodes { texts { text } sends(first: 3) { totalCount } } } }', 245, 4],
    ['{ smsCampaigns(first: 2) { nodes { sends { ...C } } } } fragment C on SmsSendConnection { totalCount }', 45, 4],
    [
      '{ smsCampaigns { ...C } } fragment C on SmsCampaignConnection { totalCount nodes { sends { totalCount } } }',
      1_441,
      4,
    ],
    ['{ smsCampaigns(first: 2) { nodes { sends(last: 3) { edges { node { id } } pageInfo { endCursor } } } } }', 19, 6],
    ['{ __typename }', 0, 0],
    ['{ contacts(first: 2) { totalCount nodes { id } } }', 1_003, 3],
    ['{ contacts(first: 2, filter: { name: "a", email: "b", number: 1 }) { nodes { id } } }', 4_003, 3],
    ['{ contacts(first: 2, filter: { name: null, email: "" }) { nodes { id } } }', 3, 3],
  ])('%s', (query, expected, depth) => {
    expect(price(query)).toEqual({ nodes: expected, depth });
  });

  const paged =
    'query Q($n: Int = 4, $m: Int) { smsCampaigns(first: $n) { nodes { sends(first: $m) { nodes { id } } } } }';
  test.each([
    [{}, 1 + 4 * (2 + 20)],
    [{ n: 2, m: 3 }, 1 + 2 * (2 + 3)],
    [{ n: null, m: null }, 1 + 20 * (2 + 20)],
    [{ n: 100, m: 100 }, 1 + 100 * 102],
    [{ n: -5, m: 3 }, 1],
    [{ n: 'x', m: 3 }, 21],
    [{ n: { length: 3 }, m: [[]] }, 89],
  ])('takes page sizes from the variables %j', (variables, expected) => {
    expect(nodes(paged, variables)).toBe(expected);
  });

  test.each([
    [
      'query ($f: ContactFilter) { contacts(first: 2, filter: $f) { totalCount } }',
      { f: { name: 'a', email: 'b' } },
      5_001,
    ],
    ['query ($f: ContactFilter) { contacts(first: 2, filter: $f) { totalCount } }', {}, 1_001],
    ['query ($t: String) { contacts(first: 2, filter: { name: $t }) { totalCount } }', { t: 'a' }, 3_001],
    ['query ($t: String) { contacts(first: 2, filter: { name: $t }) { totalCount } }', { t: null }, 1_001],
    ['query ($t: String = "a") { contacts(first: 2, filter: { name: $t }) { totalCount } }', {}, 3_001],
  ])('of %s counts what is looked for in the variables %j', (query, variables, expected) => {
    expect(nodes(query, variables)).toBe(expected);
  });

  test('refuses two hundred counts of texts within others', async () => {
    const counts = Array.from(
      { length: 200 },
      (_, at) => `c${at}: contacts(filter: { name: "${at}", email: "a" }) { totalCount }`,
    );
    expect(nodes(`{ ${counts.join(' ')} }`)).toBe(200 * 5_001);
  });

  test('is the same for literals, variables, defaults and fragments', () => {
    const spellings: [string, Record<string, unknown>?][] = [
      ['{ smsCampaigns(first: 9) { nodes { sends(first: 8) { nodes { logs(first: 7) { nodes { id } } } } } } }'],
      [
        'query ($a: Int, $b: Int = 8) { smsCampaigns(first: $a) { nodes { ...C } } } fragment C on SmsCampaign { sends(first: $b) { nodes { ...S } } } fragment S on SmsSend { logs(first: 7) { nodes { id } } }',
        { a: 9 },
      ],
      [
        '{ smsCampaigns(first: 9) { ...P } } fragment P on SmsCampaignConnection { nodes { ... on SmsCampaign { sends(first: 8) { nodes { ... { logs(first: 7) { nodes { id } } } } } } } }',
      ],
    ];
    for (const [query, variables] of spellings) expect(nodes(query, variables)).toBe(1 + 9 * (2 + 8 * (2 + 7)));
  });

  test('counts every value, under whatever name', () => {
    expect(fields('{ __typename me { teamName role } }')).toBe(3);
    const query =
      'query ($n: Int) { smsCampaigns(first: $n) { totalCount nodes { id sends(first: 3) { nodes { a: id b: id } } } } }';
    expect(fields(query, { n: 5 })).toBe(1 + 5 * (1 + 3 * 2));
    const aliases = Array.from({ length: 190 }, (_, n) => `a${n}: text`).join(' ');
    const wide = `{ smsCampaigns(first: 100) { nodes { sends(first: 48) { nodes { logs(first: 100) { nodes { ${aliases} } } } } } } }`;
    expect(fields(wide)).toBe(100 * 48 * 100 * 190);
  });

  test('leaves out what @skip and @include leave out', () => {
    const query = `query ($no: Boolean!) {
      smsCampaigns(first: 5) { nodes { id
        sends(first: 10) @include(if: $no) { nodes { id } }
        offers(first: 10) @skip(if: true) { nodes { id } }
        ... @skip(if: $no) @include(if: true) { logs(first: 2) { nodes { id } } }
      } } }`;
    expect(nodes(query, { no: false })).toBe(1 + 5 * (2 + 2));
    expect(nodes(query, { no: true })).toBe(1 + 5 * (2 + 10));
  });

  /** Walked spread by spread they would not end. */
  test('of fragments that double at every level is known', () => {
    const levels = Array.from(
      { length: 200 },
      (_, level) => `fragment F${level} on SmsCampaign {
      a: offers(first: $n) { nodes { smsCampaigns { nodes { ...F${level + 1} } } } } b: offers(first: 2) { nodes { smsCampaigns { nodes { ...F${level + 1} } } } } }`,
    );
    const query = `query ($n: Int) { smsCampaigns { nodes { ...F0 } } } ${levels.join('\n')} fragment F200 on SmsCampaign { id }`;
    const document = parse(query);
    expect(priceOf(document, null, { n: 2 })).toMatchObject({ nodes: Number.MAX_SAFE_INTEGER, depth: 803 });
  });

  test('of the stored REST documents at their usual page sizes is allowed', () => {
    for (const { document } of routes) {
      const variables = { with_offers: true, with_sends: true, with_logs: true };
      const cost = priceOf(document, null, variables);
      expect(cost.nodes).toBeLessThan(300_000);
      expect(cost.depth).toBeLessThan(12);
    }
  });
});

describe('an operation that costs too much', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await createTestApp();
    token = (await createTeam(app)).token;
  });
  afterAll(() => app.close());

  test('is refused unread when its page sizes are refused, too, however often it comes', async () => {
    const logs = (names: string) => [...names].map((name) => `${name}: logs(first: $n) { nodes { text } }`).join(' ');
    const query = `query ($n: Int = 100) { smsCampaigns(first: $n) { nodes { sends(first: $n) { nodes { ${logs('abc')} } } } } }`;
    for (const n of [100, 'x', 0.001, 'x', 'x', 'x']) {
      let answer: Awaited<ReturnType<TestApp['graphql']>> = {};
      const statements = await app.statements(async () => {
        answer = await app.graphql(query, { token, variables: { n } });
      });
      expect([n, statements]).toEqual([n, []]);
      expect(answer.errors![0]!.extensions.code).toBe('COST_LIMIT_EXCEEDED');
    }
  });

  const huge =
    '{ smsCampaigns(first: 100) { nodes { sends(first: 100) { nodes { logs(first: 100) { nodes { id } } } } } } }';

  test.each([
    [huge, {}],
    [
      'query ($n: Int = 100) { smsCampaigns(first: $n) { nodes { sends(first: $n) { nodes { logs(first: $n) { nodes { id } } } } } } }',
      {},
    ],
    [
      'query ($n: Int) { smsCampaigns(first: $n) { nodes { sends(first: $n) { nodes { logs(first: $n) { nodes { id } } } } } } }',
      { n: 100 },
    ],
  ])('is refused with its numbers, however it is written: %s', async (query, variables) => {
    const answers = [];
    // The fourth time it would run compiled.
    for (let time = 0; time < 4; time++) answers.push(await app.graphql(query, { token, variables }));
    for (const answer of answers) {
      expect(answer).toEqual({
        errors: [
          {
            message: 'The operation may answer 1020201 objects; 500000 are allowed.',
            extensions: { code: 'COST_LIMIT_EXCEEDED', nodes: 1_020_201, limit: 500_000 },
          },
        ],
      });
    }
  });

  test('is refused for its fields, however few its objects are', async () => {
    const aliases = Array.from({ length: 190 }, (_, n) => `a${n}: text`).join(' ');
    const wide = `{ smsCampaigns(first: 100) { nodes { sends(first: 48) { nodes { logs(first: 100) { nodes { ${aliases} } } } } } } }`;
    expect(await app.graphql(wide, { token })).toEqual({
      errors: [
        {
          message: 'The operation may answer 91200000 fields; 2000000 are allowed.',
          extensions: { code: 'COST_LIMIT_EXCEEDED', fields: 91_200_000, limit: 2_000_000 },
        },
      ],
    });
  });

  test('is refused over GET, too', async () => {
    const address = `http://localhost/graphql?query=${encodeURIComponent(huge)}`;
    const response = await app.app.fetch(
      new Request(address, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } }),
    );
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'COST_LIMIT_EXCEEDED' } }] });
  });

  test('made of fragments that double is refused', async () => {
    const levels = Array.from(
      { length: 80 },
      (_, level) => `fragment F${level} on SmsCampaign {
      a: offers(first: $n) { nodes { smsCampaigns { nodes { ...F${level + 1} } } } } b: offers { nodes { smsCampaigns { nodes { ...F${level + 1} } } } } }`,
    );
    const query = `query ($n: Int) { smsCampaigns { nodes { ...F0 } } } ${levels.join('\n')} fragment F80 on SmsCampaign { id }`;
    const { errors } = await app.graphql(query, { token, variables: { n: 2 } });
    expect(errors?.[0]?.message).toMatch(
      /^The document selects \d+ fields, its fragments in their places; 10000 are allowed/,
    );
  });

  test('is refused when it is too deep', async () => {
    const deep = `{ smsCampaigns { nodes { ${'offers { nodes { smsCampaigns { nodes { '.repeat(4)} id ${'} } } }'.repeat(4)} } } }`;
    const { errors } = await app.graphql(deep, { token });
    expect(errors?.[0]?.extensions).toEqual({ code: 'DEPTH_LIMIT_EXCEEDED', depth: 19, limit: 15 });
  });

  test('tells its cost when asked, and only then', async () => {
    const ask = async (extensions?: object) => {
      const response = await app.app.fetch(
        new Request('http://localhost/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ query: '{ me { teamName } }', extensions }),
        }),
      );
      return response.json();
    };
    const data = { me: { teamName: 'Acme' } };
    expect(await ask()).toEqual({ data });
    expect(await ask({ cost: true })).toEqual({
      data,
      extensions: { cost: { nodes: 1, fields: 1, depth: 2, limits: { nodes: 500_000, fields: 2_000_000, depth: 15 } } },
    });
  });

  test('is neither introspection nor what GraphiQL begins with', async () => {
    const introspection = await app.graphql(getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }));
    expect(introspection.errors).toBeUndefined();
    let described = 0;
    const count = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Array.isArray(value)) described += 1;
      for (const child of Object.values(value)) count(child);
    };
    count(introspection.data);
    expect(described).toBeLessThan(100_000);

    for (const examples of EXAMPLES.map((text) => parse(text)))
      visit(examples, {
        OperationDefinition: ({ name }) => void expect(priceOf(examples, name!.value).nodes).toBeLessThan(50_000),
      });
  });

  test('is neither a fault nor run where reading it takes more stack than there is', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const body = `{"query":"{ me { teamName } }","variables":{"a":${nested(100_000)}}}`;
    for (const accept of ['application/json', 'text/event-stream']) {
      const headers = { accept, 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const response = await app.app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
      expect(response.status).toBe(200);
      expect(await response.text()).toMatch(/"message":"The a(\.0)+ field is nested too deeply\."/);
    }
    for (const depth of [500, 2_000, 2_400]) {
      const list = `{ contacts(filter: { tags: ${nested(depth)} }) { totalCount } }`;
      const { errors } = await app.graphql(list, { token });
      expect(['VALIDATION_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'DEPTH_LIMIT_EXCEEDED']).toContain(
        errors?.[0]?.extensions.code,
      );
    }
  });

  test('may be asked once per request: a list of operations is refused', async () => {
    const response = await app.app.fetch(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify([{ query: '{ me { teamName } }' }, { query: '{ me { teamName } }' }]),
      }),
    );
    expect(response.status).toBe(400);
  });
});
