import { type Context, viewerOf } from '../../context.ts';
import { loaderFor } from '../../database/reads/lists.ts';
import { readGroups } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { refuse } from '../../records/input-rules.ts';

export interface DayOfBalance {
  date: string;
  balance: string;
  charged: string;
  toppedUp: string;
}

export const MAX_DAYS = 366;

/** Days of the team's time zone. Each is found by the index, whatever the number of entries. */
export function balanceByDay(
  ctx: Context,
  integrationId: string,
  { last, until }: { last: number; until?: Date | null | undefined },
): Promise<DayOfBalance[]> {
  refuse(last > MAX_DAYS ? { last: [messages.atMost('last', MAX_DAYS)] } : {});
  const { timezone } = viewerOf(ctx).team;
  const end = Prisma.sql`(coalesce(${until?.toISOString() ?? null}::timestamptz, now()) AT TIME ZONE ${timezone})::date`;
  const from = Prisma.sql`(d.day::timestamp AT TIME ZONE ${timezone})`;
  const to = Prisma.sql`((d.day + 1)::timestamp AT TIME ZONE ${timezone})`;
  const own = Prisma.sql`t.integration_id = p.id AND ${tables.LedgerEntry.scope(ctx.teamId)}`;
  const variant = `${last} ${until?.toISOString()}`;
  const loader = loaderFor<DayOfBalance[]>(ctx, balanceByDay, variant, (ids) =>
    readGroups(ctx.reader, {
      parents: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY p(id, n)`,
      count: ids.length,
      rows: Prisma.sql`
        SELECT d.day::text AS date, coalesce(b.balance_after, 0) AS balance,
          coalesce(s.charged, 0) AS charged, coalesce(s.topped_up, 0) AS "toppedUp"
        FROM (SELECT ${end} - at AS day FROM generate_series(0, ${last}::int - 1) at) d
        LEFT JOIN LATERAL (SELECT t.balance_after FROM ledger_entries t WHERE ${own} AND t.created_at < ${to}
          ORDER BY t.created_at DESC, t.id DESC LIMIT 1) b ON TRUE
        LEFT JOIN LATERAL (SELECT sum(t.amount) FILTER (WHERE t.kind = 'charge') AS charged,
            sum(t.amount) FILTER (WHERE t.kind = 'top_up') AS topped_up
          FROM ledger_entries t WHERE ${own} AND t.created_at >= ${from} AND t.created_at < ${to}) s ON TRUE
        ORDER BY d.day`,
    }),
  );
  return loader.load(integrationId);
}
