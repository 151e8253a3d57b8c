import DataLoader from 'dataloader';
import { Prisma } from '../../generated/prisma/client.ts';
import {
  bareColumnList,
  columnList,
  columnName,
  identifier,
  type Reader,
  type Row,
  read,
  readGroups,
  run,
  type Table,
} from '../table.ts';
import { type JsonPage, type JsonPageRead, textOfPage } from './json-pages.ts';
import { type JsonBelow, type JsonRow, jsonList, readTexts } from './json-rows.ts';
import type { JsonText } from './json-text.ts';

export { MAX_PAGE } from './page.ts';

import {
  asInvalidCursor,
  type Connection,
  connectionOf,
  keyset,
  type Order,
  type ConnectionArgs as PageArgs,
  pageOf,
  type ReadRow,
} from './page.ts';
import { ID, TEAM, type Written, writtenOnce } from './written.ts';

/**
 * Gathers the reads that a nested request repeats for every parent into one statement per level. Every statement has the team's
 * condition in it.
 */
export interface ReadContext {
  readonly reader: Reader;
  readonly teamId: string;
  /** Lives as long as one request. */
  readonly loaders: Map<unknown, Map<string, DataLoader<string, unknown>>>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The order is the list's own unless the caller asks for another. */
interface ConnectionArgs extends PageArgs {
  orderBy?: Order | null | undefined;
}

export const isUuid = (text: string) => UUID.test(text);

export interface NestedListOptions<Args> {
  /** The column that names the parent, e.g. `t.sms_campaign_id`. */
  parent: Prisma.Sql;
  /** Columns that are never null, the last one unique. */
  order: readonly Prisma.Sql[];
  direction: 'asc' | 'desc';
  join?: Prisma.Sql;
  /** Which rows `t` are those of a parent, where no column of theirs and no `join` says so. */
  holds?: (parentId: Prisma.Sql, teamId: string) => Prisma.Sql;
  /** What is counted instead of the rows `t`: the rows `j` that lead to one of them each, of the team. */
  counted?: (teamId: string) => Prisma.Sql;
  where?: Prisma.Sql;
  /** Conditions from the field's arguments. */
  filter?: (args: Args, teamId: string) => Prisma.Sql[];
}

export interface NestedList<Model, Args> {
  readonly table: Table<Model>;
  load(
    ctx: ReadContext,
    parentId: string,
    args: Args & ConnectionArgs,
    fields: readonly string[],
  ): Promise<Connection<Model>>;
  /** The same page as JSON, written by the database. */
  loadJson(ctx: ReadContext, parentId: string, args: Args & ConnectionArgs, page: JsonPage): Promise<JsonText>;
  /** The same below each row of another list, in that list's statement. */
  below(args: Args & ConnectionArgs, page: JsonPage): JsonBelow;
  count(ctx: ReadContext, parentId: string, args: Args): Promise<number>;
  /** The whole list, in the same three ways. */
  loadAll(ctx: ReadContext, parentId: string, fields: readonly string[]): Promise<Row<Model>[]>;
  loadAllJson(ctx: ReadContext, parentId: string, row: JsonRow): Promise<JsonText>;
  allBelow(row: JsonRow): JsonBelow;
  /** The same list with further conditions from its field's arguments. */
  filtered<Own extends object>(filter: (args: Own, teamId: string) => Prisma.Sql[]): NestedList<Model, Args & Own>;
}

const PARENT = Prisma.sql`p.id`;
const ROW = Prisma.sql`c.id`;

/** A list below a parent; what is asked of it runs as one statement for all parents of a level. */
export function nestedList<Model, Args extends object = object>(
  table: Table<Model>,
  options: NestedListOptions<Args>,
): NestedList<Model, Args> {
  const orderOf = ({ orderBy }: ConnectionArgs): Pick<NestedListOptions<Args>, 'order' | 'direction'> =>
    orderBy
      ? { order: [Prisma.raw(`t."${columnName(orderBy.field)}"`), Prisma.sql`t.id`], direction: orderBy.direction }
      : options;
  const source = Prisma.sql`${identifier(table.name)} t ${options.join ?? Prisma.empty}`;
  const conditions = (teamId: string, args: Args) =>
    Prisma.join(
      [table.scope(teamId), ...(options.where ? [options.where] : []), ...(options.filter?.(args, teamId) ?? [])],
      ' AND ',
    );
  const rowsBelow = (parentId: Prisma.Sql, teamId: string, args: Args) =>
    Prisma.sql`${source} WHERE ${options.holds?.(parentId, teamId) ?? Prisma.sql`${options.parent} = ${parentId}`}
      AND ${conditions(teamId, args)}`;
  const countedBelow = (parentId: Prisma.Sql, teamId: string, args: Args) =>
    options.counted && (options.filter?.(args, teamId) ?? []).length === 0
      ? Prisma.sql`${options.counted(teamId)} AND ${options.parent} = ${parentId}`
      : rowsBelow(parentId, teamId, args);
  const keysOf = (args: ConnectionArgs) => orderOf(args).order.map((_, at) => `key${at}`);
  const withKeys = (list: Prisma.Sql, args: ConnectionArgs) =>
    Prisma.join([
      list,
      ...orderOf(args).order.map((column, at) => Prisma.sql`${column}::text AS ${identifier(`key${at}`)}`),
    ]);
  const bounds = (args: ConnectionArgs) => {
    const { order, direction } = orderOf(args);
    return keyset(args, order, direction);
  };
  const ordered = (args: ConnectionArgs) => {
    const { order, direction } = orderOf(args);
    const way = Prisma.raw((direction === 'desc') === pageOf(args).isBackwards ? 'ASC' : 'DESC');
    return Prisma.join(order.map((column) => Prisma.sql`${column} ${way}`));
  };
  const rowsOf = (parentId: Prisma.Sql, teamId: string, args: Args & ConnectionArgs, list: Prisma.Sql) =>
    Prisma.sql`SELECT ${list} FROM ${Prisma.join([rowsBelow(parentId, teamId, args), ...bounds(args)], ' AND ')}
      ORDER BY ${ordered(args)}`;
  const limited = (rows: Prisma.Sql, most: number) => Prisma.sql`${rows} LIMIT ${most}::int`;
  const allOf = (parentId: Prisma.Sql, teamId: string, list: Prisma.Sql) => rowsOf(parentId, teamId, {} as Args, list);
  const countOf = (teamId: string, args: Args, parentId: Prisma.Sql) =>
    Prisma.sql`(SELECT count(*) FROM ${countedBelow(parentId, teamId, args)})`;
  const parentsOf = (ids: readonly string[]) => Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY p(id, n)`;
  const written = (parentId: Prisma.Sql, teamId: string, args: Args & ConnectionArgs, page: JsonPage) => {
    const read: JsonPageRead = {
      ...{ args, page: pageOf(args), keys: keysOf(args) },
      rows: (most) => {
        const list = bareColumnList(table, page.fields);
        return limited(rowsOf(parentId, teamId, args, page.usesKeys ? withKeys(list, args) : list), most);
      },
      count: () => countOf(teamId, args, parentId),
    };
    return textOfPage(page, teamId, read);
  };
  const all = { of: options };
  const counts = { of: options };
  // Heard before the statement is put together, where an error would be another field's.
  const check = (args: Args & ConnectionArgs) => {
    pageOf(args);
    bounds(args);
    options.filter?.(args, '');
  };
  const count: NestedList<Model, Args>['count'] = (ctx, parentId, args) => {
    const { first, last, after, before, orderBy, ...own } = args as Args & ConnectionArgs;
    const loader = loaderFor<number>(ctx, counts, JSON.stringify(own), async (ids) => {
      const rows = await read<{ count: number }>(
        ctx.reader,
        Prisma.sql`SELECT ${countOf(ctx.teamId, args, PARENT)} AS count FROM ${parentsOf(ids)} ORDER BY p.n`,
      );
      return rows.map((row) => row.count);
    });
    return loader.load(parentId);
  };

  return {
    table,
    count,
    async load(ctx, parentId, args, fields) {
      check(args);
      const variant = `${fields.join()} ${JSON.stringify(args)}`;
      const loader = loaderFor<ReadRow<Model>[]>(ctx, options, variant, (ids) => {
        const rows = rowsOf(PARENT, ctx.teamId, args, withKeys(columnList(table, fields), args));
        const read = { parents: parentsOf(ids), count: ids.length, rows: limited(rows, pageOf(args).limit + 1) };
        return readGroups<ReadRow<Model>>(ctx.reader, read).catch((error: unknown) => asInvalidCursor(args, error));
      });
      const rows = await loader.load(parentId);
      return connectionOf([...rows], args, keysOf(args), () => count(ctx, parentId, args));
    },
    loadJson(ctx, parentId, args, page) {
      check(args);
      const variant = `${page.id} ${JSON.stringify(args)}`;
      return loaderFor<JsonText>(ctx, options, variant, (ids) =>
        readTexts(ctx.reader, parentsOf(ids), ids.length, written(PARENT, ctx.teamId, args, page)),
      ).load(parentId);
    },
    below(args, page) {
      check(args);
      const text = (teamId: string) => written(ROW, teamId, args, page);
      return { by: 'id', id: `${page.id} ${JSON.stringify(args)}`, text };
    },
    loadAll(ctx, parentId, fields) {
      return loaderFor<Row<Model>[]>(ctx, all, fields.join(), (ids) =>
        readGroups(ctx.reader, {
          ...{ parents: parentsOf(ids), count: ids.length },
          rows: allOf(PARENT, ctx.teamId, columnList(table, fields)),
        }),
      ).load(parentId);
    },
    loadAllJson(ctx, parentId, row) {
      return loaderFor<JsonText>(ctx, all, row.id, (ids) => {
        const list = jsonList(row.text(ctx.teamId), allOf(PARENT, ctx.teamId, bareColumnList(table, row.fields)));
        return readTexts(ctx.reader, parentsOf(ids), ids.length, Prisma.sql`concat('[', ${list}, ']')`);
      }).load(parentId);
    },
    allBelow(row) {
      const text = (teamId: string) =>
        jsonList(row.text(teamId), allOf(ROW, teamId, bareColumnList(table, row.fields)));
      return { by: 'id', id: row.id, around: ['[', ']'], text };
    },
    filtered: (filter) =>
      nestedList(table, {
        ...options,
        filter: (args, teamId) => [...(options.filter?.(args, teamId) ?? []), ...filter(args, teamId)],
      }),
  };
}

/** The record that the field `by` of a row names, in that row's statement; null as in {@link loadById}. */
export function recordBelow(table: Table<unknown>, by: string, row: JsonRow): JsonBelow {
  const text = (teamId: string) => Prisma.sql`coalesce((SELECT ${row.text(teamId)} FROM (
    SELECT ${bareColumnList(table, row.fields)} FROM ${identifier(table.name)} t
    WHERE t.id = ${identifier('c')}.${identifier(by)} AND ${table.scope(teamId)}) c), 'null')`;
  return { by, id: row.id, text };
}

/** A record by its id; `null` when it is missing, deleted or another team's, or the id is not one. */
export function loadById<Model>(
  ctx: ReadContext,
  table: Table<Model>,
  id: string | number | null | undefined,
  fields: readonly string[] = [...table.fields],
): Promise<Row<Model> | null> {
  if (id === null || id === undefined) return Promise.resolve(null);
  const type = typeof id === 'number' ? 'int' : 'uuid';
  if (type === 'uuid' && !isUuid(String(id))) return Promise.resolve(null);
  const loader = loaderFor<Row<Model> | null>(ctx, table, fields.join(), async (ids) => {
    // PostgreSQL keeps the plan for one id; it plans an array each time.
    const { statement, values } = byId(table, fields, ids.length === 1 ? type : `${type}[]`);
    const asked = ids.length === 1 ? ids[0] : ids;
    const given = values.map((value) => (value === ID ? asked : value === TEAM ? ctx.teamId : value));
    const rows = await run(ctx.reader, statement, given);
    const records = rows.map((row) => statement.row(row) as Row<Model> & { id: string | number });
    if (ids.length === 1) return [records[0] ?? null];
    const known = new Map(records.map((record) => [String(record.id), record]));
    return ids.map((key) => known.get(key) ?? null);
  });
  return loader.load(String(id).toLowerCase());
}

function byId(table: Table<unknown>, fields: readonly string[], type: string): Written {
  const isMany = type.endsWith('[]');
  const written = writtenOnce(table, `${type} ${fields.join()}`, 0, () => {
    const asked = Prisma.sql`${ID}::${Prisma.raw(type)}`;
    return Prisma.sql`SELECT ${columnList(table, fields)} FROM ${identifier(table.name)} t
      WHERE t.id = ${isMany ? Prisma.sql`ANY(${asked})` : asked} AND ${table.scope(TEAM)}`;
  });
  written.statement.isShort = !isMany;
  return written;
}

/** One loader per request, owner and variant. */
export function loaderFor<T>(
  ctx: ReadContext,
  owner: unknown,
  variant: string,
  batch: (ids: readonly string[]) => Promise<T[]>,
): DataLoader<string, T> {
  const variants = ctx.loaders.get(owner) ?? new Map<string, DataLoader<string, unknown>>();
  if (variants.size === 0) ctx.loaders.set(owner, variants);
  const known = variants.get(variant);
  if (known) return known as DataLoader<string, T>;
  const loader = new DataLoader<string, T>(batch);
  variants.set(variant, loader);
  return loader;
}
