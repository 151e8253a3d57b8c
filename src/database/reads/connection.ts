import { ValidationError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { bareColumnList, columnList, columnName, identifier, type Row, read, type Table } from '../table.ts';
import { type JsonRow, readJsonList } from './json-rows.ts';
import { MAX_PAGE, type ReadContext } from './lists.ts';

export interface ConnectionArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

export interface Order {
  /** A field that is never null and has an index. */
  field: string;
  direction: 'asc' | 'desc';
}

export interface Connection<Model> {
  edges: Edge<Model>[];
  pageInfo: PageInfo;
  /** Runs its own statement, once, when asked. */
  totalCount: () => Promise<number>;
  /** The rows as a JSON list where nothing else of the page is asked for; `edges` and `pageInfo` are then empty. */
  text?: string;
}

/** Fields to read, and rows that the database writes as JSON. */
export interface Fields extends ReadonlyArray<string> {
  readonly written?: readonly JsonRow[];
  /** Only the page's rows are asked for, once. */
  readonly onlyRows?: boolean;
}

export interface ConnectionOptions {
  filter?: Prisma.Sql[];
  orderBy?: Order | null | undefined;
  fields: Fields;
}

const DEFAULT_PAGE = 20;

type Key = [value: string | number | boolean, id: string | number];

/**
 * A Relay connection with keyset paging: a page deep in the list costs as much as the first. Newest first by default; the id
 * breaks ties.
 */
export async function readConnection<Model>(
  ctx: ReadContext,
  table: Table<Model>,
  args: ConnectionArgs,
  options: ConnectionOptions,
): Promise<Connection<Model>> {
  const order = options.orderBy ?? { field: 'createdAt', direction: 'desc' };
  const backwards = pageSize(args.last, 'last') !== undefined;
  if (backwards && (args.first ?? null) !== null) {
    throw new ValidationError({ last: [messages.notTogether('last', 'first')] });
  }
  const limit = pageSize(args.last, 'last') ?? pageSize(args.first, 'first') ?? DEFAULT_PAGE;
  const descending = (order.direction === 'desc') !== backwards;
  const column = Prisma.raw(`t."${columnName(order.field)}"`);
  const where = [table.scope(ctx.teamId), ...(options.filter ?? [])];
  const bounds = [
    ...keyset(column, args.after, 'after', order.direction === 'desc' ? '<' : '>'),
    ...keyset(column, args.before, 'before', order.direction === 'desc' ? '>' : '<'),
  ];
  const direction = Prisma.raw(descending ? 'DESC' : 'ASC');
  const source = Prisma.sql`FROM ${identifier(table.name)} t WHERE ${Prisma.join(where, ' AND ')}`;

  const select = (list: Prisma.Sql, most: number) => Prisma.sql`SELECT ${list} ${source}
    ${bounds.length > 0 ? Prisma.sql`AND ${Prisma.join(bounds, ' AND ')}` : Prisma.empty}
    ORDER BY ${column} ${direction}, t.id ${direction} LIMIT ${most}::int`;
  const { fields } = options;
  const totalCount = async () =>
    (await read<{ count: number }>(ctx.reader, Prisma.sql`SELECT count(*) AS count ${source}`))[0]!.count;
  // A forged cursor may have a value that the column's type refuses (SQLSTATE class 22).
  const refused = (error: unknown): never => {
    if (bounds.length > 0 && String((error as { code?: string }).code).startsWith('22')) {
      throw invalidCursor(args.after ? 'after' : 'before');
    }
    throw error;
  };

  if (fields.written && fields.onlyRows && !backwards) {
    const [row] = fields.written as [JsonRow];
    const rows = select(bareColumnList(table, row.fields), limit);
    const text = await readJsonList(ctx.reader, row.text(ctx.teamId), rows).catch(refused);
    return { edges: [], pageInfo: new PageInfo([], false, false), totalCount, text };
  }

  const selectKeyed = (list: Prisma.Sql) => select(Prisma.sql`${list}, ${column}::text AS order_key`, limit + 1);
  const rows = await read<ReadRow<Model>>(
    ctx.reader,
    fields.written
      ? withTexts(ctx, table, fields, fields.written, { limit, select: selectKeyed })
      : selectKeyed(columnList(table, fields)),
  ).catch(refused);
  const more = rows.length > limit;
  if (more) rows.pop();
  if (backwards) rows.reverse();

  const edges = rows.map((node) => new Edge(node));
  return {
    edges,
    pageInfo: new PageInfo(edges, backwards ? more : Boolean(args.after), backwards ? Boolean(args.before) : more),
    totalCount,
  };
}

type ReadRow<Model> = Row<Model> & { id: string; order_key: string } & { readonly [text: `text${number}`]: string };

interface Selecting {
  readonly limit: number;
  readonly select: (list: Prisma.Sql) => Prisma.Sql;
}

/** Adds the rows as JSON (`text0`, …) to the fields. The row after the page has none: it only shows that more follow. */
function withTexts(
  { teamId }: ReadContext,
  table: Table<unknown>,
  fields: readonly string[],
  written: readonly JsonRow[],
  { limit, select }: Selecting,
): Prisma.Sql {
  const own = [...new Set(['id', ...fields])].filter((field) => table.fields.has(field));
  const inside = [...new Set([...own, ...written.flatMap((row) => row.fields)])].sort();
  const texts = written.map(
    (row, at) => Prisma.sql`CASE WHEN c.n <= ${limit}::int THEN ${row.text(teamId)} END AS ${identifier(`text${at}`)}`,
  );
  return Prisma.sql`SELECT ${Prisma.raw(own.map((field) => `c."${field}"`).join(', '))}, c.order_key, ${Prisma.join(texts)}
    FROM (SELECT *, row_number() OVER () AS n FROM (${select(columnList(table, inside))}) page) c`;
}

// Cursors are computed when they are asked for. These are classes, because V8 keeps what a getter in an object literal closes over,
// here the whole answer, until the next full collection.

class Edge<Model> {
  readonly node: ReadRow<Model>;

  constructor(node: ReadRow<Model>) {
    this.node = node;
  }

  get cursor(): string {
    return encodeCursor([this.node.order_key, this.node.id]);
  }
}

class PageInfo {
  readonly #edges: readonly { readonly cursor: string }[];
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;

  constructor(edges: readonly { readonly cursor: string }[], hasPreviousPage: boolean, hasNextPage: boolean) {
    this.#edges = edges;
    this.hasPreviousPage = hasPreviousPage;
    this.hasNextPage = hasNextPage;
  }

  get startCursor(): string | null {
    return this.#edges.at(0)?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

function pageSize(value: number | null | undefined, name: string): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value < 0) throw new ValidationError({ [name]: [messages.atLeast(name, 0)] });
  if (value > MAX_PAGE) throw new ValidationError({ [name]: [messages.atMost(name, MAX_PAGE)] });
  return value;
}

function keyset(
  column: Prisma.Sql,
  cursor: string | null | undefined,
  name: string,
  operator: '<' | '>',
): Prisma.Sql[] {
  if (!cursor) return [];
  const [value, id] = decodeCursor(cursor, name);
  return [Prisma.sql`(${column}, t.id) ${Prisma.raw(operator)} (${value}, ${id})`];
}

const encodeCursor = (key: Key) => Buffer.from(JSON.stringify(key)).toString('base64url');

function decodeCursor(cursor: string, name: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(key) &&
      key.length === 2 &&
      key.every((part) => typeof part === 'string' && !part.includes('\0'))
    ) {
      return key as unknown as Key;
    }
  } catch {
    // Not a cursor: refused below.
  }
  throw invalidCursor(name);
}

const invalidCursor = (name: string) => new ValidationError({ [name]: [messages.selected(name)] });
