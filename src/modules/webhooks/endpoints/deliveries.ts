import { type Context, viewerOf } from '../../../context.ts';
import { is, listFilter, listOf, oneOf, within } from '../../../database/reads/filters.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import { firstUuidOf, momentOf } from '../../../database/uuid.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import type { ReplayWebhookEventsInput } from '../../../generated/inputs.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookEventType } from '../../../generated/prisma/client.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import { factsOf, recordEvents, records } from '../events/record-events.ts';
import { WEBHOOK_ENDPOINT } from './operations.ts';

export const WEBHOOK_DELIVERY: RecordKind<WebhookDelivery> = {
  thing: 'Webhook delivery',
  table: tables.WebhookDelivery,
};

export const webhookDeliveryFilter = listFilter('WebhookDeliveryFilter', {
  endpointId: is('ID', 'To this endpoint.'),
  eventId: is('ID', 'Of this event.'),
  eventType: oneOf('WebhookEventType', 'Of events of one of these types.'),
  status: oneOf('WebhookDeliveryStatus', 'With one of these statuses.'),
  createdAt: within('When the event was recorded.'),
});

export const listWebhookDeliveries = listOf(tables.WebhookDelivery, webhookDeliveryFilter);

/** Events that one replay takes at most. */
export const MAX_REPLAYED = 10_000;

/** Gives it all its tries again, the first one now. */
export async function replayWebhookDelivery(ctx: Context, id: string): Promise<WebhookDelivery> {
  const { team } = viewerOf(ctx);
  const own = { id, teamId: team.id };
  if (!isUuid(id)) throw new NotFoundError(WEBHOOK_DELIVERY.thing);
  return ctx.db.transaction(async (tx) => {
    const found = await tx.prisma.webhookDelivery.findFirst({ where: own, include: { endpoint: true } });
    if (!found) throw new NotFoundError(WEBHOOK_DELIVERY.thing);
    refuseDisabled(found.endpoint, 'id');
    return tx.prisma.webhookDelivery.update({
      where: { teamId_id: own },
      data: { status: 'pending', attempts: 0, dueAt: new Date(), failureReason: null },
    });
  });
}

export interface Replayed {
  replayedCount: number;
  next: Date | null;
}

/** Sends again what the endpoint is subscribed to, whether it was sent at that time or not. */
export async function replayWebhookEvents(
  ctx: Context,
  { endpointId, since }: ReplayWebhookEventsInput,
): Promise<Replayed> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const { eventTypes } = await findEnabled(tx, team.id, endpointId, 'endpointId');
    const { rows, next } = await eventsSince(tx, team.id, eventTypes, since);
    await tx.change`INSERT INTO webhook_deliveries AS d
        (team_id, id, endpoint_id, event_id, event_type, due_at, created_at)
      SELECT ${team.id}::uuid, gen_random_uuid(), ${endpointId}::uuid, x.id, x.type::webhook_event_type, now(), x.at
      FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ type }) => type)}::text[],
        ${rows.map(({ id }) => momentOf(id))}::timestamptz[]) x(id, type, at)
      ON CONFLICT (team_id, event_id, endpoint_id) DO UPDATE SET status = 'pending', attempts = 0, due_at = EXCLUDED.due_at,
        failure_reason = NULL`;
    return { replayedCount: rows.length, next };
  });
}

/** Those of one moment together, so that the next call begins behind them. */
async function eventsSince(
  tx: Tx,
  teamId: string,
  types: readonly WebhookEventType[],
  since: Date,
): Promise<{ rows: EventKey[]; next: Date | null }> {
  const read = (until: Date | null, most: number | null) => tx.rows<EventKey>`SELECT e.id, e.type::text AS type
    FROM webhook_events e WHERE e.team_id = ${teamId}::uuid AND e.id >= ${firstUuidOf(since)}::uuid
      AND (${until && firstUuidOf(until)}::uuid IS NULL OR e.id < ${until && firstUuidOf(until)}::uuid)
      AND e.type = ANY(${types}::text[]::webhook_event_type[])
    ORDER BY e.id LIMIT ${most}::int`;
  const rows = await read(null, MAX_REPLAYED + 1);
  if (rows.length <= MAX_REPLAYED) return { rows, next: null };
  const [first, left] = [momentOf(rows[0]!.id), momentOf(rows.at(-1)!.id)];
  if (left > first) return { rows: rows.filter(({ id }) => id < firstUuidOf(left)), next: left };
  const next = new Date(first.getTime() + 1);
  return { rows: await read(next, null), next };
}

interface EventKey {
  id: string;
  type: WebhookEventType;
}

/** Sends the endpoint a test event. */
export async function testWebhookEndpoint(ctx: Context, id: string): Promise<{ webhookDelivery: WebhookDelivery }> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    await findEnabled(tx, team.id, id, 'endpointId');
    // Two tests at once have sequences of their own.
    await tx.rows`SELECT FROM webhook_endpoints WHERE team_id = ${team.id}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
    const facts = factsOf('endpoint_test', [id]);
    const [eventId] = await recordEvents(tx, team.id, records.endpoint, facts, new Date(), id);
    const webhookDelivery = await tx.prisma.webhookDelivery.findFirstOrThrow({
      where: { teamId: team.id, eventId: eventId! },
    });
    return { webhookDelivery };
  });
}

async function findEnabled(tx: Tx, teamId: string, id: string, path: string): Promise<WebhookEndpoint> {
  if (!isUuid(id)) throw new NotFoundError(WEBHOOK_ENDPOINT.thing);
  const endpoint = await tx.prisma.webhookEndpoint.findFirst({ where: { teamId, id, deletedAt: null } });
  if (!endpoint) throw new NotFoundError(WEBHOOK_ENDPOINT.thing);
  refuseDisabled(endpoint, path);
  return endpoint;
}

function refuseDisabled({ enabled, deletedAt }: { enabled: boolean; deletedAt: Date | null }, path: string): void {
  if (enabled) return;
  const state = deletedAt ? 'was deleted' : 'is disabled';
  throw new ValidationError({ [path]: [`The webhook endpoint ${state}.`] });
}
