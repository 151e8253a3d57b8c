import { createHash } from 'node:crypto';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from './engine.ts';

/** The rows of one statement, in pg's own types: times are dates, 64-bit integers and decimals are text. */
export async function rowsOf<Row extends object>(tx: Tx, sql: Prisma.Sql): Promise<Row[]> {
  return (await tx.query<Row>(sql.text, sql.values.map(parameter))).rows;
}

/**
 * The same, its plan kept by the connection under a name: where no month is named, planning for all of them takes longer than
 * asking them. The embedded database keeps none (see database/counting-pool.ts).
 */
export async function keptRowsOf<Row extends object>(tx: Tx, { text, values }: Prisma.Sql): Promise<Row[]> {
  const name = `kept_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
  return (await tx.query<Row>({ name, text, values: values.map(parameter) })).rows;
}

/** How many rows one statement changed. */
export async function changed(tx: Tx, sql: Prisma.Sql): Promise<number> {
  return (await tx.query(sql.text, sql.values.map(parameter))).rowCount ?? 0;
}

/**
 * Columns of many rows are written as JSON, which is PostgreSQL's text of an array but for its brackets where
 * nothing is escaped: pg's own goes through each of their texts twice.
 */
function parameter(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < MANY || !value.every(isPlain)) return value;
  const json = JSON.stringify(value);
  return json.includes('\\') ? value : `{${json.slice(1, -1)}}`;
}

const MANY = 100;

const isPlain = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number';
