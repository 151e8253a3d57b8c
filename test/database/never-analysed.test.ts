import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Queryable, Sql } from '../../src/database/sql.ts';
import type { Reader } from '../../src/database/table.ts';
import type { Tx } from '../../src/database/transaction.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { addArrivals, addToAudience, audienceOfSend } from '../../src/modules/delivery/engine/audience.ts';
import { readDue } from '../../src/modules/delivery/engine/due.ts';
import { dueAfter, NOBODY } from '../../src/modules/delivery/engine/judge-again.ts';
import type { SendMeta } from '../../src/modules/delivery/engine/plan.ts';
import { layShadows } from '../../src/modules/delivery/engine/preview/shadows.ts';
import { SMS_SHADOWS } from '../../src/modules/delivery/engine/preview/sms-shadows.ts';
import { SMS_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { hasMore } from '../../src/modules/delivery/engine/who-is-left.ts';
import { voiceShadows } from '../../src/modules/voice/engine/preview/voice-shadows.ts';
import { schema } from '../../src/schema.ts';
import { generateOperation } from '../graphql/generated-operations.ts';
import { CAMPAIGNS, NESTED_LISTS, PAGES, RECORDS, SEGMENTS } from '../never-analysed/reads.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { fillTeam, idOf, KINDS, ROWS_PER_CONTACT } from '../support/full-team.ts';
import { createTeam } from '../support/team.ts';

/**
 * PostgreSQL has no statistics of what was stored a moment ago, and the embedded database never has any. Whatever plan it
 * chooses, what a statement visits must follow what is stored: a bad plan visits it once for each of its rows.
 */
const CONTACTS = 2_000;
const OPERATIONS = 60;
const SEED = 20_261_125;
const MOST = 10 * ROWS_PER_CONTACT * CONTACTS;

let app: TestApp;
let token: string;
let teamId: string;
let sent: Map<string, unknown[]>;
let reader: Reader;

beforeAll(async () => {
  app = await createTestApp({ OPERATION_TIMEOUT_MS: 120_000, STATEMENT_TIMEOUT_MS: 120_000 });
  const mine = await createTeam(app);
  token = mine.token;
  teamId = mine.team.id;
  await fillTeam((sql, values) => app.pool.query(sql, values), teamId, CONTACTS);
  const { pool } = app;
  const recording = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target);
      return (query: pg.QueryConfig<unknown[]> | string, values?: unknown[]) => {
        if (typeof query === 'object') sent.set(query.text, query.values ?? []);
        else sent.set(query, values ?? []);
        return pool.query(query as never, values as never);
      };
    },
  });
  reader = { ...app.services.reader, pool: recording };
  Object.assign(app.services, { reader });
});
afterAll(() => app.close());

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
  [more: string]: unknown;
}

const REMOVED = ['Rows Removed by Filter', 'Rows Removed by Join Filter', 'Rows Removed by Index Recheck'];

/** Rows that the plan's nodes have looked at. */
function visitedBy(node: PlanNode): number {
  const rows = REMOVED.reduce((sum, name) => sum + ((node[name] as number | undefined) ?? 0), node['Actual Rows']);
  return (node.Plans ?? []).reduce((sum, below) => sum + visitedBy(below), rows * node['Actual Loops']);
}

const ELSEWHERE = /token_hash/;

/** Blocks of temporary tables that a statement reads. */
const temporaryBlocks = (plan: PlanNode) =>
  (plan['Local Hit Blocks'] as number) + (plan['Local Read Blocks'] as number);

/** Statements of `work` that visit more than is stored a few times over. */
async function excessive(
  work: () => Promise<unknown>,
  { mayAskNothing = false } = {},
): Promise<[visited: number, text: string][]> {
  sent = new Map();
  await work();
  const found: [number, string][] = [];
  for (const [text, values] of sent) {
    if (!/^\s*(?:SELECT|WITH)/i.test(text) || ELSEWHERE.test(text)) continue;
    const { rows } = await app.pool.query({ text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values });
    const visited = visitedBy(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
    if (visited > MOST) found.push([visited, text]);
  }
  if (!mayAskNothing) expect(sent.size).toBeGreaterThan(0);
  return found;
}

const boundedQuery = async (query: string) => {
  const answers: unknown[] = [];
  expect(await excessive(async () => answers.push(await app.graphql(query, { token })))).toEqual([]);
  expect(answers).toEqual([expect.objectContaining({ data: expect.anything() })]);
};

describe('without statistics, what a statement visits follows what is stored:', () => {
  test.each(SEGMENTS)('%s', (_name, query) => boundedQuery(query));
});

describe('without statistics, so do', () => {
  const campaign = idOf(KINDS.CAMPAIGN, 1);

  test.each(CAMPAIGNS)('the statements of %s', (_name, query) => boundedQuery(query));

  test('an audience, from its first stretch to its end', async () => {
    const { segments } = (
      await app.graphql<{ segments: { nodes: { id: string; name: string }[] } }>(
        '{ segments(first: 20) { nodes { id name } } }',
        { token },
      )
    ).data!;
    for (const { id } of segments.nodes) {
      const meta = { segmentIds: [id, segments.nodes[0]!.id], filterSegmentId: id } as unknown as SendMeta;
      const send = { teamId, campaignId: campaign, sendId: idOf(KINDS.SEND, 1) };
      const work = async (tx: Tx) => {
        const who = (await audienceOfSend(tx, teamId, meta, { isFeed: false }))!;
        const next = { cycle: 2, amount: null, upTo: null };
        await addToAudience(tx, send, who, next, new Date(), SMS_SENDS);
        await addArrivals(tx, send, who, { ...next, startedAt: new Date(0) }, new Date(), SMS_SENDS);
        await hasMore(tx, send, who, { cycle: 1, amount: null });
        await hasMore(tx, send, who, { cycle: 1, amount: 10 });
        await readDue(tx, send, [], null, dueAfter(NOBODY, new Date()), 500);
      };
      expect(await excessive(() => work(new Sql(reader.pool as unknown as Queryable) as Tx))).toEqual([]);
    }
  });
});

describe('without statistics, a list below records and its count visit what is stored a few times at most:', () => {
  test.each(NESTED_LISTS)('%s', async (_name, read) => {
    const ctx = { reader, teamId, loaders: new Map() };
    expect(await excessive(() => Promise.all(RECORDS.map((record) => read(ctx, record))))).toEqual([]);
  });
});

describe('without statistics, a page and its count visit what is stored a few times at most:', () => {
  test.each(PAGES)('%s', (_name, query) => boundedQuery(query));
});

test.each([
  ['SMS', SMS_SHADOWS, KINDS.CAMPAIGN],
  ['voice', voiceShadows(60), KINDS.VOICE],
] as const)(
  'without statistics, what a preview of an %s campaign copies of contacts is found without a look through them for each row',
  async (_kind, shadows, kind) => {
    const blocks: number[] = [];
    const tx = await app.pool.connect();
    const query = async (text: string, values: unknown[] = []) => {
      const [, copied] = /^INSERT INTO pg_temp.*?(SELECT [^(]* FROM ".*)/s.exec(text) ?? [];
      if (copied) {
        const { rows } = await tx.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${copied}`, values);
        blocks.push(temporaryBlocks(rows[0]['QUERY PLAN'][0].Plan));
      }
      return tx.query(text, values);
    };
    try {
      await tx.query('BEGIN');
      await layShadows(new Sql({ query } as unknown as Queryable) as Tx, shadows, {
        teamId,
        campaignId: idOf(kind, 1),
        cycle: 1,
        who: Prisma.sql`TRUE`,
        most: 10_000,
      });
      expect(blocks.length).toBeGreaterThan(5);
      expect(Math.max(...blocks)).toBeLessThan(CONTACTS);
    } finally {
      await tx.query('ROLLBACK');
      tx.release();
    }
  },
);

test(`without statistics, so do the statements of ${OPERATIONS} operations of any kind`, async () => {
  const ids = [idOf(KINDS.CAMPAIGN, 1), idOf(KINDS.CAMPAIGN, 2)];
  for (let n = 0; n < OPERATIONS; n += 1) {
    const { query, variables } = generateOperation(schema, ids, SEED + n);
    const ask = async () => {
      // Compiled from the third time on; the database writes its lists from the fourth.
      for (let time = 0; time < 4; time += 1) await app.graphql(query, { variables, token });
    };
    expect(await excessive(ask, { mayAskNothing: true }), `seed ${SEED + n}`).toEqual([]);
  }
});
