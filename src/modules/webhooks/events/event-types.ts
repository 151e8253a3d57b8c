import type { WebhookEventType } from '../../../generated/prisma/client.ts';
import { type EventRecord, records } from './records.ts';

interface EventTypeInfo {
  readonly description: string;
  /** What its `data` is; a campaign is of either kind. */
  readonly records: readonly EventRecord[];
}

/** Every type of event. The schema, the AsyncAPI description and the payloads follow this table. */
export const EVENT_TYPES: Readonly<Record<WebhookEventType, EventTypeInfo>> = {
  message_accepted: { description: 'A provider accepted a message.', records: [records.message] },
  message_delivered: { description: 'A message was delivered.', records: [records.message] },
  message_failed: { description: 'A message failed or expired.', records: [records.message] },
  message_clicked: { description: 'A person opened a message’s link for the first time.', records: [records.message] },
  message_replied: { description: 'Somebody wrote back.', records: [records.reply] },
  contact_unsubscribed: {
    description: 'A number was added to the suppression list.',
    records: [records.suppressedNumber],
  },
  call_ended: { description: 'A call ended.', records: [records.call] },
  call_outcome_changed: { description: 'A call’s outcome was found or changed.', records: [records.call] },
  campaign_status_changed: {
    description: 'An SMS or voice campaign changed its status.',
    records: [records.smsCampaign, records.voiceCampaign],
  },
  import_finished: {
    description: 'An import of contacts ended, with success or without, or was cancelled.',
    records: [records.dataFile],
  },
  number_looked_up: {
    description: 'A lookup of numbers ended, with success or without, or was cancelled.',
    records: [records.lookup],
  },
  balance_low: {
    description: 'A charge took the balance of an integration below its `lowBalance`.',
    records: [records.integration],
  },
  hub_message_final: {
    description: 'A message that a seller submitted was delivered, failed, expired, or was canceled or rejected.',
    records: [records.hubMessage],
  },
  endpoint_test: {
    description: 'A test that `testWebhookEndpoint` sends. Endpoints do not subscribe to it.',
    records: [records.endpoint],
  },
};

/** `message.accepted`, as payloads and `asyncapi.json` write it. */
export const wireName = (type: WebhookEventType): string => type.replace('_', '.');

interface EventRow {
  id: string;
  type: WebhookEventType;
  sequence: bigint | number | string;
  occurredAt: Date | string;
  data: unknown;
}

/** The body of a request, or one of its elements where an endpoint takes several. */
export const payloadOf = ({ id, type, sequence, occurredAt, data }: EventRow) => ({
  id,
  type: wireName(type),
  occurred_at: new Date(occurredAt),
  sequence: Number(sequence),
  data,
});
