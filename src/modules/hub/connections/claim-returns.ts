import type { Services } from '../../../context.ts';
import { inIndexOrder } from '../../../database/in-index-order.ts';
import { idIn } from '../../../database/partitions.ts';
import { all, type Db } from '../../../database/transaction.ts';
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
 * `ofTeam`: that the first, `f`, is of the team. Citus sees that of one team only where it is named.
 */
export function isDue({ HUB_RETURN_HOURS: hours }: Services['config'], ofTeam: Prisma.Sql): Prisma.Sql {
  const isKept = (row: 'd' | 'f') =>
    Prisma.sql`${Prisma.raw(row)}.created_at > now() - make_interval(hours => ${hours}::int)`;
  return Prisma.sql`d.due_at <= now() AND COALESCE(d.taken_until <= now(), TRUE) AND ${isKept('d')} AND d.id = (SELECT f.id FROM hub_returns f
    WHERE ${ofTeam} AND f.subject_id >= d.subject_id AND ${isKept('f')} ORDER BY f.subject_id, f.id LIMIT 1)`;
}

/**
 * Takes what is due to endpoints, oldest first, for `seconds`: nobody else sends it meanwhile. Endpoints with a callback URL
 * get it there alone. Only rows of the given way are locked: a sender of the others would skip locked ones. A statement for each team, as
 * Citus locks rows of one team.
 */
export async function claimReturns(
  { db, config }: Pick<Services, 'db' | 'config'>,
  way: 'connections' | 'callbacks',
  wanted: readonly Wanted[],
  seconds: number,
): Promise<Returned[]> {
  const rows = await inIndexOrder<Returned>(
    db,
    ...eachTeam(
      wanted.filter(({ teamId }) => db.reach.has(teamId)),
      (teamId, own) => Prisma.sql`UPDATE hub_returns r
    SET tries = r.tries + 1, taken_until = now() + make_interval(secs => ${seconds}::int)
    FROM (SELECT c.place, c.due_at FROM unnest(${own.map(({ endpointId }) => endpointId)}::uuid[],
          ${own.map(({ room }) => room)}::int[],
          ${own.map(({ since }) => since?.toISOString() ?? '-infinity')}::timestamptz[]) x(endpoint, room, since)
        JOIN seller_endpoints e ON e.team_id = ${teamId}::uuid AND e.id = x.endpoint AND (e.callback_url IS NULL) = ${way === 'connections'}
        CROSS JOIN LATERAL (SELECT d.ctid AS place, d.due_at FROM hub_returns d
          WHERE d.team_id = ${teamId}::uuid AND d.seller_endpoint_id = e.id AND d.due_at >= x.since AND ${isDue(config, Prisma.sql`f.team_id = ${teamId}::uuid`)}
          ORDER BY d.due_at, d.id LIMIT x.room FOR UPDATE SKIP LOCKED) c) due
    WHERE r.team_id = ${teamId}::uuid AND r.ctid = due.place
    RETURNING r.team_id AS "teamId", r.id, r.seller_endpoint_id AS "endpointId", r.kind::text AS kind, r.content, r.tries,
      due.due_at AS "dueAt"`,
    ),
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function eachTeam<Of extends { teamId: string }, Result>(
  rows: readonly Of[],
  of: (teamId: string, own: readonly Of[]) => Result,
): Result[] {
  const teams = new Map<string, Of[]>();
  for (const row of rows) teams.set(row.teamId, [...(teams.get(row.teamId) ?? []), row]);
  return [...teams].map(([teamId, own]) => of(teamId, own));
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
const ID = Prisma.sql`r.id`;

/** What was acknowledged. */
export async function endReturns(db: Db, rows: readonly Row[]): Promise<void> {
  await all(
    eachTeam(
      rows,
      (teamId, own) =>
        db.change`DELETE FROM hub_returns r WHERE r.team_id = ${teamId}::uuid AND ${idIn(ID, idsOf(own))}`,
    ),
  );
}

/** What was not comes again, each time after twice the time and at most after an hour. */
export async function postponeReturns(db: Db, rows: readonly Row[], firstMs: number): Promise<void> {
  await all(
    eachTeam(
      rows,
      (teamId, own) =>
        db.change`UPDATE hub_returns r SET taken_until = NULL,
            due_at = now() + make_interval(secs => LEAST(3600, ${firstMs / 1_000}::float8 * 2 ^ LEAST(r.tries - 1, 20)))
          WHERE r.team_id = ${teamId}::uuid AND ${idIn(ID, idsOf(own))}`,
    ),
  );
}
