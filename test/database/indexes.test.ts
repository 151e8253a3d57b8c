import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NestedList } from '../../src/database/reads/lists.ts';
import type { Reader } from '../../src/database/table.ts';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

/**
 * Every list is read through an index that also has its order: neither all rows of the table nor all rows of the team
 * are read or sorted for a page. The tables are empty, so the planner is forbidden what an index makes unnecessary and
 * shows whether one is there. Campaigns of both kinds are one list of two tables, whose rows of the team are sorted: a team has
 * few of them.
 */
const WITHOUT_INDEX = ['Seq Scan', 'Sort', 'Incremental Sort'];

const RECORD = '01930000-0000-7000-8000-000000000001';

let app: TestApp;
let token: string;
let teamId: string;
/** Statements as the readers sent them. */
let sent: { text: string; values: unknown[] }[];
let reader: Reader;

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  teamId = mine.team.id;
  const { pool } = app;
  const recording = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target);
      return (query: pg.QueryConfig<unknown[]>, values?: unknown[]) => {
        if (typeof query === 'object') sent.push({ text: query.text, values: query.values ?? [] });
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
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const forbidSorting = (client: pg.PoolClient) => client.query('SET LOCAL enable_sort = off');

async function plansOf(
  work: () => Promise<unknown>,
  prepare: (client: pg.PoolClient) => Promise<unknown> = forbidSorting,
): Promise<PlanNode[][]> {
  sent = [];
  await work();
  const statements = sent.filter(({ text }) => /^\s*SELECT/i.test(text) && !/token_hash/.test(text));
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    await prepare(client);
    const plans = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values });
      plans.push(nodesOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode));
    }
    return plans;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** An index on something unique has an order already: what the id would add to it is nothing. */
const isUnique = ({ 'Index Name': name = '' }: PlanNode) => /_(key|pkey)$/.test(name);

const withoutIndex = (plans: PlanNode[][]) =>
  plans
    .flat()
    .filter((node) => WITHOUT_INDEX.includes(node['Node Type']))
    .filter((node) => node['Node Type'] !== 'Incremental Sort' || !nodesOf(node).some(isUnique))
    .map((node) => [node['Node Type'], node['Relation Name']].filter(Boolean).join(' '));

const nestedLists = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) => {
        const list = field.extensions.list as NestedList<unknown, object> | undefined;
        return list ? [[`${type.name}.${field.name}`, list] as const] : [];
      })
    : [],
);

describe('a page below a record is read through an index:', () => {
  test.each(nestedLists)('%s', async (_name, list) => {
    const ctx = { reader, teamId, loaders: new Map() };
    const plans = await plansOf(() => list.load(ctx, RECORD, {}, []));
    expect(plans).toHaveLength(1);
    expect(withoutIndex(plans)).toEqual([]);
  });
});

const pages = Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
  if (!getNamedType(field.type).name.endsWith('Connection')) return [];
  const order = field.args.find(({ name }) => name === 'orderBy');
  const input = order && getNamedType(order.type);
  const fields = isInputObjectType(input) ? orderFields(input) : [];
  // What a list of one record's rows asks for.
  const required = field.args
    .filter(({ type }) => String(type).endsWith('!'))
    .map(({ name, type }) => `${name}: ${String(type) === 'ID!' ? `"${RECORD}"` : String(type)}, `)
    .join('');
  return [
    [`Query.${field.name}`, `{ ${field.name}(${required}first: 20) { nodes { __typename } } }`],
    ...fields.map((by) => [
      `Query.${field.name} by ${by}`,
      `{ ${field.name}(${required}first: 20, orderBy: { field: ${by}, direction: asc }) { nodes { __typename } } }`,
    ]),
  ] as [string, string][];
});

function orderFields(input: GraphQLInputObjectType): string[] {
  const by = getNamedType(input.getFields().field!.type);
  return isEnumType(by) ? (by as GraphQLEnumType).getValues().map(({ name }) => name) : [];
}

describe('a page of a connection is read through an index:', () => {
  test.each(pages)('%s', async (name, query) => {
    const plans = await plansOf(() => app.graphql(query, { token }));
    expect(plans.length).toBeGreaterThan(0);
    expect(withoutIndex(plans)).toEqual(name.startsWith('Query.campaigns') ? ['Sort'] : []);
  });
});

/** Filters of the lists that grow with every message, call, contact and change, and what they look for. */
const LOOK_UPS: Readonly<Record<string, readonly string[]>> = {
  auditLog: [
    `userId: "${RECORD}"`,
    `tokenId: "${RECORD}"`,
    `targetId: "${RECORD}"`,
    'action: "x"',
    `traceId: "${'a'.repeat(32)}"`,
  ],
  callEvents: [`voiceAccountId: "${RECORD}"`, 'externalCallId: "x"', 'status: [failed]'],
  calls: [
    ...['agentId', 'contactId', 'numberId', 'voiceCampaignId', 'voiceSendId'].map((id) => `${id}: "${RECORD}"`),
    ...['toNumber: 14155550123', 'callOutcome: [interested]', 'isLead: true', 'isSale: true'],
  ],
  contacts: ['number: 14155550123', 'countryId: 276'],
  smsMessages: [
    ...['contactId', 'offerId', 'smsCampaignId', 'smsSendId'].map((id) => `${id}: "${RECORD}"`),
    ...['isLead: true', 'isSale: true', 'hasFailed: true'],
  ],
  suppressedNumbers: ['number: 14155550123'],
  traceEntries: [`traceId: "${'a'.repeat(32)}"`, 'operation: "x"', 'isFailed: true'],
};

/** Those that a page is filled from in passing: about half of the rows or of a few kinds, of a time, or text within. */
const IN_PASSING: Readonly<Record<string, readonly string[]>> = {
  auditLog: ['targetType', 'createdAt'],
  // Of one call there are few.
  callEvents: ['callId', 'type', 'receivedAt'],
  calls: ['status', 'callSource', 'hasOutcome', 'isAnswered', 'isAnswerMachine', 'createdAt'],
  contacts: ['search', 'name', 'email', 'tags', 'createdAt'],
  smsMessages: ['isSent', 'isClicked', 'createdAt'],
  suppressedNumbers: ['search', 'createdAt'],
  // By what failed, among all that did.
  traceEntries: ['kind', 'outcome', 'minDurationMs', 'startedAt'],
};

const nameOf = (filter: string) => filter.split(':', 1)[0]!;

test.each(Object.keys(LOOK_UPS))('every filter of %s is known to be a look-up or none', (list) => {
  const field = schema.getQueryType()!.getFields()[list]!;
  const input = getNamedType(field.args.find(({ name }) => name === 'filter')!.type) as GraphQLInputObjectType;
  const known = [...LOOK_UPS[list]!.map(nameOf), ...IN_PASSING[list]!];
  expect(Object.keys(input.getFields()).sort()).toEqual(known.sort());
});

const lookUps = Object.entries(LOOK_UPS).flatMap(([list, filters]) => filters.map((filter) => [list, filter] as const));

const GROWING = ['audit_entries', 'call_events', 'calls', 'contacts', 'sms_messages', 'suppressed_numbers', 'traces'];

/** One row each, of whatever its columns take, which the planner is told are a million. */
async function pretendThatTheyAreFull(client: pg.PoolClient): Promise<void> {
  await client.query('SET LOCAL session_replication_role = replica');
  const { rows } = await client.query<{ name: string; columns: string; values: string }>(
    `SELECT table_name AS name, string_agg(column_name, ', ') AS columns, string_agg(CASE
        WHEN data_type = 'USER-DEFINED' THEN format('(enum_range(NULL::%I))[1]', udt_name)
        WHEN data_type = 'uuid' THEN quote_literal('${RECORD}')
        WHEN data_type LIKE 'timestamp%' THEN 'now()'
        WHEN data_type IN ('bigint', 'integer', 'double precision') THEN '1'
        WHEN data_type IN ('jsonb', 'ARRAY') THEN quote_literal('{}')
        ELSE quote_literal('x') END, ', ') AS values
      FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ANY($1) AND is_nullable = 'NO' AND column_default IS NULL
      GROUP BY 1`,
    [GROWING],
  );
  for (const { name, columns, values } of rows) {
    await client.query(`INSERT INTO ${name} (${columns}) VALUES (${values})`);
  }
  await client.query(
    `UPDATE pg_class c SET relpages = 1, reltuples = 1e6 WHERE oid::regclass::text = ANY($1)
       OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent::regclass::text = ANY($1) AND c.relkind = 'r')`,
    [GROWING],
  );
}

/** Nobody searches by what every row of a list fulfils. */
const SCOPE = /\(?(?:team_id = '[^']+'::uuid|deleted_at IS NULL)\)?(?: AND )?/g;

const searched = (plans: PlanNode[][]) =>
  plans.flat().flatMap(({ Filter = '' }) => Filter.replace(SCOPE, '').replace(/^\(*\)*$/, '') || []);

describe('what a filter looks for is found through an index:', () => {
  test.each(lookUps)('%s by %s', async (list, filter) => {
    const query = `{ ${list}(first: 20, filter: { ${filter} }) { nodes { __typename } } }`;
    const plans = await plansOf(() => app.graphql(query, { token }), pretendThatTheyAreFull);
    expect(plans).toHaveLength(1);
    expect(searched(plans)).toEqual([]);
    expect(plans.flat().map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });
});

test('no index has falling keys: pages would stay half empty', async () => {
  const { rows } = await app.pool.query(
    `SELECT indexname FROM pg_indexes WHERE schemaname IN ('public', 'partitions') AND indexdef LIKE '% DESC%'`,
  );
  expect(rows).toEqual([]);
});

// Half of each page of messages is free for their next versions, which then need no entry in any index.
test('no index names the status of messages', async () => {
  const { rows } = await app.pool.query(
    `SELECT indexname FROM pg_indexes WHERE tablename = 'sms_messages' AND indexdef ~ '\\mstatus\\M'`,
  );
  expect(rows).toEqual([]);
});
