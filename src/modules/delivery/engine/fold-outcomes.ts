import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { Engine } from './engine.ts';
import { afterReceipts, type NetworkHealth, type Outcomes } from './network-health.ts';

/** Rows that one transaction counts, and teams that one look comes to. */
const MOST_ROWS = 5_000;
const MOST_TEAMS = 50;

interface Place {
  routeId: string;
  networkId: number;
}

type Changed = Place & Pick<NetworkHealth, 'rate' | 'outSince'>;

interface Taken extends Place, Outcomes {
  claimedAt: Date;
}

/** Counts the receipts that came since the last look in the health of their routes. */
export async function foldOutcomes({ db, logger, now }: Pick<Engine, 'db' | 'logger' | 'now'>): Promise<void> {
  for (let teams = 0; teams < MOST_TEAMS; teams += 1) {
    const [first] = await db.rows<{ teamId: string }>`SELECT /* across teams: receipts of whichever team */
        team_id AS "teamId" FROM route_outcomes WHERE TRUE${db.reach.within('team_id')} ORDER BY at LIMIT 1`;
    if (!first) return;
    const { teamId } = first;
    const changed = await db.transaction((tx) => foldOf(tx, teamId, now()), { again: COLLISION_OR_LOCKED });
    // Another worker counts them.
    if (changed === null) return;
    for (const { routeId, networkId, rate, outSince } of changed) {
      const told = outSince
        ? 'a route is left out for a network that it delivers too little to'
        : 'a route is used again';
      logger.info({ team: teamId, route: routeId, network: networkId, rate }, told);
    }
  }
}

/** Which places changed their state. Null when nothing was left to count. */
async function foldOf(tx: Tx, teamId: string, now: Date): Promise<Changed[] | null> {
  const taken = await tx.rows<Taken>`DELETE FROM route_outcomes WHERE team_id = ${teamId}::uuid AND id IN (
        SELECT id FROM route_outcomes WHERE team_id = ${teamId}::uuid ORDER BY id LIMIT ${MOST_ROWS}::int
        FOR UPDATE SKIP LOCKED)
      RETURNING route_id AS "routeId", network_id AS "networkId", total, delivered, claimed_at AS "claimedAt"`;
  if (taken.length === 0) return null;
  const byPlace = groupsOf(taken);
  const places = [...byPlace.values()].map(([first]) => first!);
  const column = <T>(of: (place: Place) => T) => places.map(of);
  const [routes, networks] = [column(({ routeId }) => routeId), column(({ networkId }) => networkId)];
  await tx.change`INSERT INTO route_health (team_id, id, route_id, network_id, updated_at)
      SELECT ${teamId}::uuid, x.id, x.route, x.network, ${now}::timestamptz
      FROM unnest(${column(() => uuidv7())}::uuid[], ${routes}::uuid[], ${networks}::int[]) x(id, route, network)
      ORDER BY x.route, x.network ON CONFLICT (team_id, route_id, network_id) DO NOTHING`;
  const rows = await tx.rows<NetworkHealth & Place & { id: string }>`SELECT h.id, h.route_id AS "routeId",
        h.network_id AS "networkId", h.total, h.delivered, h.rate, h.out_since AS "outSince", h.updated_at AS "updatedAt"
      FROM route_health h WHERE h.team_id = ${teamId}::uuid
        AND (h.route_id, h.network_id) IN (SELECT * FROM unnest(${routes}::uuid[], ${networks}::int[]))
      ORDER BY h.route_id, h.network_id FOR NO KEY UPDATE`;
  const judged = rows.map((row) => ({ ...row, after: afterReceipts(row, sumOf(row, byPlace.get(keyOf(row))!), now) }));
  const of = <T>(pick: (health: NetworkHealth) => T) => judged.map(({ after }) => pick(after));
  await tx.change`UPDATE route_health h SET total = x.total, delivered = x.delivered, rate = x.rate, out_since = x.out_since,
        updated_at = ${now}::timestamptz
      FROM unnest(${judged.map(({ id }) => id)}::uuid[], ${of(({ total }) => total)}::float8[],
        ${of(({ delivered }) => delivered)}::float8[], ${of(({ rate }) => rate)}::float8[],
        ${of(({ outSince }) => outSince)}::timestamptz[]) x(id, total, delivered, rate, out_since)
      WHERE h.team_id = ${teamId}::uuid AND h.id = x.id`;
  return judged.flatMap(({ routeId, networkId, outSince, after }) =>
    Boolean(after.outSince) === Boolean(outSince)
      ? []
      : [{ routeId, networkId, rate: after.rate, outSince: after.outSince }],
  );
}

const keyOf = ({ routeId, networkId }: Place) => `${routeId} ${networkId}`;

function groupsOf(taken: readonly Taken[]): Map<string, Taken[]> {
  const groups = new Map<string, Taken[]>();
  for (const one of taken) {
    const group = groups.get(keyOf(one)) ?? [];
    groups.set(keyOf(one), group);
    group.push(one);
  }
  return groups;
}

/** Receipts of messages that were on their way when the route was left out say nothing about its recovery. */
function sumOf({ outSince }: NetworkHealth, taken: readonly Taken[]): Outcomes {
  const counted = taken.filter(({ claimedAt }) => outSince === null || claimedAt > outSince);
  const sum = (of: (one: Taken) => number) => counted.reduce((all, one) => all + of(one), 0);
  return { total: sum(({ total }) => total), delivered: sum(({ delivered }) => delivered) };
}
