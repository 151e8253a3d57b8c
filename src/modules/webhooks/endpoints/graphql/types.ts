import type { WebhookDelivery } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { payloadOf } from '../../events/event-types.ts';
import type { Replayed } from '../deliveries.ts';
import type { EndpointWithSecret } from '../operations.ts';
import { WebhookDeliveryStatusEnum, WebhookEventTypeEnum } from './enums.ts';

export const WebhookEndpointType = builder.prismaObject('WebhookEndpoint', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.expose('url', { type: 'URL' }),
    description: t.exposeString('description', { nullable: true }),
    eventTypes: t.expose('eventTypes', {
      type: [WebhookEventTypeEnum],
      description: 'The types of events that it is sent.',
    }),
    enabled: t.exposeBoolean('enabled'),
    batchSize: t.exposeInt('batchSize', { nullable: true }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', { type: 'DateTime', nullable: true }),
    failingSince: t.expose('failingSince', { type: 'DateTime', nullable: true }),
    pausedUntil: t.expose('pausedUntil', { type: 'DateTime', nullable: true }),
    disabledReason: t.exposeString('disabledReason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    deliveries: t.list('deliveries', { access: 'viewer' }),
  }),
});

builder.prismaObject('WebhookEvent', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.expose('type', { type: WebhookEventTypeEnum }),
    recordId: t.exposeID('recordId'),
    sequence: t.expose('sequence', { type: 'SafeInt' }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    payload: t.field({
      type: 'JSON',
      select: { id: true, type: true, sequence: true, occurredAt: true, data: true },
      description:
        'What endpoints are sent: `id`, `type`, `occurred_at`, `sequence` and `data`, the record as it was then.',
      resolve: payloadOf,
    }),
  }),
});

export const WebhookDeliveryType = builder.prismaObject('WebhookDelivery', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    endpointId: t.exposeID('endpointId'),
    eventId: t.exposeID('eventId'),
    eventType: t.expose('eventType', { type: WebhookEventTypeEnum }),
    status: t.expose('status', { type: WebhookDeliveryStatusEnum }),
    attempts: t.exposeInt('attempts'),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true }),
    attemptedAt: t.expose('attemptedAt', { type: 'DateTime', nullable: true }),
    durationMs: t.exposeInt('durationMs', { nullable: true }),
    responseStatus: t.exposeInt('responseStatus', { nullable: true }),
    responseBody: t.exposeString('responseBody', { nullable: true }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event was recorded.' }),
    endpoint: t.one('endpoint', { access: 'viewer' }),
    event: t.one('event', { access: 'viewer' }),
  }),
});

const withSecret = (name: string, description: string) =>
  builder.objectRef<EndpointWithSecret>(name).implement({
    description,
    fields: (t) => ({
      webhookEndpoint: t.expose('webhookEndpoint', { type: WebhookEndpointType, description: 'The endpoint.' }),
      secret: t.exposeString('secret', {
        description: 'What its requests are signed with, as Standard Webhooks says: `whsec_…`. It is shown this once.',
      }),
    }),
  });

export const CreateWebhookEndpointPayload = withSecret('CreateWebhookEndpointPayload', 'A new webhook endpoint.');
export const RotateWebhookEndpointSecretPayload = withSecret(
  'RotateWebhookEndpointSecretPayload',
  'A webhook endpoint with its new secret.',
);

export const TestWebhookEndpointPayload = builder
  .objectRef<{ webhookDelivery: WebhookDelivery }>('TestWebhookEndpointPayload')
  .implement({
    description: 'A test that is on its way to an endpoint.',
    fields: (t) => ({
      webhookDelivery: t.expose('webhookDelivery', { type: WebhookDeliveryType, description: 'The delivery.' }),
    }),
  });

export const ReplayWebhookEventsPayload = builder.objectRef<Replayed>('ReplayWebhookEventsPayload').implement({
  description: 'Events that are sent again.',
  fields: (t) => ({
    replayedCount: t.exposeInt('replayedCount', { description: 'Number of events that are sent again.' }),
    nextSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Where to continue, as the next `since`; null when these were all.',
      resolve: ({ next }) => next,
    }),
  }),
});
