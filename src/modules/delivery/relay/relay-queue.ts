import type { Tx } from '../../../database/transaction.ts';
import type { Machine } from '../engine/engine.ts';

/** A seller's endpoint. */
export interface RelayKey {
  teamId: string;
  endpointId: string;
}

/** Most endpoints that are tried before giving up: other workers may have them. */
const MOST_WORKERS = 32;
/** How long nobody else looks at an endpoint whose turn was taken, unless new messages come. */
const TURN_SECONDS = 5;

export interface RelayTurn extends RelayKey {
  /** What its queue is due at until the turn ends. */
  until: Date;
}

/**
 * Takes the turn of the endpoint that waited longest, of the team that waited longest. It is committed before anything is read: an
 * intake never waits for a claim, and a worker that dies leaves the endpoint to others.
 */
export async function nextEndpoint({ db }: Machine, now: Date): Promise<RelayTurn | null> {
  const due = await db.keptRows<RelayKey>`SELECT /* across teams: the teams take turns */ q.team_id AS "teamId",
        q.seller_endpoint_id AS "endpointId"
      FROM (SELECT DISTINCT d.team_id FROM hub_queues d WHERE d.due_at <= ${now}::timestamptz${db.reach.within('d.team_id')}) d
      CROSS JOIN LATERAL (SELECT o.*, max(o.turn_at) OVER (PARTITION BY o.team_id) AS of_team FROM hub_queues o
        WHERE o.team_id = d.team_id${db.reach.within('o.team_id')}) q
      WHERE q.due_at <= ${now}::timestamptz
      ORDER BY q.of_team NULLS FIRST, q.turn_at NULLS FIRST, q.seller_endpoint_id
      LIMIT ${MOST_WORKERS}::int`;
  for (const { teamId, endpointId } of due) {
    // Later than the turn before it, also within the same millisecond: each ends its own.
    const [taken] = await db.keptRows<{ until: Date }>`UPDATE hub_queues q SET turn_at = x.at,
        due_at = x.at + make_interval(secs => ${TURN_SECONDS}::int)
      FROM (SELECT o.seller_endpoint_id, greatest(${now}::timestamptz, o.turn_at + interval '1 millisecond') AS at
        FROM hub_queues o WHERE o.team_id = ${teamId}::uuid AND o.seller_endpoint_id = ${endpointId}::uuid
          AND o.due_at <= ${now}::timestamptz FOR UPDATE SKIP LOCKED) x
      WHERE q.team_id = ${teamId}::uuid AND q.seller_endpoint_id = x.seller_endpoint_id RETURNING q.due_at AS until`;
    if (taken) return { teamId, endpointId, until: taken.until };
  }
  return null;
}

/**
 * Before what is due next is read: commits of new messages that are under way end first, as they lock this row last, and later ones
 * wait for the end of the turn. Without it a message that is due after `until` would wake nobody, and not be seen.
 */
export const holdQueue = (tx: Tx, { teamId, endpointId }: RelayTurn) =>
  tx.keptRows`SELECT FROM hub_queues WHERE team_id = ${teamId}::uuid AND seller_endpoint_id = ${endpointId}::uuid FOR UPDATE`;

/** Says when the endpoint is looked at next. Where messages came during the turn it is due already, and stays so. */
export const endTurn = (tx: Tx, { teamId, endpointId, until }: RelayTurn, moreAt: Date | null) =>
  tx.keptChange`UPDATE hub_queues SET due_at = ${moreAt}::timestamptz WHERE team_id = ${teamId}::uuid
      AND seller_endpoint_id = ${endpointId}::uuid AND due_at = ${until}::timestamptz`;

/** Of messages that go back to it. The last statement before the commit. */
export const wakeEndpoint = (tx: Tx, { teamId, endpointId }: RelayKey, at: Date) =>
  tx.change`INSERT INTO hub_queues AS q (team_id, seller_endpoint_id, due_at)
      SELECT ${teamId}::uuid, e.id, ${at}::timestamptz FROM seller_endpoints e
      WHERE e.team_id = ${teamId}::uuid AND e.id = ${endpointId}::uuid
      ON CONFLICT (team_id, seller_endpoint_id) DO UPDATE SET due_at = EXCLUDED.due_at
        WHERE q.due_at IS NULL OR q.due_at > EXCLUDED.due_at`;
