import { createHash } from 'node:crypto';
import pg from 'pg';
import { Prisma } from '../generated/prisma/client.ts';
import { countRead, type StatementCount } from './statements.ts';

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

/** A table as the lists and loaders read it. Columns are the fields in snake_case (a test compares with the catalog). */
export interface Table<Model> {
  readonly name: string;
  readonly fields: ReadonlySet<string>;
  /** Holds for every read: rows of one team, and none that were deleted. `t` is the table. */
  readonly scope: (teamId: string) => Prisma.Sql;
  /** Never set: carries the row type. */
  readonly model?: Model;
}

export interface TableOptions {
  /** Rows of all teams may read it: reference data. */
  shared?: boolean;
  /** A condition of its own for tables without `team_id`, e.g. through the parent's team. */
  scope?: (teamId: string) => Prisma.Sql;
}

/** `fields` is Prisma's own enumeration of the model (`Prisma.OfferScalarFieldEnum`). */
export function defineTable<Model>(
  name: string,
  fields: Record<string, string>,
  options: TableOptions = {},
): Table<Model> {
  const alive = 'deletedAt' in fields ? Prisma.sql`AND t.deleted_at IS NULL` : Prisma.empty;
  const scope =
    options.scope ??
    (options.shared
      ? () => Prisma.sql`TRUE ${alive}`
      : (teamId: string) => Prisma.sql`t.team_id = ${teamId}::uuid ${alive}`);
  return { name, fields: new Set(Object.keys(fields)), scope };
}

export const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A name from our own code, never from a caller. */
export const identifier = (name: string) => Prisma.raw(`"${name}"`);

const columnLists = new WeakMap<Table<unknown>, Map<string, Prisma.Sql>>();

/** `t."id", t."send_type" AS "sendType"` for the fields asked for, the id always among them. */
export const columnList = (table: Table<unknown>, fields: readonly string[]) =>
  bareColumnList(table, fields.includes('id') ? fields : ['id', ...fields]);

/** The same without an id that nobody asked for. */
export function bareColumnList(table: Table<unknown>, fields: readonly string[]): Prisma.Sql {
  const lists = columnLists.get(table) ?? new Map<string, Prisma.Sql>();
  if (lists.size === 0) columnLists.set(table, lists);
  const key = fields.join();
  const known = lists.get(key);
  if (known) return known;
  const wanted = fields.filter((field) => table.fields.has(field));
  // Only `__typename` is asked for: the rows count, nothing of them is read.
  const list = Prisma.raw(
    wanted.map((field) => `t."${columnName(field)}" AS "${field}"`).join(', ') || 'NULL AS "nothing"',
  );
  lists.set(key, list);
  return list;
}

/** `2026-11-21 00:45:32.1+00` (sessions run in UTC) → `2026-11-21T00:45:32.100Z`. */
export function isoTime(text: string): string {
  // With its milliseconds, as nine out of ten are.
  if (text.length === 26 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  if (text.charCodeAt(10) !== 32 || !text.endsWith('+00')) return new Date(text).toISOString();
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

const TIMESTAMPTZ = 1184;
const INT8 = 20;

const readTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return isoTime;
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

const statementNames = new Map<string, string>();

export interface Reader {
  readonly pool: pg.Pool;
  /** A server keeps plans per connection under a name; the embedded database is one session and must not. */
  readonly embedded: boolean;
  /** What is read for a request counts as its own. */
  readonly count?: StatementCount;
}

/** Runs one read and returns its rows in the types of {@link Row}. */
export async function read<T>(reader: Reader, statement: Prisma.Sql): Promise<T[]> {
  const { fields, rows } = await readValues(reader, statement);
  return rows.map(rowMaker<T>(fields, 0));
}

/** The rows below several parents. */
export interface GroupedRows {
  /** `unnest(…) WITH ORDINALITY p(id, n)`. */
  readonly parents: Prisma.Sql;
  readonly count: number;
  /** Those of the parent `p`, in order. */
  readonly rows: Prisma.Sql;
}

/** A row's first value is the number of its parent, counted from 1. */
export const groupedStatement = ({ parents, rows }: GroupedRows) =>
  Prisma.sql`SELECT p.n, c.* FROM ${parents} CROSS JOIN LATERAL (${rows}) c`;

/** Runs one read for all parents and returns the rows of each. */
export async function readGroups<T>(reader: Reader, source: GroupedRows): Promise<T[][]> {
  const { fields, rows } = await readValues(reader, groupedStatement(source));
  const make = rowMaker<T>(fields, 1);
  const groups = Array.from({ length: source.count }, (): T[] => []);
  for (const row of rows) groups[(row[0] as number) - 1]!.push(make(row));
  return groups;
}

/** One read, its rows as arrays of values. */
export function readValues(reader: Reader, statement: Prisma.Sql): Promise<pg.QueryArrayResult<unknown[]>> {
  countRead(reader.count);
  const text = statement.text;
  const name = reader.embedded ? undefined : nameOf(text);
  return reader.pool.query({ name, text, values: statement.values as unknown[], types: readTypes, rowMode: 'array' });
}

type RowMaker<T> = (values: unknown[]) => T;

const rowMakers = new Map<string, RowMaker<unknown>>();
const KEPT_MAKERS = 500;

/** Writing an object out as a literal takes half the time of filling it name by name. The names are our own. */
function rowMaker<T>(fields: readonly pg.FieldDef[], from: number): RowMaker<T> {
  const members = fields.slice(from).map(({ name }, at) => `${JSON.stringify(name)}: values[${at + from}]`);
  const source = `return { ${members.join(', ')} }`;
  let make = rowMakers.get(source);
  if (!make) {
    make = new Function('values', source) as RowMaker<unknown>;
    if (rowMakers.size < KEPT_MAKERS) rowMakers.set(source, make);
  }
  return make as RowMaker<T>;
}

function nameOf(text: string): string | undefined {
  let name = statementNames.get(text);
  if (!name) {
    // Filters make texts; past this many, the rest is planned each time rather than kept by every connection.
    if (statementNames.size >= 500) return undefined;
    name = `read_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    statementNames.set(text, name);
  }
  return name;
}
