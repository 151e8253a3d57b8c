import type { Context } from '../../context.ts';
import { isUuid } from '../../database/reads/lists.ts';
import { columnList, columnName, identifier, read, type Table } from '../../database/table.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Viewer } from '../../viewer.ts';
import { RELATED } from './related.ts';
import { boundedState } from './rules.ts';

interface ChangedRecord {
  // biome-ignore lint/suspicious/noExplicitAny: any model's table will do
  table: Table<any>;
  /** Defaults to the argument `id`. */
  key?: (args: Record<string, unknown>, viewer: Viewer) => unknown;
  /** Defaults to the id. */
  field?: string;
}

/**
 * One record, with its state before and after, of several tables the one that has it; `many`, only counted; or `nothing` of the
 * team's, such as a session.
 */
export type Changes = ChangedRecord | readonly ChangedRecord[] | 'many' | 'nothing';

export interface Changed<T> {
  result: T;
  /** Of a record. */
  table?: Table<unknown>;
  id: string | null;
  before: unknown;
  after: unknown;
}

export async function observeChange<T>(
  ctx: Context,
  viewer: Viewer,
  { changes, args }: { changes: Changes; args: object },
  run: () => T | Promise<T>,
): Promise<Changed<T>> {
  if (changes === 'nothing' || changes === 'many') {
    const result = await run();
    return { result, id: idIn(result), before: null, after: changes === 'many' ? { count: countIn(result) } : null };
  }
  const given = args as Record<string, unknown>;
  const keyOf = (of: ChangedRecord) => textOf(of.key ? of.key(given, viewer) : given.id);
  if (isSeveral(changes)) {
    const states = await Promise.all(changes.map((of) => stateOf(ctx, of, keyOf(of), Prisma.empty)));
    const at = states.findIndex((state) => state !== null);
    return observeChange(ctx, viewer, { changes: changes[Math.max(at, 0)]!, args }, run);
  }
  const key = keyOf(changes);
  // Sent without waiting: when the read fails, so does the change, with its own error.
  const work = Promise.allSettled([stateOf(ctx, changes, key, Prisma.sql`FOR NO KEY UPDATE OF t`), run()]);
  const [before, result] = (await work).map(settledValue) as [unknown, T];
  const id = (changes.field ? null : idIn(result)) ?? key;
  const after = stateIn(changes, result) ?? (await stateOf(ctx, changes, id, Prisma.empty));
  return { result, table: changes.table, id, before: id === key ? before : null, after };
}

const isSeveral = (changes: ChangedRecord | readonly ChangedRecord[]): changes is readonly ChangedRecord[] =>
  Array.isArray(changes);

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/**
 * A record that is answered with its whole state need not be read again, unless it may be hidden now, or Prisma read its decimals,
 * which then have no scale.
 */
function stateIn({ table, field }: ChangedRecord, result: unknown): unknown {
  if (field || table.isPartly || typeof result !== 'object' || result === null) return null;
  const row = result as Record<string, unknown>;
  const names = [...table.fields, ...Object.keys(RELATED[table.model] ?? {})];
  const state = names.map((name) => [name, typeof row[name] === 'bigint' ? Number(row[name]) : row[name]]);
  if (row.deletedAt || state.some(([, value]) => value === undefined || value instanceof Prisma.Decimal)) return null;
  return boundedState(Object.fromEntries(state));
}

/** As every read: other teams' and deleted records do not exist. */
export async function stateOf(
  { reader, db, teamId }: Pick<Context, 'reader' | 'db' | 'teamId'>,
  { table, field = 'id' }: ChangedRecord,
  key: string | null,
  lock: Prisma.Sql,
): Promise<unknown> {
  if (key === null || !isUuid(key)) return null;
  const related = Object.entries(RELATED[table.model] ?? {}).map(
    ([name, of]) => Prisma.sql`${of(teamId)} AS ${identifier(name)}`,
  );
  const [row] = await read<object>(
    { pool: db, embedded: reader.embedded },
    Prisma.sql`SELECT ${Prisma.join([columnList(table, [...table.fields]), ...related])}
      FROM ${identifier(table.name)} t
      WHERE t.${identifier(columnName(field))} = ${key}::uuid AND ${table.scope(teamId)} ${lock}`,
  );
  return row ? boundedState(row) : null;
}

const textOf = (id: unknown): string | null => (typeof id === 'string' ? id.toLowerCase() : null);

function idIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  if ('id' in result) return textOf(result.id);
  for (const inner of Object.values(result)) {
    if (typeof inner === 'object' && inner !== null && 'id' in inner) return textOf(inner.id);
  }
  return null;
}

function countIn(result: unknown): number | null {
  if (typeof result === 'number') return result;
  const count = Object.entries(result ?? {}).find(([name]) => name.endsWith('Count'))?.[1];
  if (typeof count === 'number') return count;
  return Object.values(result ?? {}).find(Array.isArray)?.length ?? null;
}
