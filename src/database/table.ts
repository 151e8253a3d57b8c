import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Settle, ShortReads } from './reads/short-reads.ts';
import { type Room, type Statement, StatementRun, statementOf } from './reads/statement.ts';
import { countRead } from './reads/statements.ts';
import type { StatementCount } from './scope.ts';
import type { Share } from './shares.ts';

/**
 * What a read yields for a model: times arrive as ISO text, decimals as text and 64-bit integers as numbers, because
 * the way out is JSON and a Date or Decimal in between would only cost. Writes through Prisma yield the richer types;
 * the scalars take both.
 */
export type Row<Model> = { [Field in keyof Model]: Value<Model[Field]> };
type Value<T> = T extends Date
  ? Date | string
  : T extends Prisma.Decimal
    ? Prisma.Decimal | string
    : T extends bigint
      ? bigint | number
      : T;

/** How the database writes a column as JSON. `word`: UUIDs and enums, which need no escapes. */
export type JsonKind = 'word' | 'text' | 'time' | 'integer' | 'decimal' | 'boolean';

/** A table as the lists and loaders read it. Columns are the fields in snake_case (a test compares with the catalog). */
export interface Table<Model> {
  readonly model: Prisma.ModelName;
  readonly name: string;
  /** What lists read instead of the table of this name. */
  readonly rows?: (teamId: string) => Prisma.Sql;
  readonly fields: ReadonlySet<string>;
  /** Lists of an enumeration. pg knows no such type, so they are read as texts. */
  readonly labels: ReadonlySet<string>;
  /** How the database writes a field as JSON, where it does. */
  readonly written: Readonly<Record<string, JsonKind>>;
  /** Holds for every read: rows of one team, and none that were deleted. `t` is the table. */
  readonly scope: (teamId: string) => Prisma.Sql;
  /** A team does not read all rows with its id, even of those that were not deleted. */
  readonly isPartly: boolean;
  /** Never set: carries the row type. */
  readonly row?: Model;
}

export const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A name from our own code, never from a caller. */
export const identifier = (name: string) => Prisma.raw(`"${name}"`);

const columnLists = new WeakMap<Table<unknown>, LRUCache<string, Prisma.Sql>>();
/** Of one table: callers choose the fields, so there is no end of others. */
const KEPT_LISTS = 100;

/** `t."id", t."send_type" AS "sendType"` for the fields asked for, the id always among them. */
export const columnList = (table: Table<unknown>, fields: readonly string[]) =>
  bareColumnList(table, fields.includes('id') ? fields : ['id', ...fields]);

/** The same without an id that nobody asked for. */
export function bareColumnList(table: Table<unknown>, fields: readonly string[]): Prisma.Sql {
  const lists = columnLists.get(table) ?? new LRUCache<string, Prisma.Sql>({ max: KEPT_LISTS });
  columnLists.set(table, lists);
  const key = fields.join();
  const known = lists.get(key);
  if (known) return known;
  const wanted = fields.filter((field) => table.fields.has(field));
  // Only `__typename` is asked for: the rows count, nothing of them is read.
  const list = Prisma.raw(
    wanted
      .map((field) => `t."${columnName(field)}"${table.labels.has(field) ? '::text[]' : ''} AS "${field}"`)
      .join(', ') || 'NULL AS "nothing"',
  );
  lists.set(key, list);
  return list;
}

export interface Reader {
  /** `shortReads` is undefined within a transaction, whose reads stay on its connection. */
  readonly pool: Pick<pg.Pool, 'query'> & { readonly shortReads?: ShortReads | undefined };
  /** A server keeps plans per connection under a name; the embedded database is one session and must not. */
  readonly embedded: boolean;
  /** What is read for a request counts as its own. */
  readonly count?: StatementCount;
  /** Where what is read goes into an answer. */
  room?: Room | undefined;
  /** Whose turn a read waits for; where there is none it does not wait. */
  readonly share?: Share | undefined;
  /** Set once the request is answered: what still waits for its turn then is not read. */
  isAnswered?: boolean;
}

/** Runs one read and returns its rows in the types of {@link Row}. */
export async function read<T>(reader: Reader, sql: Prisma.Sql): Promise<T[]> {
  const statement = statementOf(sql.text);
  const rows = await run(reader, statement, sql.values);
  return rows.map((row) => statement.row(row) as T);
}

/** The rows below several parents. */
export interface GroupedRows {
  /** `unnest(…) WITH ORDINALITY p(id, n)`. */
  readonly parents: Prisma.Sql;
  readonly count: number;
  /** Those of the parent `p`, in order. */
  readonly rows: Prisma.Sql;
}

/** Runs one read for all parents and returns the rows of each. */
export async function readGroups<T>(reader: Reader, { parents, count, rows }: GroupedRows): Promise<T[][]> {
  // A row's first value is the number of its parent, counted from 1.
  const sql = Prisma.sql`SELECT p.n, c.* FROM ${parents} CROSS JOIN LATERAL (${rows}) c`;
  const statement = statementOf(sql.text);
  const groups = Array.from({ length: count }, (): T[] => []);
  for (const row of await run(reader, statement, sql.values)) {
    groups[Number(row[0]) - 1]!.push(statement.row(row, 1) as T);
  }
  return groups;
}

/** One run of a statement; the values of its rows are still the database's text. */
export function run(
  reader: Reader,
  statement: Statement,
  values: readonly unknown[],
): Promise<readonly (string | null)[][]> {
  if (reader.isAnswered) return Promise.reject(answered());
  countRead(reader.count);
  return new Promise((resolve, reject) => {
    const settle: Settle = (error, rows) => (error ? reject(error) : resolve(rows));
    const statementRun = new StatementRun(statement, values, reader);
    if (statement.isShort && reader.pool.shortReads?.send(statementRun, settle)) {
      reader.share?.note();
      return;
    }
    const ask = (end?: () => void) => {
      if (reader.isAnswered) {
        end?.();
        return reject(answered());
      }
      const ended: Settle = (error, rows) => {
        end?.();
        settle(error, rows);
      };
      reader.pool.query(statementRun as never, ended as never);
    };
    if (reader.share) reader.share.take(ask, reject, statement.searches);
    else ask();
  });
}

/** Nobody sees it: the answer has gone out. */
const answered = () => new AppError('TIMEOUT', '');
