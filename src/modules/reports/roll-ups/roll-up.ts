import { identifier } from '../../../database/table.ts';
import { type MarkKind, Prisma } from '../../../generated/prisma/client.ts';
import type { Report } from '../report.ts';
import { isInSlot, QUARTER_MS } from './slots.ts';

/** Columns have the names of the rows' columns, so keys work on both. */
export interface RollUp {
  readonly kind: MarkKind;
  readonly table: string;
  readonly keys: ReadonlySet<string>;
  readonly columns: readonly string[];
  /** Times keep the beginning of their quarter of an hour. */
  readonly times: readonly string[];
  readonly kept: Readonly<Record<string, Prisma.Sql>>;
  /** The report's sums over roll-ups `t`. */
  readonly sums: Readonly<Record<string, Prisma.Sql>>;
  /** Most questions use only these. Coarser roll-ups of them have numbers below 0. */
  readonly coarse?: Pick<RollUp, 'keys' | 'columns'>;
}

export const columnsOf = (
  { columns, times, kept }: Pick<RollUp, 'columns' | 'times' | 'kept'>,
  prefix = '',
): Prisma.Sql =>
  Prisma.raw([...columns, ...times, ...Object.keys(kept)].map((name) => `${prefix}"${name}"`).join(', '));

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

export const marksOf = (teamId: string, kind: MarkKind): Prisma.Sql =>
  Prisma.sql`report_marks m WHERE m.team_id = ${teamId}::uuid AND m.kind = ${kind}::mark_kind`;
