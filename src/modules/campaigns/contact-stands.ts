import type { ReadContext } from '../../database/reads/lists.ts';
import { read } from '../../database/table.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { SendTables } from '../delivery/engine/send-tables.ts';

/** Contacts of a send that have neither a message nor a call. */
interface Counted extends Record<(typeof KINDS)[number], number> {
  id: string;
  audienceSize: number;
  /** Contacts that have one. */
  handed: number;
}

const KINDS = ['queued', 'held', 'skipped'] as const;

/** Most contacts of one kind that are counted one by one. */
const COUNTED = 2_000;

/** The later of two clocks: that of the worker that looked last, and the database's. */
const NOW = Prisma.sql`GREATEST(now(), s.turn_at)`;
const WAITS = Prisma.sql`r.status = 'waiting' AND r.due_at <= ${NOW}`;
const HELD = Prisma.sql`(r.status = 'looking_up' OR r.status = 'waiting' AND r.due_at > ${NOW})`;
const SKIPPED = Prisma.sql`r.status = 'skipped'`;

/** Columns of sends `s`, counted along the index of the audience up to a bound: give their rows to {@link withoutBound}. */
export const contactsOfSend = (ctx: ReadContext, tables: SendTables): Prisma.Sql =>
  Prisma.sql`${counted(ctx, tables, WAITS, true)} AS queued, ${counted(ctx, tables, HELD, true)} AS held,
    ${counted(ctx, tables, SKIPPED, true)} AS skipped`;

/**
 * If one kind exceeds the bound, it is the rest of the audience. Only when two kinds exceed it is one of them counted to its end.
 * So it takes as long for a million contacts as for six thousand.
 */
export async function withoutBound<Row extends Counted>(
  ctx: ReadContext,
  tables: SendTables,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap((row) => (KINDS.filter((kind) => row[kind] > COUNTED).length > 1 ? [row.id] : []));
  const whole =
    ids.length === 0
      ? []
      : await read<Pick<Counted, 'id' | 'held' | 'skipped'>>(
          ctx.reader,
          Prisma.sql`SELECT s.id, ${counted(ctx, tables, HELD, false)} AS held, ${counted(ctx, tables, SKIPPED, false)} AS skipped
            FROM ${tables.sends} s WHERE s.team_id = ${ctx.teamId}::uuid AND s.id = ANY(${ids}::uuid[])`,
        );
  return rows.map((row) => rest({ ...row, ...whole.find(({ id }) => id === row.id) }));
}

function rest<Row extends Counted>(row: Row): Row {
  const over = KINDS.find((kind) => row[kind] > COUNTED);
  if (!over) return row;
  const others = KINDS.reduce((count, kind) => count + (kind === over ? 0 : row[kind]), row.handed);
  return { ...row, [over]: Math.max(row[over], row.audienceSize - others) };
}

const counted = (
  { teamId }: ReadContext,
  { recipients, sendId }: SendTables,
  kind: Prisma.Sql,
  isBounded: boolean,
) => Prisma.sql`(SELECT count(*) FROM (SELECT 1 FROM ${recipients} r WHERE r.team_id = ${teamId}::uuid AND r.${sendId} = s.id AND ${kind}
  ${isBounded ? Prisma.sql`LIMIT ${COUNTED + 1}::int` : Prisma.empty}) x)::int`;
