import { identifier } from '../../../../database/table.ts';
import { type MarkKind, Prisma } from '../../../../generated/prisma/client.ts';
import type { Report, RollUp } from '../report.ts';
import { isInSlot, QUARTER_MS } from './slots.ts';

/** Names of a roll-up's columns, without its key. */
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
