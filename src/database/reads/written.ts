import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Table } from '../table.ts';
import { type Statement, statementOf } from './statement.ts';

/** Take the places of values that differ from run to run. Nobody can guess them, so no caller's value looks like one. */
export const TEAM = randomUUID();
export const ID = randomUUID();

/** A statement that was put together once: to do so each time takes longer than a short read. */
export interface Written {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

const kept = new WeakMap<Table<unknown>, LRUCache<string, Written>>();
/** Characters, for one table: callers choose fields and filters, so there is no end of others. A list of plain columns takes 500. */
const KEPT = 200_000;

/** `key` says everything that the text and the values depend on, but for the last `own` values, which each run has of its own. */
export function writtenOnce(table: Table<unknown>, key: string, own: number, write: () => Prisma.Sql): Written {
  const statements = kept.get(table) ?? new LRUCache<string, Written>({ maxSize: KEPT, sizeCalculation: lengthOf });
  kept.set(table, statements);
  const known = statements.get(key);
  if (known) return known;
  const { text, values } = write();
  const written = { statement: statementOf(text), values: values.slice(0, values.length - own).map(copyOf) };
  statements.set(key, written);
  return written;
}

/** A text cut out of a document would keep the whole document. */
const copyOf = (value: unknown): unknown =>
  typeof value === 'string' || Array.isArray(value) ? JSON.parse(JSON.stringify(value)) : value;

const lengthOf = ({ statement }: Written, key: string) => statement.text.length + key.length;
