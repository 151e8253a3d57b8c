import type { WebhookEventType } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { EVENT_TYPES, wireName } from '../../events/event-types.ts';

const types = Object.keys(EVENT_TYPES) as WebhookEventType[];

export const WebhookEventTypeEnum = builder.enumType('WebhookEventType', {
  description: 'What an event says has happened.',
  values: Object.fromEntries(
    types.map((type) => [type, { description: `\`${wireName(type)}\` in requests. ${EVENT_TYPES[type].description}` }]),
  ) as Record<WebhookEventType, { description: string }>,
});

export const WebhookDeliveryStatusEnum = builder.enumType('WebhookDeliveryStatus', {
  description: 'The status of an event’s delivery to an endpoint.',
  values: {
    pending: { description: 'It is due, or tried again later; see `dueAt`.' },
    delivered: { description: 'The endpoint answered 2xx.' },
    failed: { description: 'It was abandoned after eight tries. See `replayWebhookDelivery`.' },
  },
});
