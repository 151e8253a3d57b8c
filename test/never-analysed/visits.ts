import type pg from 'pg';
import { textOf } from '../support/database.ts';

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** What a statement does. */
export interface Visit {
  text: string;
  /** Rows that the busiest node of its plan has looked at. */
  rows: number;
  /** Pages that it has looked at, by table, indexes included, without those that it changed. */
  pages: Map<string, number>;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const rowsOf = (node: PlanNode) =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

type Given = string | pg.QueryConfig;

type More = unknown[] | ((error: Error) => void);

const valuesOf = (given: Given, more: More) =>
  typeof given === 'string' && typeof more !== 'function' ? more : ((given as pg.QueryConfig).values ?? []);

async function visitOf(client: pg.PoolClient, text: string, values: unknown[]): Promise<Visit> {
  const { rows } = await client.query({ text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, values });
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
  const pages = new Map<string, number>();
  for (const {
    'Node Type': type,
    'Relation Name': table,
    'Shared Hit Blocks': hit,
    'Shared Read Blocks': read,
  } of nodes)
    if (table && type !== 'ModifyTable') pages.set(table, (pages.get(table) ?? 0) + hit + read);
  return { text, rows: Math.max(...nodes.map(rowsOf)), pages };
}

/** Connections that do every statement twice, and undo it the first time, when they tell what it visits. */
export function visiting(pool: pg.Pool, tell: (visit: Visit) => void): Pick<pg.Pool, 'query' | 'connect'> {
  function watched(client: pg.PoolClient): pg.PoolClient {
    let isWithin = false;
    let last: Promise<unknown> = Promise.resolve();
    async function run(given: Given, more: More) {
      const text = textOf(given);
      const values = valuesOf(given, more);
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(text)) {
        await client.query(isWithin ? 'SAVEPOINT visited' : 'BEGIN');
        try {
          tell(await visitOf(client, text, values));
        } finally {
          await client.query(isWithin ? 'ROLLBACK TO SAVEPOINT visited' : 'ROLLBACK');
        }
      }
      if (/^BEGIN/.test(text)) isWithin = true;
      if (/^(COMMIT|ROLLBACK)$/.test(text)) isWithin = false;
      // The product's own kind of query: it tells its callback.
      if (typeof more === 'function') return client.query(given as never, more as never);
      // A connection keeps a statement by its name as the app sends it, which is not as this does.
      return client.query(typeof given === 'string' ? { text, values } : Object.assign({}, given, { name: undefined }));
    }
    const query = (given: Given, more: More = []) => {
      const answer = last.then(() => run(given, more));
      last = answer.catch(() => {});
      return answer;
    };
    return Object.assign(Object.create(client), { query, release: client.release.bind(client) }) as pg.PoolClient;
  }
  return {
    connect: (async () => watched(await pool.connect())) as pg.Pool['connect'],
    query: (async (given: Given, more: unknown[] = []) => {
      const client = await pool.connect();
      try {
        return await watched(client).query(given as string, more);
      } finally {
        client.release();
      }
    }) as pg.Pool['query'],
  };
}
