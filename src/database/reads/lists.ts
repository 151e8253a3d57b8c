import DataLoader from 'dataloader';
import { ValidationError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import {
  bareColumnList,
  columnList,
  identifier,
  type Reader,
  type Row,
  read,
  readGroups,
  run,
  type Table,
} from '../table.ts';
import { type JsonBelow, type JsonRow, jsonList, readJsonGroups } from './json-rows.ts';
import type { JsonText } from './json-text.ts';
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

/** Most records of a page. */
export const MAX_PAGE = 100;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string) => UUID.test(text);

export interface Page {
  first?: number | null | undefined;
  offset?: number | null | undefined;
}

export interface NestedListOptions<Args> {
  /** The column that names the parent, e.g. `t.sms_campaign_id`. */
  parent: Prisma.Sql;
  /** Must end in a unique column. */
  order: Prisma.Sql;
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
  load(ctx: ReadContext, parentId: string, args: Args & Page, fields: readonly string[]): Promise<Row<Model>[]>;
  /** The same rows as JSON, written by the database. */
  loadJson(ctx: ReadContext, parentId: string, args: Args & Page, row: JsonRow): Promise<JsonText>;
  /** The same below each row of another list, in that list's statement. */
  below(args: Args & Page, row: JsonRow): JsonBelow;
  count(ctx: ReadContext, parentId: string, args: Args): Promise<number>;
  countBelow(args: Args): JsonBelow;
}

const PARENT = Prisma.sql`p.id`;
const ROW = Prisma.sql`c.id`;

/** A list below a parent and its count; each runs as one statement for all parents of a level. */
export function nestedList<Model, Args extends object = object>(
  table: Table<Model>,
  options: NestedListOptions<Args>,
): NestedList<Model, Args> {
  const source = Prisma.sql`${identifier(table.name)} t ${options.join ?? Prisma.empty}`;
  const conditions = (teamId: string, args: Args) =>
    Prisma.join(
      [table.scope(teamId), ...(options.where ? [options.where] : []), ...(options.filter?.(args, teamId) ?? [])],
      ' AND ',
    );
  const countedOf = (teamId: string, args: Args, parent: Prisma.Sql) =>
    options.counted
      ? Prisma.sql`${options.counted(teamId)} AND ${options.parent} ${parent}`
      : Prisma.sql`${source} WHERE ${options.parent} ${parent} AND ${conditions(teamId, args)}`;
  const rowsOf = (parentId: Prisma.Sql, teamId: string, args: Args & Page, list: Prisma.Sql) =>
    Prisma.sql`SELECT ${list} FROM ${source}
      WHERE ${options.holds?.(parentId, teamId) ?? Prisma.sql`${options.parent} = ${parentId}`}
        AND ${conditions(teamId, args)}
      ORDER BY ${options.order} LIMIT ${args.first ?? 20}::int OFFSET ${args.offset ?? 0}::int`;
  const grouped = (ctx: ReadContext, ids: readonly string[], args: Args & Page, list: Prisma.Sql) => ({
    parents: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY p(id, n)`,
    count: ids.length,
    rows: rowsOf(PARENT, ctx.teamId, args, list),
  });
  const count = { of: options };
  // Heard before the statement is put together, where an error would be another field's.
  const check = (args: Args & Page) => {
    checkPage(args);
    options.filter?.(args, '');
  };

  return {
    table,
    load(ctx, parentId, args, fields) {
      check(args);
      const variant = `${fields.join()} ${JSON.stringify(args)}`;
      return loaderFor<Row<Model>[]>(ctx, options, variant, (ids) =>
        readGroups(ctx.reader, grouped(ctx, ids, args, columnList(table, fields))),
      ).load(parentId);
    },
    loadJson(ctx, parentId, args, row) {
      check(args);
      const variant = `${row.id} ${JSON.stringify(args)}`;
      return loaderFor<JsonText>(ctx, options, variant, (ids) =>
        readJsonGroups(ctx.reader, grouped(ctx, ids, args, bareColumnList(table, row.fields)), row.text(ctx.teamId)),
      ).load(parentId);
    },
    below(args, row) {
      check(args);
      const text = (teamId: string) =>
        jsonList(row.text(teamId), rowsOf(ROW, teamId, args, bareColumnList(table, row.fields)));
      return { by: 'id', id: `${row.id} ${JSON.stringify(args)}`, around: ['[', ']'], text };
    },
    count(ctx, parentId, args) {
      const loader = loaderFor<number>(ctx, count, JSON.stringify(args), async (ids) => {
        const rows = await read<{ parent_key: string; count: number }>(
          ctx.reader,
          Prisma.sql`SELECT ${options.parent} AS parent_key, count(*) AS count
            FROM ${countedOf(ctx.teamId, args, Prisma.sql`= ANY(${ids}::uuid[])`)} GROUP BY 1`,
        );
        const counts = new Map(rows.map((row) => [row.parent_key, row.count]));
        return ids.map((id) => counts.get(id) ?? 0);
      });
      return loader.load(parentId);
    },
    countBelow(args) {
      options.filter?.(args, '');
      const text = (teamId: string) =>
        Prisma.sql`(SELECT count(*) FROM ${countedOf(teamId, args, Prisma.sql`= ${ROW}`)})`;
      return { by: 'id', id: JSON.stringify(args), text };
    },
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

function checkPage({ first, offset }: Page): void {
  if ((first ?? 0) < 0) throw new ValidationError({ first: [messages.atLeast('first', 0)] });
  if ((first ?? 0) > MAX_PAGE) throw new ValidationError({ first: [messages.atMost('first', MAX_PAGE)] });
  if ((offset ?? 0) < 0) throw new ValidationError({ offset: [messages.atLeast('offset', 0)] });
}
