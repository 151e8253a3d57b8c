import type { Context } from '../../context.ts';
import { isUuid } from '../../database/reads/lists.ts';
import { columnList, columnName, identifier, read, type Table } from '../../database/table.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Viewer } from '../../viewer.ts';
import { RELATED } from './related.ts';
import { boundedState } from './rules.ts';

/** One record, where neither what the mutation answers nor its name tell which. */
interface ChangedRecord {
  // biome-ignore lint/suspicious/noExplicitAny: any model's table will do
  table: Table<any>;
  /** What finds it before the change; the argument `id` unless said otherwise. */
  key?: (args: Record<string, unknown>, viewer: Viewer) => unknown;
  /** The field that holds the key; the id unless said otherwise. */
  field?: string;
}

/**
 * What a mutation changes: one record, whose state before and after is kept; `many`, of which is kept how many (its
 * arguments tell which); `nothing` that belongs to the team, such as a session, a password or another team.
 */
export type Changes = ChangedRecord | 'many' | 'nothing';

export interface Changed<T> {
  result: T;
  id: string | null;
  before: unknown;
  after: unknown;
}

/** Runs a mutation's work and reads what it changes before and after, in the transaction that `ctx` leads into. */
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
  const key = textOf(changes.key ? changes.key(given, viewer) : given.id);
  // The change is sent behind it, without waiting; when it fails, so does the change, and it tells why.
  const work = Promise.allSettled([stateOf(ctx, changes, key, Prisma.sql`FOR NO KEY UPDATE OF t`), run()]);
  const [before, result] = (await work).map(settledValue) as [unknown, T];
  const id = (changes.field ? null : idIn(result)) ?? key;
  const after = await stateOf(ctx, changes, id, Prisma.empty);
  // What is made from another record, as its copy, was nothing before.
  return { result, id, before: id === key ? before : null, after };
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** As every read has it: another team's record, or one that was deleted or revoked, is none. */
async function stateOf(
  { reader, db, teamId }: Context,
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

/** The id of what a mutation answers, or of the record in it: beside a secret that is shown once. */
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
  if (Array.isArray(result)) return result.length;
  const count = Object.entries(result ?? {}).find(([name]) => name.endsWith('Count'))?.[1];
  return typeof count === 'number' ? count : null;
}
