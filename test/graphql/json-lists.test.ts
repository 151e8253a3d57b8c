import { randomUUID } from 'node:crypto';
import { buildSchema, type GraphQLObjectType, type GraphQLScalarType, getOperationAST, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nestedList } from '../../src/database/reads/lists.ts';
import { tables } from '../../src/database/tables.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { compile } from '../../src/graphql/compile.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, createTeamToken } from '../support/team.ts';

let app: TestApp;
let token: string;
let strangers: string;
let strangersToken: string;
/** May do no more than E14. */
let limitedToken: string;

interface Page {
  a: unknown;
  nodes: unknown;
  edges: { cursor: string; node: unknown; b: unknown }[];
  pageInfo: unknown;
}

const CAMPAIGN = randomUUID();
const OFFER = randomUUID();
const TEXTS = [
  'plain',
  'says "no"\\',
  'two\nlines\tand\u0001',
  'Größe 東京 🎉 \u2028 \u007f',
  "'; DROP TABLE logs; --",
  '',
];

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  const rival = await createTeam(app, 'Rival');
  strangers = rival.team.id;
  strangersToken = rival.token;
  const teamId = mine.team.id;
  const { id: smsRoutingPlanId } = await app.db.routingPlan.create({ data: { teamId, name: 'Europe' } });
  await app.db.smsCampaign.create({ data: { id: CAMPAIGN, teamId, name: 'Spring', smsRoutingPlanId } });
  await app.db.log.createMany({
    data: TEXTS.map((text, at) => ({
      teamId,
      callerType: 'sms_campaign',
      callerId: CAMPAIGN,
      text,
      createdAt: new Date(Date.UTC(2026, 10, 21, 9, 0, 0, at * 7)),
    })),
  });
  const profits = ['12.500000', '0.000001', '-3', '1000'];
  for (const [position, profit] of profits.entries()) {
    const offer = await app.db.offer.create({
      data: {
        id: position === 0 ? OFFER : randomUUID(),
        teamId,
        name: `Offer ${position}`,
        url: 'https://shop.example/?a="b"',
        profit,
      },
    });
    await app.db.smsCampaignOffer.create({
      data: { teamId, smsCampaignId: CAMPAIGN, offerId: offer.id, position },
    });
  }
  const send = await app.db.smsSend.create({ data: { teamId, smsCampaignId: CAMPAIGN, meta: {} } });
  for (const [at, text] of ['Began', 'Ended'].entries()) {
    const createdAt = new Date(Date.UTC(2026, 10, 21, 10, at));
    await app.db.log.create({ data: { teamId, callerType: 'sms_campaign_send', callerId: send.id, text, createdAt } });
  }
  await app.db.contact.create({ data: { teamId, number: 4915100000001n, name: 'Ada', countryId: 276 } });
  await app.db.contact.create({ data: { teamId, number: 4915100000002n, name: 'Grace' } });
  await app.db.smsCampaign.create({ data: { teamId, name: 'Autumn "26"' } });
  limitedToken = await createTeamToken(app, teamId, {
    scopes: [{ method: 'GET', endpoint: '/v1/sms/campaigns', reason: '' }],
  });
});
afterAll(() => app.close());

/** Interpreted twice and compiled from then on. */
async function askOften(query: string, variables: Record<string, unknown> = {}, as = token) {
  const answers = [];
  for (let turn = 0; turn < 5; turn += 1) answers.push(await app.graphql(query, { token: as, variables }));
  for (const answer of answers) {
    expect(JSON.stringify(answer.data)).toBe(JSON.stringify(answers[0]!.data));
    expect(answer.errors).toEqual(answers[0]!.errors);
  }
  return answers[0]!;
}

const campaign = (selection: string, variables = '') =>
  `query Q${variables} { smsCampaign(id: "${CAMPAIGN}") { ${selection} } }`;

describe('a list of plain columns, written by the database or not, is', () => {
  test('the same text, whatever characters it holds', async () => {
    const { data } = await askOften(campaign('logs(first: 100) { nodes { text } }'));
    expect(data).toEqual({ smsCampaign: { logs: { nodes: TEXTS.map((text) => ({ text })).reverse() } } });
  });

  test('the same times, decimals, enums, nulls and names of types', async () => {
    const { data } = await askOften(
      campaign(`
        offers { nodes { profit url __typename } }
        logs(last: 1) { nodes { __typename at: createdAt callerType callerId } }
        sends { nodes { status nextStepAt } }
      `),
    );
    const url = 'https://shop.example/?a="b"';
    expect(data).toEqual({
      smsCampaign: {
        offers: { nodes: ['12.5', '0.000001', '-3', '1000'].map((profit) => ({ profit, url, __typename: 'Offer' })) },
        logs: {
          nodes: [
            {
              __typename: 'CampaignLog',
              at: '2026-11-21T09:00:00.000Z',
              callerType: 'sms_campaign',
              callerId: CAMPAIGN,
            },
          ],
        },
        sends: { nodes: [{ status: 'pending', nextStepAt: null }] },
      },
    });
  });

  test('under the caller’s names and in the caller’s order, fragments included', async () => {
    const { data } = await askOften(`
      query { smsCampaign(id: "${CAMPAIGN}") {
        newest: logs(first: 1) { nodes { b: text ... on CampaignLog { a: text } ...Rest b: text } }
        logs(last: 1) { nodes { text } }
      } }
      fragment Rest on CampaignLog { z: callerType a: text }
    `);
    expect(JSON.stringify(data)).toBe(
      '{"smsCampaign":{"newest":{"nodes":[{"b":"","a":"","z":"sms_campaign"}]},"logs":{"nodes":[{"text":"plain"}]}}}',
    );
  });

  test('merged when one list is selected in two places', async () => {
    const { data } = await askOften(
      campaign('logs(first: 1) { nodes { text } } logs(first: 1) { nodes { callerType } }'),
    );
    expect(data).toEqual({ smsCampaign: { logs: { nodes: [{ text: '', callerType: 'sms_campaign' }] } } });
  });

  test('merged when one of the places selects more than columns', async () => {
    const { data } = await askOften(
      campaign('sends { nodes { status } } sends { nodes { logs { totalCount nodes { text } } } }'),
    );
    expect(data).toEqual({
      smsCampaign: {
        sends: {
          nodes: [{ status: 'pending', logs: { totalCount: 2, nodes: [{ text: 'Ended' }, { text: 'Began' }] } }],
        },
      },
    });
  });

  test('left out, and its columns too, as @skip and @include say', async () => {
    const query = campaign(
      'logs(first: 1) @include(if: $with) { nodes { text } } offers(first: 1) { nodes { name url @skip(if: $with) } }',
      '($with: Boolean! = true)',
    );
    expect((await askOften(query)).data).toEqual({
      smsCampaign: { logs: { nodes: [{ text: '' }] }, offers: { nodes: [{ name: 'Offer 0' }] } },
    });
    expect((await askOften(query, { with: false })).data).toEqual({
      smsCampaign: { offers: { nodes: [{ name: 'Offer 0', url: 'https://shop.example/?a="b"' }] } },
    });
  });

  test('empty where there is nothing, and refused with its path where a bound is passed', async () => {
    expect((await askOften(campaign('logs(first: 0) { nodes { text } }'))).data).toEqual({
      smsCampaign: { logs: { nodes: [] } },
    });
    const { data, errors } = await askOften(campaign('name list: logs(first: 101) { nodes { text } }'));
    expect(data).toEqual({ smsCampaign: null });
    expect(errors).toEqual([
      {
        message: 'The first field must not be greater than 100.',
        locations: [expect.anything()],
        path: ['smsCampaign', 'list'],
        extensions: { code: 'VALIDATION_FAILED', fields: { first: ['The first field must not be greater than 100.'] } },
      },
    ]);
  });

  test('nobody else’s', async () => {
    const { data, errors } = await askOften(campaign('logs { nodes { text } }'), {}, strangersToken);
    expect(data).toEqual({ smsCampaign: null });
    expect(errors?.[0]?.message).toBe('SMS campaign not found.');
  });
});

describe('a page below a record is the same, written by the database or not,', () => {
  interface Nested {
    logs: { edges: { cursor: string; node: { text: string } }[]; pageInfo: object; totalCount: number };
  }
  const PAGE =
    'edges { cursor node { text } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';
  const query = campaign(
    `logs(first: $first, last: $last, after: $after, before: $before) { ${PAGE} }`,
    '($first: Int, $last: Int, $after: String, $before: String)',
  );
  const page = async (variables: object) =>
    ((await askOften(query, { ...variables })).data as never as { smsCampaign: Nested }).smsCampaign.logs;
  const texts = ({ edges }: Nested['logs']) => edges.map(({ node }) => node.text);
  const NEWEST_FIRST = TEXTS.toReversed();

  test('with cursors that lead through the list in both directions', async () => {
    const whole = await page({});
    expect(texts(whole)).toEqual(NEWEST_FIRST);
    const cursors = whole.edges.map(({ cursor }) => cursor);
    const bounds = (hasPreviousPage: boolean, hasNextPage: boolean, start: number, end: number) => ({
      ...{ hasNextPage, hasPreviousPage, startCursor: cursors[start], endCursor: cursors[end] },
    });
    expect(whole).toMatchObject({ totalCount: 6, pageInfo: bounds(false, false, 0, 5) });
    const second = await page({ first: 2, after: cursors[1] });
    expect(texts(second)).toEqual(NEWEST_FIRST.slice(2, 4));
    expect(second).toMatchObject({ totalCount: 6, pageInfo: bounds(true, true, 2, 3) });
    const last = await page({ last: 2 });
    expect(texts(last)).toEqual(NEWEST_FIRST.slice(4));
    expect(last.pageInfo).toEqual(bounds(true, false, 4, 5));
    const beforeLast = await page({ last: 3, before: cursors[4] });
    expect(texts(beforeLast)).toEqual(NEWEST_FIRST.slice(1, 4));
    expect(beforeLast.pageInfo).toEqual(bounds(true, true, 1, 3));
    expect(texts(await page({ after: cursors[0], before: cursors[3] }))).toEqual(NEWEST_FIRST.slice(1, 3));
    const none = { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null };
    expect(await page({ first: 0 })).toEqual({ edges: [], pageInfo: none, totalCount: 6 });
  });

  test('below each row of another list, in whatever order its parts are selected', async () => {
    const { data } = await askOften(`{ smsCampaigns { nodes { name
      a: offers(first: 1) { pageInfo { more: hasNextPage } __typename totalCount nodes { name } }
      b: offers(last: 1) { edges { node { name } __typename } nodes { profit } pageInfo { hasPreviousPage __typename } }
      c: offers { totalCount __typename pageInfo { hasPreviousPage } }
      d: offers(first: 1) { nodes { name smsCampaigns(first: 1) { edges { node { sends(last: 1) { totalCount } } } } } }
    } } }`);
    const page = { __typename: 'OfferConnection' };
    expect(data).toEqual({
      smsCampaigns: {
        nodes: [
          {
            name: 'Autumn "26"',
            a: { ...page, pageInfo: { more: false }, totalCount: 0, nodes: [] },
            b: { edges: [], nodes: [], pageInfo: { hasPreviousPage: false, __typename: 'PageInfo' } },
            c: { ...page, totalCount: 0, pageInfo: { hasPreviousPage: false } },
            d: { nodes: [] },
          },
          {
            name: 'Spring',
            a: { ...page, pageInfo: { more: true }, totalCount: 4, nodes: [{ name: 'Offer 0' }] },
            b: {
              edges: [{ node: { name: 'Offer 3' }, __typename: 'OfferEdge' }],
              nodes: [{ profit: '1000' }],
              pageInfo: { hasPreviousPage: true, __typename: 'PageInfo' },
            },
            c: { ...page, totalCount: 4, pageInfo: { hasPreviousPage: false } },
            d: { nodes: [{ name: 'Offer 0', smsCampaigns: { edges: [{ node: { sends: { totalCount: 1 } } }] } }] },
          },
        ],
      },
    });
  });

  test('where a part of it is worked out, and where a part is selected twice', async () => {
    const { data } = await askOften(`{ smsCampaign(id: "${CAMPAIGN}") {
      sends { nodes { status logs { nodes { text } } } edges { node { meta { sendType } } } }
      logs(first: 1) { totalCount } ...L } }
      fragment L on SmsCampaign { logs(first: 1) { totalCount pageInfo { hasNextPage } nodes { callerType } nodes { text } } }`);
    expect(data).toEqual({
      smsCampaign: {
        sends: {
          nodes: [{ status: 'pending', logs: { nodes: [{ text: 'Ended' }, { text: 'Began' }] } }],
          edges: [{ node: { meta: { sendType: null } } }],
        },
        logs: { totalCount: 6, pageInfo: { hasNextPage: true }, nodes: [{ callerType: 'sms_campaign', text: '' }] },
      },
    });
  });

  const forged = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
  test.each([
    ['no cursor', 'x'],
    ['one of a list with another order', forged('0', CAMPAIGN)],
    ['one of a list with a longer order', forged('waiting', '2026-11-21', CAMPAIGN)],
    ['one that is not text', forged(1, 2)],
    ['one with a zero byte', forged('2026-11-21', '\0')],
    ['one whose id is none', forged('2026-11-21', 'x')],
  ])('and refuses %s at its place, on each level', async (_name, after) => {
    const fields = { after: ['The selected after is invalid.'] };
    const refusal = (path: unknown[]) => [
      { message: fields.after[0], path, extensions: { code: 'VALIDATION_FAILED', fields } },
    ];
    for (const rest of ['nodes { text }', PAGE]) {
      const top = await askOften(campaign(`logs(after: $after) { ${rest} }`, '($after: String)'), { after });
      expect(top.errors).toMatchObject(refusal(['smsCampaign', 'logs']));
      const below = `query ($after: String) { smsCampaigns { nodes { sends { nodes { logs(after: $after) { ${rest} } } } } } }`;
      const { data, errors } = await askOften(below, { after });
      expect(data).toBeNull();
      expect(errors).toMatchObject(refusal(['smsCampaigns', 'nodes', 1, 'sends', 'nodes', 0, 'logs']));
    }
  });

  test('and is refused with both ends', async () => {
    const { errors } = await askOften(query, { first: 1, last: 1 });
    expect(errors).toMatchObject([{ path: ['smsCampaign', 'logs'], extensions: { code: 'VALIDATION_FAILED' } }]);
  });

  test('counted and read with one statement where the database writes it, else with one for each level', async () => {
    const nested = `{ smsCampaigns { nodes { sends { totalCount nodes { id } pageInfo { endCursor } } } } }`;
    for (let turn = 0; turn < 4; turn += 1) await app.graphql(nested, { token });
    const statements = await app.statements(() => app.graphql(nested, { token }));
    expect(statements).toHaveLength(app.services.config.GRAPHQL_JIT ? 1 : 3);
  });
});

test('rows of which nothing but the type is asked are told all the same', async () => {
  const { data } = await askOften(campaign('offers(first: 2) { nodes { __typename } }'));
  expect(data).toEqual({ smsCampaign: { offers: { nodes: [{ __typename: 'Offer' }, { __typename: 'Offer' }] } } });
});

describe('lists of plain columns in rows of plain columns are', () => {
  const NODE = `... on SmsCampaign {
    name sends { nodes { status logs(first: $logs) { nodes { text } } } } offers(first: 1) { nodes { name } }
  }`;
  const AUTUMN = { name: 'Autumn "26"', sends: { nodes: [] }, offers: { nodes: [] } };
  const SPRING = (logs: string[]) => ({
    name: 'Spring',
    sends: { nodes: [{ status: 'pending', logs: { nodes: logs.map((text) => ({ text })) } }] },
    offers: { nodes: [{ name: 'Offer 0' }] },
  });

  test('the same as nodes and as edges of a connection, with their cursors and the page’s bounds', async () => {
    const query = `query ($logs: Int!, $first: Int!) { smsCampaigns(first: $first) {
      a: nodes { ${NODE} } pageInfo { hasNextPage endCursor } edges { cursor node { ${NODE} } b: node { id @skip(if: true) name } }
    } }`;
    const { smsCampaigns: both } = (await askOften(query, { logs: 1, first: 2 })).data as never as {
      smsCampaigns: Page;
    };
    const nodes = [AUTUMN, SPRING(['Ended'])];
    expect(both.a).toEqual(nodes);
    expect(both.edges.map(({ node }) => node)).toEqual(nodes);
    expect(both.edges.map(({ b }) => b)).toEqual([{ name: 'Autumn "26"' }, { name: 'Spring' }]);
    expect(both.pageInfo).toEqual({ hasNextPage: false, endCursor: both.edges[1]!.cursor });

    const { smsCampaigns: one } = (await askOften(query, { logs: 2, first: 1 })).data as never as {
      smsCampaigns: Page;
    };
    expect(one.a).toEqual([AUTUMN]);
    expect(one.pageInfo).toEqual({ hasNextPage: true, endCursor: both.edges[0]!.cursor });
  });

  test('paged from the back, behind a cursor, and refused with a cursor that is none', async () => {
    const query = `query ($last: Int, $before: String, $after: String, $logs: Int = 5) {
      smsCampaigns(last: $last, before: $before, after: $after) { nodes { ${NODE} } edges { cursor } pageInfo { hasPreviousPage } }
    }`;
    const { smsCampaigns: last } = (await askOften(query, { last: 1 })).data as never as { smsCampaigns: Page };
    expect(last).toMatchObject({ nodes: [SPRING(['Ended', 'Began'])], pageInfo: { hasPreviousPage: true } });
    const before = last.edges[0]!.cursor;
    expect((await askOften(query, { last: 5, before })).data).toMatchObject({ smsCampaigns: { nodes: [AUTUMN] } });
    expect((await askOften(query, { after: before })).data).toMatchObject({ smsCampaigns: { nodes: [] } });
    const { errors } = await askOften(query, { after: Buffer.from('["x","y"]').toString('base64url') });
    expect(errors).toMatchObject([{ path: ['smsCampaigns'], extensions: { code: 'VALIDATION_FAILED' } }]);
  });

  test('the same where nothing but the rows and their number is asked for', async () => {
    const query = `query ($first: Int, $last: Int, $after: String, $before: String, $logs: Int = 1) {
      smsCampaigns(first: $first, last: $last, after: $after, before: $before) {
        __typename rows: nodes { ${NODE} } totalCount } }`;
    const page = async (variables: object) => (await askOften(query, { ...variables })).data?.smsCampaigns;
    const rest = { __typename: 'SmsCampaignConnection', totalCount: 2 };
    const [autumn, spring] = [AUTUMN, SPRING(['Ended'])];
    const { data } = await askOften('{ smsCampaigns { edges { cursor } } }');
    const { cursor } = (data as never as { smsCampaigns: Page }).smsCampaigns.edges[0]!;
    expect(await page({})).toEqual({ ...rest, rows: [autumn, spring] });
    expect(await page({ first: 1 })).toEqual({ ...rest, rows: [autumn] });
    expect(await page({ first: 0 })).toEqual({ ...rest, rows: [] });
    expect(await page({ after: cursor })).toEqual({ ...rest, rows: [spring] });
    expect(await page({ before: cursor })).toEqual({ ...rest, rows: [] });
    expect(await page({ last: 1 })).toEqual({ ...rest, rows: [spring] });
    expect((await askOften(query, {}, strangersToken)).data).toEqual({
      smsCampaigns: { ...rest, totalCount: 0, rows: [] },
    });
    const { errors } = await askOften(query, { after: Buffer.from('["x","y"]').toString('base64url') });
    expect(errors).toMatchObject([{ path: ['smsCampaigns'], extensions: { code: 'VALIDATION_FAILED' } }]);
  });

  test('asked for anew each time, although their statement is put together once', async () => {
    const { team, token: theirs } = await createTeam(app, 'Third');
    const teamId = team.id;
    for (const [at, name] of ['One', 'Two', 'Three'].entries()) {
      const status = at === 1 ? 'sent' : 'draft';
      const createdAt = new Date(Date.UTC(2026, 10, 21, at));
      const { id } = await app.db.smsCampaign.create({ data: { teamId, name, status, createdAt } });
      const logs = Array.from({ length: at }, (_, n) => ({ teamId, callerId: id, text: `Log ${n}` }));
      await app.db.log.createMany({ data: logs.map((log) => ({ ...log, callerType: 'sms_campaign' })) });
    }
    for (const rest of ['', 'pageInfo { hasNextPage }']) {
      const query = `query ($first: Int, $after: String, $filter: SmsCampaignFilter, $by: SmsCampaignOrder, $logs: Int) {
        smsCampaigns(first: $first, after: $after, filter: $filter, orderBy: $by) { nodes { name logs(first: $logs) { nodes { text } } } ${rest} } }`;
      const namesAs = async (as: string, variables: object) => {
        const { data } = await askOften(query, { ...variables }, as);
        const { smsCampaigns } = data as never as { smsCampaigns: { nodes: { name: string; logs: { nodes: [] } }[] } };
        return smsCampaigns.nodes.map(({ name, logs }) => `${name} ${logs.nodes.length}`);
      };
      const names = (variables: object) => namesAs(theirs, variables);
      expect(await names({})).toEqual(['Three 2', 'Two 1', 'One 0']);
      expect(await names({ logs: 1 })).toEqual(['Three 1', 'Two 1', 'One 0']);
      expect(await names({ first: 2 })).toEqual(['Three 2', 'Two 1']);
      expect(await names({ first: 1 })).toEqual(['Three 2']);
      expect(await names({ filter: { status: ['sent'] } })).toEqual(['Two 1']);
      expect(await names({ filter: { status: ['draft'] } })).toEqual(['Three 2', 'One 0']);
      expect(await names({ filter: { status: ['draft'], name: 'hre' }, first: 5 })).toEqual(['Three 2']);
      expect(await names({ filter: { status: ['draft'], name: 'One' }, first: 5 })).toEqual(['One 0']);
      expect(await names({ by: { field: 'name', direction: 'asc' } })).toEqual(['One 0', 'Three 2', 'Two 1']);
      expect(await names({ by: { field: 'name', direction: 'desc' } })).toEqual(['Two 1', 'Three 2', 'One 0']);
      const { data } = await app.graphql('{ smsCampaigns { edges { cursor } } }', { token: theirs });
      const cursors = (data as never as { smsCampaigns: Page }).smsCampaigns.edges.map(({ cursor }) => cursor);
      expect(await names({ after: cursors[0] })).toEqual(['Two 1', 'One 0']);
      expect(await names({ after: cursors[1] })).toEqual(['One 0']);
      expect(await names({ after: cursors[0], filter: { status: ['draft'] } })).toEqual(['One 0']);
      expect(await namesAs(token, {})).toEqual(['Autumn "26" 0', 'Spring 6']);
      expect(await namesAs(strangersToken, {})).toEqual([]);
    }
  });

  test('read with one statement, whatever the size of the page', async () => {
    const query = `query ($logs: Int!, $first: Int!) { smsCampaigns(first: $first) { nodes { ${NODE} } } }`;
    const ask = (first: number) => app.graphql(query, { token, variables: { logs: 3, first } });
    for (let turn = 0; turn < 4; turn += 1) await ask(1);
    const counts = [await app.statements(() => ask(2)), await app.statements(() => ask(100))].map(
      ({ length }) => length,
    );
    expect(counts).toEqual(app.services.config.GRAPHQL_JIT ? [1, 1] : [4, 4]);
  });

  test('written with counts and with the records that they name', async () => {
    const query = `query ($last: Int = 1) {
      smsCampaigns { nodes { name sends { totalCount nodes { n: logs { totalCount } logs(last: $last) { nodes { text } } } } } }
      contacts { nodes { name country { code: iso2 __typename } calls { totalCount } messages { totalCount } } }
      agents { nodes { name } }
    }`;
    const { data } = await askOften(query);
    expect(data).toEqual({
      smsCampaigns: {
        nodes: [
          { name: 'Autumn "26"', sends: { totalCount: 0, nodes: [] } },
          {
            name: 'Spring',
            sends: { totalCount: 1, nodes: [{ n: { totalCount: 2 }, logs: { nodes: [{ text: 'Began' }] } }] },
          },
        ],
      },
      contacts: {
        nodes: [
          { name: 'Grace', country: null, calls: { totalCount: 0 }, messages: { totalCount: 0 } },
          {
            name: 'Ada',
            country: { code: 'DE', __typename: 'Country' },
            calls: { totalCount: 0 },
            messages: { totalCount: 0 },
          },
        ],
      },
      agents: { nodes: [] },
    });
    if (app.services.config.GRAPHQL_JIT)
      expect(await app.statements(() => app.graphql(query, { token }))).toHaveLength(3);
  });

  test('told apart where two lists give one name to different things', async () => {
    const { data } = await askOften(`query { offer(id: "${OFFER}") {
      a: smsCampaigns { nodes { x: offers { totalCount } } } b: smsCampaigns { nodes { x: sends { totalCount } } } c: smsCampaigns { nodes { x: logs { totalCount } } }
      d: smsCampaigns { nodes { x: routingPlan { name } } } e: smsCampaigns { nodes { x: domainPlan { name } } }
      f: smsCampaigns { nodes { x: sends { nodes { status } } } } g: smsCampaigns { nodes { x: logs(first: 1) { nodes { text } } } }
      h: smsCampaigns { nodes { x: logs(last: 1) { nodes { text } } } } i: smsCampaigns { nodes { x: name } }
    } }`);
    expect(data).toEqual({
      offer: {
        ...{
          a: { nodes: [{ x: { totalCount: 4 } }] },
          b: { nodes: [{ x: { totalCount: 1 } }] },
          c: { nodes: [{ x: { totalCount: 6 } }] },
          d: { nodes: [{ x: { name: 'Europe' } }] },
          e: { nodes: [{ x: null }] },
        },
        ...{
          f: { nodes: [{ x: { nodes: [{ status: 'pending' }] } }] },
          g: { nodes: [{ x: { nodes: [{ text: '' }] } }] },
          h: { nodes: [{ x: { nodes: [{ text: 'plain' }] } }] },
        },
        i: { nodes: [{ x: 'Spring' }] },
      },
    });
  });

  test('read as before where a field is worked out, and where the page is selected in two places', async () => {
    const query = `query { smsCampaigns { nodes { name meta { sendType } sends { nodes { logs { nodes { text } } } } } }
      smsCampaigns { nodes { offers { nodes { name } } } } }`;
    const { data } = await askOften(query);
    expect(data).toMatchObject({
      smsCampaigns: {
        nodes: [{ name: 'Autumn "26"', offers: { nodes: [] } }, { sends: { nodes: [{ logs: { nodes: [{}, {}] } }] } }],
      },
    });
  });

  test('refused at the place where a bound is passed, in each row', async () => {
    const { data, errors } = await askOften(
      `query { smsCampaigns { nodes { sends { nodes { logs(first: 101) { nodes { text } } } } } } }`,
    );
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      { path: ['smsCampaigns', 'nodes', 1, 'sends', 'nodes', 0, 'logs'], extensions: { code: 'VALIDATION_FAILED' } },
    ]);
    const deep = await askOften(
      `query { smsCampaign(id: "${CAMPAIGN}") { sends { nodes { logs(first: -1) { nodes { text } } } } } }`,
    );
    expect(deep.errors).toMatchObject([{ path: ['smsCampaign', 'sends', 'nodes', 0, 'logs'] }]);
  });

  test('refused to who may not use one of them, where there is a row to see it in', async () => {
    const query =
      'query ($first: Int) { smsCampaigns(first: $first) { nodes { name sends { nodes { status } } texts { text } } } }';
    const { data, errors } = await askOften(query, { first: 2 }, limitedToken);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ path: ['smsCampaigns', 'nodes', 0, 'texts'], extensions: { code: 'FORBIDDEN' } }]);
    expect((await askOften(query, { first: 0 }, limitedToken)).data).toEqual({ smsCampaigns: { nodes: [] } });
    expect((await askOften(query.replace('texts { text }', ''), { first: 1 }, limitedToken)).data).toEqual({
      smsCampaigns: { nodes: [{ name: 'Autumn "26"', sends: { nodes: [] } }] },
    });
  });

  test('nobody else’s, on each level', async () => {
    const query = `query { smsCampaigns { nodes { name sends { nodes { logs { nodes { text } } } } } } }`;
    expect((await askOften(query, {}, strangersToken)).data).toEqual({ smsCampaigns: { nodes: [] } });
    // What names a row of ours from another team’s table stays unseen.
    const [{ id: sendId }] = (await app.pool.query('SELECT id FROM sms_sends')).rows as [{ id: string }];
    await app.db.log.create({
      data: { teamId: strangers, callerType: 'sms_campaign_send', callerId: sendId, text: 'Not yours' },
    });
    const { data } = await askOften(`query { smsCampaigns { nodes { sends { nodes { logs { nodes { text } } } } } } }`);
    expect(JSON.stringify(data)).not.toContain('Not yours');
    expect(JSON.stringify(data)).toContain('Began');
  });
});

test('a mistake of ours below a list is an error, and not hidden by asking in another way', async () => {
  const schema = buildSchema(
    'scalar Big type Query { tag: Tag! } type Tag { tags(n: Big): TagConnection! } type TagConnection { nodes: [Tag!]! }',
  );
  // A value that JSON does not know.
  (schema.getType('Big') as GraphQLScalarType).parseLiteral = () => 1n;
  schema.getQueryType()!.getFields().tag!.resolve = () => ({ id: randomUUID() });
  const { tags } = (schema.getType('Tag') as GraphQLObjectType).getFields();
  const list = nestedList(tables.Tag, { parent: Prisma.sql`t.id`, order: [Prisma.sql`t.id`], direction: 'asc' });
  Object.assign(tags!, { extensions: { list, access: 'public' }, resolve: () => ({ nodes: [] }) });
  const { nodes } = (schema.getType('TagConnection') as GraphQLObjectType).getFields();
  Object.assign(nodes!, { extensions: { rows: 'nodes' } });
  const document = parse('{ tag { tags { nodes { tags(n: 1) { nodes { __typename } } } } } }');
  const compiled = compile(schema, document, getOperationAST(document)!, {})!;
  const { errors } = await compiled.run({ schema, document, contextValue: { viewer: null } }, {});
  expect(errors?.map(({ originalError }) => originalError)).toEqual([expect.any(TypeError)]);
});

test('every type of our own is an enum whose words need no escaping in JSON', async () => {
  const { rows } = await app.pool.query(`
    SELECT t.typname, t.typtype FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE t.oid >= 16384 AND n.nspname = 'public' AND t.typtype NOT IN ('c', 'e') AND t.typcategory <> 'A'`);
  expect(rows).toEqual([]);
  const labels = await app.pool.query(`SELECT enumlabel FROM pg_enum WHERE enumlabel !~ '^[A-Za-z0-9_ -]+$'`);
  expect(labels.rows).toEqual([]);
});
