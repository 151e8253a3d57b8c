import { type Queryable, Sql } from '../../src/database/sql.ts';
import type { Db, Tx } from '../../src/database/transaction.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** What a statement does. */
export interface Visit {
  text: string;
  /** Rows that the busiest node of its plan has looked at. */
  rows: number;
  /** Tables that it reads from end to end. */
  inOrder: string[];
}

/** Uploaded files are searched from end to end, so many chunks in a statement. */
const IN_STEPS = /FROM data_file_chunks WHERE .* LIMIT \$\d+::int\) c/s;

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Bitmaps of indexes hold no rows yet. */
function rowsOf(node: PlanNode): number {
  if (node['Node Type'] === 'Bitmap Index Scan') return 0;
  const { 'Rows Removed by Filter': removed = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  return (node['Actual Rows'] + removed + rechecked) * node['Actual Loops'];
}

const UNDO = new Error('Nothing of this is kept.');

/** Runs `work` in a transaction that is undone, and says of each of its statements what it visits. */
export async function visitsOf(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Visit[]> {
  const visits: Visit[] = [];
  const undone = db.transaction(async (tx) => {
    const query = async (given: string | { text: string; values?: unknown[] }, others: unknown[] = []) => {
      const { text, values = [] } = typeof given === 'string' ? { text: given, values: others } : given;
      if (/^\s*(SELECT|DELETE|UPDATE)/.test(text) && !IN_STEPS.test(text)) {
        await tx.query('SAVEPOINT explained');
        const { rows } = await tx.query({ text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values });
        await tx.query('ROLLBACK TO SAVEPOINT explained');
        const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
        const inOrder = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!);
        visits.push({ text, rows: Math.max(...nodes.map(rowsOf)), inOrder });
      }
      return tx.query({ text, values });
    };
    const watched = Object.assign(new Sql({ query } as unknown as Queryable), {
      transaction: (inner: (of: Tx) => Promise<unknown>) => inner(watched as unknown as Tx),
    });
    await work(watched as unknown as Tx);
    throw UNDO;
  });
  await undone.catch((error: unknown) => {
    if (error !== UNDO) throw error;
  });
  return visits;
}
