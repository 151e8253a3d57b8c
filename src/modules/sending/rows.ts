import type { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from './engine.ts';

/** The rows of one statement, in pg's own types: times are dates, 64-bit integers and decimals are text. */
export async function rowsOf<Row extends object>(tx: Tx, sql: Prisma.Sql): Promise<Row[]> {
  return (await tx.query<Row>(sql.text, sql.values)).rows;
}

/** How many rows one statement changed. */
export async function changed(tx: Tx, sql: Prisma.Sql): Promise<number> {
  return (await tx.query(sql.text, sql.values)).rowCount ?? 0;
}
