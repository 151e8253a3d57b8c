import type { Db, Tx } from '../../../database/transaction.ts';
import { Prisma, type WebhookEventType } from '../../../generated/prisma/client.ts';
import type { Previous } from '../../../records/previous-secrets.ts';

export interface DueEndpoint {
  teamId: string;
  id: string;
  isFailing: boolean;
}

export interface Endpoint extends DueEndpoint, Previous {
  url: string;
  secret: Uint8Array;
  batchSize: number | null;
}

export interface Taken {
  id: string;
  attempts: number;
  event: { id: string; type: WebhookEventType; sequence: string; occurredAt: Date; data: unknown };
}

/** Requests to one endpoint at a time; one that fails is asked one thing at a time. */
export const PARALLEL = 8;
/** Requests of a turn per one that may be under way: a claim and a settlement cost as much for many as for few. */
const ROUNDS = 16;
/** Events of a turn, in batches: what a claim reads stays bounded. */
const MOST_TAKEN = 3_200;
/** Events of a turn by their stored size, which is compressed. The last one may exceed it. */
const MOST_BYTES = 4_000_000;
/** Longer than a turn begins requests and the last ones take: an older try died with its process. */
const LEASE_SECONDS = 60;
/** Endpoints that are looked at, at most. */
const MOST_DUE = 200;

const firstDue = ({ reach }: Db) => Prisma.sql`(SELECT min(d.due_at) FROM webhook_deliveries d
  WHERE d.team_id = e.team_id AND d.endpoint_id = e.id AND d.status = 'pending'${reach.within('d.team_id')})`;

/** Those that waited longest first. Without endpoints and teams that have their share already. */
export const dueEndpoints = (db: Db, without: { endpoints: string[]; teams: string[]; failing: boolean }) =>
  db.rows<DueEndpoint>`SELECT /* across teams: endpoints take turns */
      e.team_id AS "teamId", e.id, e.failing_since IS NOT NULL AS "isFailing" FROM webhook_endpoints e
    WHERE e.enabled AND e.deleted_at IS NULL AND e.id <> ALL(${without.endpoints}::uuid[])
      AND e.team_id <> ALL(${without.teams}::uuid[]) AND (e.failing_since IS NULL OR NOT ${without.failing}::boolean)
      AND COALESCE(e.paused_until <= now(), true)
      AND ${firstDue(db)} <= now()${db.reach.within('e.team_id')}
    ORDER BY ${firstDue(db)}, e.id LIMIT ${MOST_DUE}::int`;

/** Takes what an endpoint is due. Committed before anything is sent, so that a crash counts as a try. */
export function claim(db: Db, { teamId, id }: DueEndpoint): Promise<{ endpoint: Endpoint; taken: Taken[] } | null> {
  return db.transaction(async (tx) => {
    const endpoint =
      await tx.row<Endpoint>`SELECT team_id AS "teamId", id, failing_since IS NOT NULL AS "isFailing", url,
        secret, previous_secret AS "previousSecret", previous_secret_expires_at AS "previousSecretExpiresAt",
        batch_size AS "batchSize"
      FROM webhook_endpoints WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND enabled AND deleted_at IS NULL
        AND COALESCE(paused_until <= now(), true)`;
    if (!endpoint) return null;
    const requests = endpoint.isFailing ? 1 : PARALLEL * ROUNDS;
    const taken = await takeDue(tx, endpoint, Math.min(requests * (endpoint.batchSize ?? 1), MOST_TAKEN));
    return taken.length === 0 ? null : { endpoint, taken };
  });
}

async function takeDue(tx: Tx, { teamId, id }: DueEndpoint, size: number): Promise<Taken[]> {
  const rows = await tx.rows<Taken['event'] & { deliveryId: string; attempts: number }>`
    WITH due AS MATERIALIZED (SELECT c.id, c.event_id, c.due_at FROM webhook_deliveries c
        WHERE c.team_id = ${teamId}::uuid AND c.endpoint_id = ${id}::uuid AND c.status = 'pending' AND c.due_at <= now()
        ORDER BY c.due_at LIMIT ${size}::int FOR UPDATE SKIP LOCKED),
    sized AS (SELECT d.id, sum(e.bytes) OVER (ORDER BY d.due_at, d.id) - e.bytes AS before
      FROM due d CROSS JOIN LATERAL (SELECT pg_column_size(e.data) AS bytes FROM webhook_events e
        WHERE e.team_id = ${teamId}::uuid AND e.id = d.event_id OFFSET 0) e),
    taken AS MATERIALIZED (
      UPDATE webhook_deliveries d SET attempts = d.attempts + 1, attempted_at = now(),
        due_at = now() + make_interval(secs => ${LEASE_SECONDS}::int)
      WHERE d.team_id = ${teamId}::uuid AND d.id = ANY(ARRAY(SELECT s.id FROM sized s WHERE s.before < ${MOST_BYTES}::int))
      RETURNING d.id, d.attempts, d.event_id)
    SELECT d.id AS "deliveryId", d.attempts, e.id, e.type::text AS type, e.sequence::text AS sequence,
      e.occurred_at AS "occurredAt", e.data
    FROM taken d CROSS JOIN LATERAL (SELECT * FROM webhook_events e
      WHERE e.team_id = ${teamId}::uuid AND e.id = d.event_id OFFSET 0) e`;
  return rows
    .map(({ deliveryId, attempts, ...event }) => ({ id: deliveryId, attempts, event }))
    .sort((a, b) => Number(a.event.sequence) - Number(b.event.sequence));
}
