import { idsWithin } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidsv7 } from '../../../database/uuid.ts';
import { Prisma, type WebhookEventType } from '../../../generated/prisma/client.ts';
import { jsonOf } from './fields.ts';
import type { EventRecord } from './records.ts';

export { records } from './records.ts';

export interface Fact {
  type: WebhookEventType;
  recordId: string;
}

const array = (types: readonly WebhookEventType[]) => Prisma.sql`${types}::text[]::webhook_event_type[]`;

const listening = (teamId: string, which: Prisma.Sql) =>
  Prisma.sql`FROM webhook_endpoints e WHERE e.team_id = ${teamId}::uuid AND e.enabled AND e.deleted_at IS NULL AND ${which}`;

const subscribed = (types: readonly WebhookEventType[]) => Prisma.sql`e.event_types && ${array(types)}`;

/** Begins with the time of its event: random ones would change a page of the index each. */
const deliveryId = Prisma.raw(`overlay(gen_random_uuid()::text PLACING left(e.id::text, 15) FROM 1)::uuid`);

/**
 * Whether an endpoint of the team listens, as an expression: a statement on a hot path asks it on the way. It selects a column because
 * Citus cannot read a subquery's result that has none.
 */
export const isHeard = (teamId: string, ...types: WebhookEventType[]): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 ${listening(teamId, subscribed(types))})`;

/**
 * Records facts about records of one kind, and a delivery for each endpoint that listens, in the transaction that makes them so.
 * It comes after the change, whose lock on the record keeps sequences in order. Nothing is written when nobody listens. Returns the
 * ids of the events.
 */
export async function recordEvents(
  tx: Tx,
  teamId: string,
  { table, fields }: EventRecord,
  facts: readonly Fact[],
  at: Date,
  /** The only endpoint that receives it, whatever it listens to. */
  only?: string,
): Promise<string[]> {
  if (facts.length === 0) return [];
  const eventIds = uuidsv7(facts.length, Date.now());
  const types = facts.map(({ type }) => type);
  const ids = facts.map(({ recordId }) => recordId);
  const listeners = only
    ? Prisma.sql`SELECT e.id, ${array(types)} AS event_types ${listening(teamId, Prisma.sql`e.id = ${only}::uuid`)}`
    : Prisma.sql`SELECT e.id, e.event_types ${listening(teamId, subscribed([...new Set(types)]))}`;
  // Sequences follow the clock, so that one begins above those that retention deleted. The listeners are no query of the WITH: Citus
  // sends what an INSERT in a WITH reads of one to every node.
  await tx.change`WITH event AS (
      INSERT INTO webhook_events (team_id, id, type, record_id, sequence, occurred_at, data)
      SELECT ${teamId}::uuid, x.id, x.type::webhook_event_type, x.record_id,
        GREATEST(${Date.now()}::bigint, (SELECT max(o.sequence) + 1 FROM webhook_events o
          WHERE o.team_id = ${teamId}::uuid AND o.record_id = x.record_id)) + x.n - 1,
        ${at}::timestamptz, r.data
      FROM unnest(${eventIds}::uuid[], ${types}::text[], ${ids}::uuid[])
        WITH ORDINALITY x(id, type, record_id, n)
      CROSS JOIN LATERAL (SELECT ${jsonOf(fields)} AS data FROM ${Prisma.raw(table)} t
        WHERE t.team_id = ${teamId}::uuid AND t.id = x.record_id AND ${idsWithin(Prisma.sql`t.id`, ids)}) r
      WHERE EXISTS (${listeners}) AND EXISTS (SELECT 1 FROM (${listeners}) l WHERE x.type::webhook_event_type = ANY(l.event_types))
      RETURNING id, type)
    INSERT INTO webhook_deliveries (team_id, id, endpoint_id, event_id, event_type, due_at, created_at)
    SELECT ${teamId}::uuid, ${deliveryId}, l.id, e.id, e.type, now(), now()
    FROM event e JOIN (${listeners}) l ON e.type = ANY(l.event_types)`;
  return eventIds;
}

export const factsOf = (type: WebhookEventType, recordIds: readonly string[]): Fact[] =>
  recordIds.map((recordId) => ({ type, recordId }));
