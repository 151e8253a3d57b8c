import type { WebhookEventType } from '../../../generated/prisma/client.ts';
import { EVENT_TYPES, wireName } from './event-types.ts';
import { type EventRecord, records } from './records.ts';

const types = Object.keys(EVENT_TYPES) as WebhookEventType[];

const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const recordSchema = ({ fields }: EventRecord) =>
  object(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])));

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

function dataOf(type: WebhookEventType): object {
  const [only, ...others] = EVENT_TYPES[type].records.map(({ name }) => ref('schemas', name));
  return others.length === 0 ? only! : { anyOf: [only, ...others] };
}

const message = (type: WebhookEventType) => ({
  name: wireName(type),
  title: wireName(type),
  summary: EVENT_TYPES[type].description,
  contentType: 'application/json',
  headers: ref('schemas', 'Headers'),
  payload: object({
    id: {
      type: 'string',
      format: 'uuid',
      description: 'Id of the event, the same for every try and replay: a receiver recognizes repeats by it.',
    },
    type: { const: wireName(type) },
    occurred_at: { type: 'string', format: 'date-time', description: 'When it happened.' },
    sequence: {
      type: 'integer',
      description: 'Rises with each event of the same record, and has gaps: events may arrive in another order.',
    },
    data: dataOf(type),
  }),
});

const HEADERS = object({
  'webhook-id': { type: 'string', description: 'Id of the event, or of the batch.' },
  'webhook-timestamp': { type: 'string', description: 'When the request was signed, in seconds since 1970.' },
  'webhook-signature': {
    type: 'string',
    description:
      'Signatures as Standard Webhooks says, `v1,…`, separated by spaces: two while a secret is being rotated.',
  },
});

/** What endpoints are sent, as AsyncAPI 3 describes it. */
export function describeEvents(): object {
  const named = types.map((type) => [wireName(type), message(type)] as const);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Outbound webhooks',
      version: '1',
      description:
        'Requests to the webhook endpoints of a team, signed as Standard Webhooks says. An endpoint with a batch size gets lists of these messages.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/json',
    channels: {
      endpoint: {
        description: 'The URL of an endpoint, see `createWebhookEndpoint`.',
        messages: Object.fromEntries(named.map(([name]) => [name, ref('messages', name)])),
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        summary: 'Tells an endpoint what happened; it answers 2xx within 10 seconds.',
        channel: { $ref: '#/channels/endpoint' },
        messages: named.map(([name]) => ({ $ref: `#/channels/endpoint/messages/${name}` })),
      },
    },
    components: {
      messages: Object.fromEntries(named),
      schemas: {
        Headers: HEADERS,
        ...Object.fromEntries(Object.values(records).map((record) => [record.name, recordSchema(record)])),
      },
    },
  };
}
