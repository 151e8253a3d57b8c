import { identifier } from '../../../database/table.ts';
import { type MarkKind, Prisma } from '../../../generated/prisma/client.ts';
import type { Report } from '../report.ts';
import { isInSlot, QUARTER_MS } from './slots.ts';

/** What is kept summed up of a report's rows. Its columns are called as those of the rows, so that keys read either. */
export interface RollUp {
  /** What marks say of its rows. */
  readonly kind: MarkKind;
  readonly table: string;
  /** Keys of the report that roll-ups have, too. */
  readonly keys: ReadonlySet<string>;
  /** Columns that those are read from. */
  readonly columns: readonly string[];
  /** The same of moments: kept as the beginning of their quarter of an hour. */
  readonly times: readonly string[];
  /** What is summed up, by column: aggregates over rows `t`. */
  readonly kept: Readonly<Record<string, Prisma.Sql>>;
  /** The report's sums: aggregates over roll-ups `t`. */
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  /** What most questions keep to: for it alone fewer rows are kept, too, with numbers below 0. */
  readonly coarse?: Pick<RollUp, 'keys' | 'columns'>;
}

/** Names of a roll-up's columns, without its key. */
export const columnsOf = (
  { columns, times, kept }: Pick<RollUp, 'columns' | 'times' | 'kept'>,
  prefix = '',
): Prisma.Sql =>
  Prisma.raw([...columns, ...times, ...Object.keys(kept)].map((name) => `${prefix}"${name}"`).join(', '));

/** The rows `t` of some slots `m`, summed up; `first` is selected before. */
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

/** `FROM`: what waits to be summed up. */
export const marksOf = (teamId: string, kind: MarkKind): Prisma.Sql =>
  Prisma.sql`report_marks m WHERE m.team_id = ${teamId}::uuid AND m.kind = ${kind}::mark_kind`;
