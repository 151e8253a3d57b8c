import type { Prisma } from '../generated/prisma/client.ts';
import { all, type Db } from './transaction.ts';

/**
 * Reads the first rows in the order of an index. A queue that was empty when PostgreSQL counted it is empty to the planner, whatever came
 * since: it would as soon read all of it by any other index and sort, and that for each of the rows again where they are compared.
 */
export const inIndexOrder = <Row>(db: Db, ...statements: readonly Prisma.Sql[]): Promise<Row[]> =>
  db.transaction(async (tx) => {
    const [, ...rows] = await all([
      tx.keptRows`SELECT /* across teams: settings of this transaction */ set_config('enable_sort', 'off', true)`,
      ...statements.map((statement) => tx.rows<Row>(statement)),
    ]);
    return rows.flat();
  });
