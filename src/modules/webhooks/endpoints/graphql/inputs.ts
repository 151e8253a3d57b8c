import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { MAX_OVERLAP_HOURS } from '../../../../records/previous-secrets.ts';
import { MAX_REPLAYED, webhookDeliveryFilter } from '../deliveries.ts';
import { webhookEndpointFilter } from '../operations.ts';
import { WebhookEventTypeEnum } from './enums.ts';

export const WebhookEndpointFilter = filterInput(webhookEndpointFilter);
export const WebhookDeliveryFilter = filterInput(webhookDeliveryFilter);

export const [CreateWebhookEndpointInput, UpdateWebhookEndpointInput] = inputPair('WebhookEndpoint', {
  create: 'A new webhook endpoint.',
  update: 'Fields to change. Omitted fields stay as they are; null clears.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description: 'Where its requests go: http or https, at most 2,000 characters, without a name or password.',
      onUpdate: 'Where its requests go. Cannot be null.',
    }),
    description: t.string({ description: 'What it is for, at most 255 characters.' }),
    eventTypes: t.field({
      type: [WebhookEventTypeEnum],
      required: true,
      description: 'The types of events that it is sent, at least one; not `endpoint_test`.',
      onUpdate: 'The types of events that it is sent, all of them. Cannot be null.',
    }),
    enabled: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether it is sent events.',
      onUpdate: 'Whether it is sent events. True also forgets that it failed and ends its pause. Cannot be null.',
    }),
    batchSize: t.int({
      description: 'Events per request at most, 1 to 100: the body is then a list. Null: one event per request.',
    }),
  }),
});

export const TestWebhookEndpointInput = builder.inputType('TestWebhookEndpointInput', {
  description: 'Which endpoint to test.',
  fields: (t) => ({ endpointId: t.id({ required: true, description: 'The endpoint.' }) }),
});

export const RotateWebhookEndpointSecretInput = builder.inputType('RotateWebhookEndpointSecretInput', {
  description: 'How a webhook endpoint changes over to a new secret.',
  fields: (t) => ({
    overlapHours: t.int({
      required: true,
      defaultValue: 24,
      description: `Hours in which the former secret signs, too, 0 to ${MAX_OVERLAP_HOURS}.`,
    }),
  }),
});

export const ReplayWebhookEventsInput = builder.inputType('ReplayWebhookEventsInput', {
  description: 'Which events to send again.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'The endpoint that they are sent to.' }),
    since: t.field({
      type: 'DateTime',
      required: true,
      description: `Events recorded at this moment or later, the first ${MAX_REPLAYED.toLocaleString('en-US')} of them and all of the same millisecond.`,
    }),
  }),
});
