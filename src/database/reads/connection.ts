import { Prisma } from '../../generated/prisma/client.ts';
import { bareColumnList, columnList, columnName, identifier, read, run, type Table } from '../table.ts';
import { type JsonRow, jsonListOf } from './json-rows.ts';
import type { ReadContext } from './lists.ts';
import {
  asInvalidCursor,
  type Connection,
  type ConnectionArgs,
  connectionOf,
  keyset,
  type Order,
  PageInfo,
  pageOf,
  type ReadRow,
} from './page.ts';
import { TEAM, type Written, writtenOnce } from './written.ts';

export type { Connection, ConnectionArgs, Order };

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

const KEYS = ['order_key', 'id'];

/**
 * A Relay connection with keyset paging: a page deep in the list costs as much as the first. Newest first by default; the id
 * breaks ties. Where only the count is asked for, `isRead` is false.
 */
export async function readConnection<Model>(
  ctx: ReadContext,
  table: Table<Model>,
  args: ConnectionArgs,
  options: ConnectionOptions,
  isRead = true,
): Promise<Connection<Model>> {
  const order = options.orderBy ?? { field: 'createdAt', direction: 'desc' };
  const { limit, isBackwards } = pageOf(args);
  const descending = (order.direction === 'desc') !== isBackwards;
  const bounds = keyset(args, [columnOf(order.field), Prisma.sql`t.id`], order.direction);
  const filter = options.filter ?? [];
  const { fields } = options;
  const totalCount = async () => {
    const source = sourceOf(table, ctx.teamId, filter);
    return (await read<{ count: number }>(ctx.reader, Prisma.sql`SELECT count(*) AS count ${source}`))[0]!.count;
  };
  if (!isRead) return { edges: [], pageInfo: new PageInfo([], false, false), totalCount };
  const page = { orderedBy: order.field, descending, limit, conditions: [...filter, ...bounds] };
  const onlyRows = fields.onlyRows && !isBackwards;
  const { statement, values } = pageStatement(ctx.teamId, table, fields, page, onlyRows);
  const found = await run(ctx.reader, statement, values).catch((error: unknown) =>
    // Of rows that the database writes, a cursor below them may be the wrong one: compile.ts finds out.
    asInvalidCursor(fields.written ? {} : args, error),
  );
  if (onlyRows) return { edges: [], pageInfo: new PageInfo([], false, false), totalCount, text: jsonListOf(found) };
  const rows = found.map((row) => statement.row(row) as ReadRow<Model>);
  return connectionOf(rows, args, KEYS, totalCount);
}

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
