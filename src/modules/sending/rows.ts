import { createHash } from 'node:crypto';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from './engine.ts';

/** The rows of one statement in pg's own types: times are dates, 64-bit integers and decimals are text. */
export async function rowsOf<Row extends object>(tx: Tx, sql: Prisma.Sql): Promise<Row[]> {
  return (await tx.query<Row>(sql.text, sql.values.map(parameter))).rows;
}

/**
 * The same, but the connection keeps the statement and, where that is cheaper, its plan. For texts that are always the same:
 * a connection never drops one. The embedded database keeps no plans (see database/counting-pool.ts).
 */
export async function keptRowsOf<Row extends object>(tx: Tx, sql: Prisma.Sql): Promise<Row[]> {
  return (await tx.query<Row>(kept(sql))).rows;
}

/** How many rows such a statement changed. */
export async function keptChanged(tx: Tx, sql: Prisma.Sql): Promise<number> {
  return (await tx.query(kept(sql))).rowCount ?? 0;
}

const kept = ({ text, values }: Prisma.Sql) => ({
  name: `kept_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`,
  text,
  values: values.map(parameter),
});

/** How many rows one statement changed. */
export async function changed(tx: Tx, sql: Prisma.Sql): Promise<number> {
  return (await tx.query(sql.text, sql.values.map(parameter))).rowCount ?? 0;
}

/**
 * Arrays are written as JSON where nothing needs escaping: but for its brackets that is PostgreSQL's own text of an array.
 * pg's own code goes through every text twice.
 */
function parameter(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < MANY || !value.every(isPlain)) return value;
  const json = JSON.stringify(value);
  return json.includes('\\') ? value : `{${json.slice(1, -1)}}`;
}

const MANY = 100;

const isPlain = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number';
