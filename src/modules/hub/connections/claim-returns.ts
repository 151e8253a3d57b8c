import type { Services } from '../../../context.ts';
import { inIndexOrder } from '../../../database/in-index-order.ts';
import type { Db } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { ReturnedReceipt, ReturnedReply } from '../../delivery/relay/returned.ts';
import type { EndpointKey } from '../traffic/submission.ts';

interface Row extends EndpointKey {
  id: string;
  tries: number;
  /** When it was due. */
  dueAt: Date;
}

export type Returned = Row &
  ({ kind: 'receipt'; content: ReturnedReceipt } | { kind: 'reply'; content: ReturnedReply });

export interface Wanted extends EndpointKey {
  /** How many it can take. */
  room: number;
  /** What was due before is not looked at. Absent: all is. */
  since?: Date | undefined;
}

/**
 * Whether `d` may go out: of one subject only the first that there is. What is older than HUB_RETURN_HOURS is left to its
 * deletion. The first is read in the order of the index of subjects: PostgreSQL cannot join it, or read all of a team, for each row.
 */
export function isDue({ HUB_RETURN_HOURS: hours }: Services['config'], { reach }: Pick<Db, 'reach'>): Prisma.Sql {
  const isKept = (row: 'd' | 'f') =>
    Prisma.sql`${Prisma.raw(row)}.created_at > now() - make_interval(hours => ${hours}::int)`;
  return Prisma.sql`d.due_at <= now()${reach.within('d.team_id')} AND COALESCE(d.taken_until <= now(), TRUE) AND ${isKept('d')} AND d.id = (SELECT f.id FROM hub_returns f
    WHERE f.team_id = d.team_id AND f.subject_id >= d.subject_id AND ${isKept('f')}${reach.within('f.team_id')} ORDER BY f.subject_id, f.id LIMIT 1)`;
}

/**
 * Takes what is due to endpoints, oldest first, for `seconds`: nobody else sends it meanwhile. Endpoints with a callback URL
 * get it there alone.
 */
export async function claimReturns(
  { db, config }: Pick<Services, 'db' | 'config'>,
  way: 'connections' | 'callbacks',
  wanted: readonly Wanted[],
  seconds: number,
): Promise<Returned[]> {
  const rows = await inIndexOrder<Returned>(
    db,
    Prisma.sql`UPDATE /* across teams: endpoints that this process serves */ hub_returns r
    SET tries = r.tries + 1, taken_until = now() + make_interval(secs => ${seconds}::int)
    FROM (SELECT c.team_id, c.place, c.due_at FROM unnest(${wanted.map(({ teamId }) => teamId)}::uuid[],
          ${wanted.map(({ endpointId }) => endpointId)}::uuid[], ${wanted.map(({ room }) => room)}::int[],
          ${wanted.map(({ since }) => since?.toISOString() ?? '-infinity')}::timestamptz[]) x(team, endpoint, room, since)
        JOIN seller_endpoints e ON e.team_id = x.team AND e.id = x.endpoint AND (e.callback_url IS NULL) = ${way === 'connections'}${db.reach.within('e.team_id')}
        CROSS JOIN LATERAL (SELECT d.team_id, d.ctid AS place, d.due_at FROM hub_returns d
          WHERE d.team_id = x.team AND d.seller_endpoint_id = x.endpoint AND d.due_at >= x.since AND ${isDue(config, db)}
          ORDER BY d.due_at, d.id LIMIT x.room FOR UPDATE SKIP LOCKED) c) due
    WHERE r.team_id = due.team_id AND r.ctid = due.place${db.reach.within('r.team_id')}
    RETURNING r.team_id AS "teamId", r.id, r.seller_endpoint_id AS "endpointId", r.kind::text AS kind, r.content, r.tries,
      due.due_at AS "dueAt"`,
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const columnsOf = (rows: readonly Row[]) => ({
  teams: rows.map(({ teamId }) => teamId),
  ids: rows.map(({ id }) => id),
});

/** What was acknowledged. */
export async function endReturns(db: Db, rows: readonly Row[]): Promise<void> {
  const { teams, ids } = columnsOf(rows);
  await db.change`DELETE /* across teams: what endpoints of this process took */ FROM hub_returns r
    USING unnest(${teams}::uuid[], ${ids}::uuid[]) x(team, id) WHERE r.team_id = x.team AND r.id = x.id${db.reach.within('r.team_id')}`;
}

/** What was not comes again, each time after twice the time and at most after an hour. */
export async function postponeReturns(db: Db, rows: readonly Row[], firstMs: number): Promise<void> {
  const { teams, ids } = columnsOf(rows);
  await db.change`UPDATE /* across teams: what endpoints of this process did not take */ hub_returns r
    SET taken_until = NULL,
      due_at = now() + make_interval(secs => LEAST(3600, ${firstMs / 1_000}::float8 * 2 ^ LEAST(r.tries - 1, 20)))
    FROM unnest(${teams}::uuid[], ${ids}::uuid[]) x(team, id) WHERE r.team_id = x.team AND r.id = x.id${db.reach.within('r.team_id')}`;
}
