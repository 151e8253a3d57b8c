import { identifier } from '../../../../database/table.ts';
import { type MarkKind, Prisma } from '../../../../generated/prisma/client.ts';
import type { Report } from '../report.ts';
import { isInSlot, QUARTER_MS } from './slots.ts';

/** The sums that are kept of a report's rows. Columns have the names of the rows' columns, so keys work on both. */
export interface RollUp {
  /** The kind of its rows' marks. */
  readonly kind: MarkKind;
  readonly table: string;
  /** Keys of the report that roll-ups can answer. */
  readonly keys: ReadonlySet<string>;
  /** The columns of these keys. */
  readonly columns: readonly string[];
  /** Columns that hold a time. They keep the beginning of its quarter of an hour. */
  readonly times: readonly string[];
  /** The sums by column: aggregates over rows `t`. */
  readonly kept: Readonly<Record<string, Prisma.Sql>>;
  /** The report's sums as aggregates over roll-ups `t`. */
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  /** Keys that most questions use. Coarser roll-ups of these alone are kept as well, under numbers below 0. */
  readonly coarse?: Pick<RollUp, 'keys' | 'columns'>;
}

/** Names of a roll-up's columns, without its key. */
export const columnsOf = (
  { columns, times, kept }: Pick<RollUp, 'columns' | 'times' | 'kept'>,
  prefix = '',
): Prisma.Sql =>
  Prisma.raw([...columns, ...times, ...Object.keys(kept)].map((name) => `${prefix}"${name}"`).join(', '));

/** Sums up the rows `t` of some slots `m`. `first` is selected before the sums. */
export function summedUp(
  { table, rollUp }: Report & { rollUp: RollUp },
  first: Prisma.Sql,
  slots: Prisma.Sql,
  teamId: string,
): Prisma.Sql {
  const { columns, times, kept } = rollUp;
  const keys = [
    ...columns.map((name) => ({ name, sql: `t."${name}"` })),
    ...times.map((name) => ({ name, sql: `date_bin('${QUARTER_MS} ms', t."${name}", 'epoch')` })),
  ];
  const sums = Object.entries(kept).map(([name, sql]) => Prisma.sql`${sql} AS ${identifier(name)}`);
  return Prisma.sql`SELECT ${first}, ${Prisma.raw(keys.map(({ name, sql }) => `${sql} AS "${name}"`).join(', '))}, ${Prisma.join(sums)}
    FROM ${slots} JOIN ${identifier(table.name)} t ON ${isInSlot('t.id', 'm.slot')}
    WHERE ${table.scope(teamId)} GROUP BY m.slot, ${Prisma.raw(keys.map(({ sql }) => sql).join(', '))}`;
}

/** `FROM`: slots that wait to be summed up. */
export const marksOf = (teamId: string, kind: MarkKind): Prisma.Sql =>
  Prisma.sql`report_marks m WHERE m.team_id = ${teamId}::uuid AND m.kind = ${kind}::mark_kind`;
