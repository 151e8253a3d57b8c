import './mutations.ts';
import { builder } from '../../../../graphql/builder.ts';
import { listWebhookDeliveries, WEBHOOK_DELIVERY } from '../deliveries.ts';
import { listWebhookEndpoints, WEBHOOK_ENDPOINT } from '../operations.ts';
import { WebhookDeliveryFilter, WebhookEndpointFilter } from './inputs.ts';
import { WebhookDeliveryType, WebhookEndpointType } from './types.ts';

builder.queryFields((t) => ({
  webhookEndpoints: t.page({
    type: WebhookEndpointType,
    access: 'viewer',
    description: 'The team’s webhook endpoints, newest first.',
    filter: WebhookEndpointFilter,
    list: listWebhookEndpoints,
    texts: { filter: 'Which endpoints.' },
  }),
  webhookEndpoint: t.record({
    type: WebhookEndpointType,
    of: WEBHOOK_ENDPOINT,
    access: 'viewer',
    description: 'One webhook endpoint.',
  }),
  webhookDeliveries: t.page({
    type: WebhookDeliveryType,
    access: 'viewer',
    description: 'What the team’s webhook endpoints were sent, newest first. Deliveries are kept for `WEBHOOK_DAYS`.',
    filter: WebhookDeliveryFilter,
    list: listWebhookDeliveries,
    texts: { filter: 'Which deliveries.' },
  }),
  webhookDelivery: t.record({
    type: WebhookDeliveryType,
    of: WEBHOOK_DELIVERY,
    access: 'viewer',
    description: 'One event’s delivery to one endpoint.',
  }),
}));
