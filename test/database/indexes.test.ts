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
import type { NestedList } from '../../src/database/lists.ts';
import type { Reader } from '../../src/database/table.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

/**
 * Every list is read through an index that also has its order: neither all rows of the table nor all rows of the team
 * are read or sorted for a page. The tables are empty, so the planner is forbidden what an index makes unnecessary and
 * shows whether one is there.
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
  const { pool } = app.services;
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
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function plansOf(work: () => Promise<unknown>): Promise<PlanNode[][]> {
  sent = [];
  await work();
  const statements = sent.filter(({ text }) => /^\s*SELECT/i.test(text) && !/token_hash/.test(text));
  const client = await app.services.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      'SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off',
    );
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
  test.each(pages)('%s', async (_name, query) => {
    const plans = await plansOf(() => app.graphql(query, { token }));
    expect(plans.length).toBeGreaterThan(0);
    expect(withoutIndex(plans)).toEqual([]);
  });
});
