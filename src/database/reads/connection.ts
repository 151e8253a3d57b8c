import { ValidationError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { bareColumnList, columnList, columnName, identifier, type Row, read, run, type Table } from '../table.ts';
import { type JsonRow, jsonListOf } from './json-rows.ts';
import { MAX_PAGE, type ReadContext } from './lists.ts';
import { TEAM, type Written, writtenOnce } from './written.ts';

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
  const bounds = [
    ...keyset(order.field, args.after, 'after', order.direction === 'desc' ? '<' : '>'),
    ...keyset(order.field, args.before, 'before', order.direction === 'desc' ? '>' : '<'),
  ];
  const filter = options.filter ?? [];
  const { fields } = options;
  const totalCount = async () => {
    const source = sourceOf(table, ctx.teamId, filter);
    return (await read<{ count: number }>(ctx.reader, Prisma.sql`SELECT count(*) AS count ${source}`))[0]!.count;
  };
  const page = { orderedBy: order.field, descending, limit, conditions: [...filter, ...bounds] };
  const onlyRows = fields.onlyRows && !backwards;
  const { statement, values } = pageStatement(ctx.teamId, table, fields, page, onlyRows);
  const found = await run(ctx.reader, statement, values).catch((error: unknown) => {
    // A forged cursor may have a value that the column's type refuses (SQLSTATE class 22).
    if (bounds.length > 0 && String((error as { code?: string }).code).startsWith('22')) {
      throw invalidCursor(args.after ? 'after' : 'before');
    }
    throw error;
  });
  if (onlyRows) return { edges: [], pageInfo: new PageInfo([], false, false), totalCount, text: jsonListOf(found) };
  const rows = found.map((row) => statement.row(row) as ReadRow<Model>);
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

interface Page {
  readonly orderedBy: string;
  readonly descending: boolean;
  readonly limit: number;
  readonly conditions: readonly Prisma.Sql[];
}

/** The page's rows and the one after it; or only the text of its rows, where nothing else is asked for. */
function pageStatement(
  teamId: string,
  table: Table<unknown>,
  fields: Fields,
  page: Page,
  onlyRows: boolean | undefined,
): Written {
  const { orderedBy, descending, limit, conditions } = page;
  const { written = [] } = fields;
  const asked = `${written.map(({ id }) => id).join()} ${onlyRows ? 'only' : fields.join()}`;
  const key = `${asked} ${orderedBy} ${descending} ${limit} ${conditions.map(({ text }) => text).join(' AND ')}`;
  const most = onlyRows ? limit : limit + 1;
  const own = [...conditions.flatMap(({ values }) => values), most];
  const rows = (list: Prisma.Sql) => select(table, page, list, most);
  const { statement, values } = writtenOnce(table, key, own.length, () => {
    if (onlyRows) {
      const [row] = written as [JsonRow];
      return Prisma.sql`SELECT ${row.text(TEAM)} FROM (${rows(bareColumnList(table, row.fields))}) c`;
    }
    const keyed = (list: Prisma.Sql) => rows(Prisma.sql`${list}, ${columnOf(orderedBy)}::text AS order_key`);
    return fields.written ? withTexts(table, fields, fields.written, limit, keyed) : keyed(columnList(table, fields));
  });
  return { statement, values: [...values.map((value) => (value === TEAM ? teamId : value)), ...own] };
}

function select(
  table: Table<unknown>,
  { orderedBy, descending, conditions }: Page,
  list: Prisma.Sql,
  most: number,
): Prisma.Sql {
  const direction = Prisma.raw(descending ? 'DESC' : 'ASC');
  return Prisma.sql`SELECT ${list} ${sourceOf(table, TEAM, conditions)}
    ORDER BY ${columnOf(orderedBy)} ${direction}, t.id ${direction} LIMIT ${most}::int`;
}

const columnOf = (field: string) => Prisma.raw(`t."${columnName(field)}"`);

const sourceOf = (table: Table<unknown>, teamId: string, conditions: readonly Prisma.Sql[]) =>
  Prisma.sql`FROM ${table.rows?.(teamId) ?? identifier(table.name)} t WHERE ${Prisma.join([table.scope(teamId), ...conditions], ' AND ')}`;

/** Adds the rows as JSON (`text0`, …) to the fields. The row after the page has none: it only shows that more follow. */
function withTexts(
  table: Table<unknown>,
  fields: readonly string[],
  written: readonly JsonRow[],
  limit: number,
  select: (list: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const own = [...new Set(['id', ...fields])].filter((field) => table.fields.has(field));
  const inside = [...new Set([...own, ...written.flatMap((row) => row.fields)])].sort();
  const texts = written.map(
    (row, at) => Prisma.sql`CASE WHEN c.n <= ${limit}::int THEN ${row.text(TEAM)} END AS ${identifier(`text${at}`)}`,
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

function keyset(field: string, cursor: string | null | undefined, name: string, operator: '<' | '>'): Prisma.Sql[] {
  if (!cursor) return [];
  const [value, id] = decodeCursor(cursor, name);
  return [Prisma.sql`(${columnOf(field)}, t.id) ${Prisma.raw(operator)} (${value}, ${id})`];
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
