import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createDashboard } from '../../../support/campaigns.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  await createDashboard(app, mine.team.id, { campaigns: 7, sends: 0, logs: 0 });
});
afterAll(() => app.close());

interface Page {
  smsCampaigns: {
    totalCount?: number;
    nodes: { name: string }[];
    edges: { cursor: string }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  };
}

const page = async (args: string) => {
  const query = `{ smsCampaigns(${args}) { nodes { name } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const answer = await app.graphql<Page>(query, { token });
  return answer.data!.smsCampaigns;
};
const names = (of: { nodes: { name: string }[] }) => of.nodes.map(({ name }) => Number(name.slice(-3)));

describe('paging forwards', () => {
  test('walks every record once, newest first', async () => {
    const seen: number[][] = [];
    let after = '';
    for (;;) {
      const at = await page(`first: 3${after && `, after: "${after}"`}`);
      seen.push(names(at));
      if (!at.pageInfo.hasNextPage) break;
      after = at.pageInfo.endCursor!;
    }
    expect(seen).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
  });

  test('tells what is before and after', async () => {
    const first = await page('first: 3');
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect([first.pageInfo.startCursor, first.pageInfo.endCursor]).toEqual([
      first.edges[0]!.cursor,
      first.edges[2]!.cursor,
    ]);
    const second = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const empty = await page('first: 0');
    expect(empty.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null });
  });
});

test('paging backwards gives the pages before a cursor in the same order', async () => {
  const last = await page('last: 2');
  expect(names(last)).toEqual([1, 0]);
  expect(last.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
  expect(names(await page(`last: 2, before: "${last.pageInfo.startCursor}"`))).toEqual([3, 2]);
});

test.each([
  ['{ field: name, direction: asc }', [0, 1, 2, 3, 4, 5, 6]],
  ['{ field: name }', [6, 5, 4, 3, 2, 1, 0]],
  ['{ field: createdAt, direction: asc }', [0, 1, 2, 3, 4, 5, 6]],
  ['{ field: updatedAt, direction: desc }', [6, 5, 4, 3, 2, 1, 0]],
])('orders by %s, over pages too', async (orderBy, expected) => {
  const first = await page(`first: 4, orderBy: ${orderBy}`);
  const second = await page(`first: 4, orderBy: ${orderBy}, after: "${first.pageInfo.endCursor}"`);
  expect([...names(first), ...names(second)]).toEqual(expected);
});

test('orders by status in the order of the enumeration', async () => {
  const ordered = await page('orderBy: { field: status, direction: asc }');
  const rest = await page(`orderBy: { field: status, direction: asc }, first: 4, after: "${ordered.edges[2]!.cursor}"`);
  // Odd ones are drafts, even ones run.
  expect(names(ordered).map((number) => number % 2)).toEqual([1, 1, 1, 0, 0, 0, 0]);
  expect(names(rest)).toEqual(names(ordered).slice(3));
});

test.each([
  ['{ status: [running] }', [6, 4, 2, 0]],
  ['{ status: [] }', []],
  ['{ sendType: [planner] }', [6, 3, 0]],
  ['{ status: [draft], sendType: [planner, manual] }', [5, 3, 1]],
  ['{ name: "CAMPAIGN 00" }', [6, 5, 4, 3, 2, 1, 0]],
  ['{ name: "%" }', []],
  ['{ name: "_" }', []],
  ['{ createdAt: { from: "2026-03-01T09:02:00Z", to: "2026-03-01T09:04:00Z" } }', [3, 2]],
])('filters by %s', async (filter, expected) => {
  expect(names(await page(`filter: ${filter}`))).toEqual(expected);
});

test('counts what the filter matches, alone and beside a page, in one statement', async () => {
  const total = (args: string) => app.graphql<Page>(`{ smsCampaigns${args} { totalCount } }`, { token });
  expect((await total('')).data).toEqual({ smsCampaigns: { totalCount: 7 } });
  expect((await total('(first: 1, filter: { status: [draft] })')).data).toEqual({ smsCampaigns: { totalCount: 3 } });
  expect(await app.statements(() => page('first: 2'))).toHaveLength(1);
});

test.each([
  'nonsense',
  'W10',
  'WyIyMDI2IiwgIngiXQ',
  Buffer.from('["2026-13-45","01900000-0000-7000-8000-000000000000"]').toString('base64url'),
])('answers the made-up cursor %s with an error that names the argument', async (cursor) => {
  const answer = await app.graphql(`{ smsCampaigns(after: "${cursor}") { nodes { id } } }`, { token });
  expect(answer.errors?.[0]).toMatchObject({
    message: 'The selected after is invalid.',
    extensions: { code: 'VALIDATION_FAILED', fields: { after: ['The selected after is invalid.'] } },
  });
});

test.each([
  ['first: 101', 'The first field must not be greater than 100.'],
  ['last: 101', 'The last field must not be greater than 100.'],
  ['first: -1', 'The first field must be at least 0.'],
])('refuses %s', async (args, message) => {
  const answer = await app.graphql(`{ smsCampaigns(${args}) { nodes { id } } }`, { token });
  expect(answer.errors?.[0]?.message).toBe(message);
});
