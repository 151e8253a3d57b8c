import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Table } from '../table.ts';
import { type Statement, statementOf } from './statement.ts';

/** Take the places of values that differ from run to run. Nobody can guess them, so no caller's value looks like one. */
export const TEAM = randomUUID();
export const ID = randomUUID();

/** A statement that was put together once, which costs a short read more than its run. */
export interface Written {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** Callers choose fields and filters, so there is no end of others. */
const kept = new LRUCache<string, Written>({ max: 500 });
/** A longer key has many of a caller's values in it and hardly comes again. */
const LONGEST_KEY = 4_096;

/** `name` says everything that the text and the values depend on, but for the last `own` values, which each run has of its own. */
export function writtenOnce(table: Table<unknown>, name: string, own: number, write: () => Prisma.Sql): Written {
  const key = `${table.name} ${name}`;
  const known = kept.get(key);
  if (known) return known;
  const { text, values } = write();
  const written = { statement: statementOf(text), values: values.slice(0, values.length - own) };
  if (key.length <= LONGEST_KEY) kept.set(key, written);
  return written;
}
