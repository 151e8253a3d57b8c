import { createSigningSecret } from 'outgoing-requests';
import type { WebhookDeliveryStatus } from '../../src/generated/prisma/client.ts';
import { encryptToken, type TokenKeys } from '../../src/secrets.ts';
import { before, DAY, HOUR, NOW } from './clock.ts';
import type { TeamSeed } from './team-seed.ts';

const STATUSES: WebhookDeliveryStatus[] = ['delivered', 'delivered', 'failed', 'delivered'];

/** Endpoints with what they were sent. They are disabled: the demo calls nobody. */
export async function seedWebhooks(seed: TeamSeed, tokenKeys: TokenKeys): Promise<void> {
  await seedEndpoint(seed, tokenKeys, 'CRM', 'https://crm.example/webhooks');
  await seedEndpoint(seed, tokenKeys, 'Warehouse', 'https://warehouse.example/events');
}

async function seedEndpoint(seed: TeamSeed, tokenKeys: TokenKeys, description: string, url: string): Promise<void> {
  const { teamId } = seed;
  const endpointId = seed.nextId('webhookEndpoint');
  const createdAt = before(NOW, 20 * DAY);
  await seed.insert('webhook_endpoints', [
    {
      id: endpointId,
      teamId,
      url,
      description,
      eventTypes: ['message_replied', 'call_outcome_changed'],
      enabled: false,
      batchSize: null,
      secret: encryptToken(tokenKeys, createSigningSecret()),
      createdAt,
      updatedAt: createdAt,
    },
  ]);
  const events = STATUSES.map((_status, at) => ({
    id: seed.nextId('webhookEvent'),
    teamId,
    type: 'endpoint_test' as const,
    recordId: endpointId,
    sequence: before(NOW, (9 - at) * HOUR).getTime(),
    occurredAt: before(NOW, (9 - at) * HOUR),
    data: { id: endpointId, team_id: teamId, url, description },
  }));
  await seed.insert('webhook_events', events);
  await seed.insert(
    'webhook_deliveries',
    events.map(({ id, type, occurredAt }, at) => {
      const status = STATUSES[at]!;
      const isDelivered = status === 'delivered';
      return {
        id: seed.nextId('webhookDelivery'),
        teamId,
        endpointId,
        eventId: id,
        eventType: type,
        status,
        attempts: isDelivered ? 1 : 8,
        attemptedAt: occurredAt,
        durationMs: 40 + 7 * at,
        responseStatus: isDelivered ? 204 : 500,
        responseBody: '',
        failureReason: isDelivered ? null : 'The service answered 500.',
        createdAt: occurredAt,
      };
    }),
  );
}
