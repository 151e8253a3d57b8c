import { MESSAGE, type Vectors } from './vectors.ts';

const ID = '40385f64-5717-4562-b3fc-2c963f66afa6';
/** Self-made: Telnyx publishes no pair. */
const PUBLIC = 'lI6Sr5zoKfXMnGzj6cb6n6XEaEfs3Z+pTUJShn3KYcE=';
const PRIVATE = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ59yLwF5DyK1cFarQwCE3PdMWpMnGczWewPQNW/Ev9o
-----END PRIVATE KEY-----`;

const errors = (code: string, title: string, detail: string) => ({ errors: [{ code, title, detail }] });
const event = (event_type: string, payload: object) => ({
  data: {
    ...{ record_type: 'event', id: '86f58db9-0fe3-4adc-9d1f-46e66e6e9323', event_type },
    ...{ occurred_at: '2019-01-23T18:10:02.574Z', payload },
  },
});
const outbound = (status: string, more: object = {}) => ({
  ...{ record_type: 'message', direction: 'outbound', id: ID, type: 'SMS', text: 'Hello, World!', errors: [] },
  from: { phone_number: '+18445550001', carrier: 'TELNYX LLC', line_type: 'VoIP' },
  to: [{ phone_number: '+18665550001', status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
  ...more,
});

export const telnyx: Vectors = {
  name: 'telnyx',
  sources: [
    'team-telnyx/telnyx-node src/lib/webhooks.ts, src/resources/messages/messages.ts, src/resources/shared.ts',
    'https://developers.telnyx.com/api-reference/callbacks/delivery-update',
    'https://developers.telnyx.com/api-reference/callbacks/inbound-message',
    'https://support.telnyx.com/en/articles/6505121-telnyx-messaging-error-codes',
  ],
  published: {
    repository: 'team-telnyx/telnyx-node',
    file: 'src/resources/messages/messages.ts',
    type: 'MessageSendParams',
  },
  settings: { publicKey: PUBLIC },
  credentials: { apiKey: 'KEY0123456789' },
  requests: [
    {
      it: 'from a number',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: 'https://api.telnyx.com/v2/messages',
        headers: { authorization: 'Bearer KEY0123456789', 'content-type': 'application/json' },
        body: {
          to: '+14155550100',
          from: '+14155552345',
          text: 'Hello & welcome: 50 % off + more',
          type: 'SMS',
          webhook_url: 'https://sms.example.com/hooks/sms/team/route?message_id=0199f0a0-0000-7000-8000-000000000001',
        },
      },
    },
    {
      it: 'from the pool of a messaging profile',
      settings: { messagingProfileId: '4000eba1-a0c0-4563-9925-b25e842a7cb6' },
      messages: [{ ...MESSAGE, from: null, text: 'Grüße "👍" \n' }],
      is: {
        method: 'POST',
        url: 'https://api.telnyx.com/v2/messages',
        headers: { authorization: 'Bearer KEY0123456789', 'content-type': 'application/json' },
        body: {
          to: '+14155550100',
          messaging_profile_id: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
          text: 'Grüße "👍" \n',
          type: 'SMS',
          webhook_url: 'https://sms.example.com/hooks/sms/team/route?message_id=0199f0a0-0000-7000-8000-000000000001',
        },
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 200, body: { data: outbound('queued') }, is: { status: 'accepted', providerId: ID } },
    {
      it: 'no such number',
      status: 422,
      body: errors('40310', "Invalid 'to' address", "The 'to' address should be in E.164 format."),
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: '40310', retryAfterSeconds: null },
        reason: "The 'to' address should be in E.164 format.",
      },
    },
    {
      it: 'opted out',
      status: 409,
      body: errors('40300', 'Blocked due to STOP message', 'Messages cannot be sent due to an existing block rule.'),
      is: {
        ...{ status: 'rejected', kind: 'opted_out', code: '40300', retryAfterSeconds: null },
        reason: 'Messages cannot be sent due to an existing block rule.',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      retryAfter: 3,
      body: errors('10011', 'Too many requests', 'You have exceeded the maximum number of allowed requests.'),
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: '10011', retryAfterSeconds: 3, isUnread: true },
        reason: 'You have exceeded the maximum number of allowed requests.',
      },
    },
    {
      it: 'no funds',
      status: 403,
      body: errors('20100', 'Insufficient Funds', 'Add funds to the account.'),
      is: {
        ...{ status: 'rejected', kind: 'balance', code: '20100', retryAfterSeconds: null, isUnread: true },
        reason: 'Add funds to the account.',
      },
    },
    {
      it: 'a sender that is not on the profile',
      status: 400,
      body: errors('40305', "Invalid 'from' address", "The 'from' address is not on a messaging profile."),
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '40305', retryAfterSeconds: null, isUnread: true },
        reason: "The 'from' address is not on a messaging profile.",
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: errors('10007', 'Unexpected error', 'An unexpected error occured.'),
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'handed to the carrier',
      request: {
        query: 'message_id=0199f0a0-0000-7000-8000-000000000001',
        body: event('message.sent', outbound('sent')),
      },
      receipts: [
        {
          ...{ providerId: ID, messageId: '0199f0a0-0000-7000-8000-000000000001', status: 'accepted' },
          at: new Date('2019-01-23T18:10:02.574Z'),
        },
      ],
    },
    {
      it: 'delivered',
      request: { body: event('message.finalized', outbound('delivered')) },
      receipts: [{ providerId: ID, messageId: null, status: 'delivered', code: null, reason: null }],
    },
    {
      it: 'not delivered',
      request: {
        body: event(
          'message.finalized',
          outbound('delivery_failed', { errors: [{ code: '40008', title: 'Undeliverable' }] }),
        ),
      },
      receipts: [{ providerId: ID, status: 'failed', code: 40_008, reason: 'Undeliverable' }],
    },
    {
      it: 'not confirmed',
      request: { body: event('message.finalized', outbound('delivery_unconfirmed')) },
      receipts: [{ providerId: ID, status: 'unknown' }],
    },
    {
      it: 'a reply',
      request: {
        body: event('message.received', {
          ...{ record_type: 'message', direction: 'inbound', id: '7ee4241c-f127-47e5-9c34-3aac291f8058', type: 'SMS' },
          from: { phone_number: '+18665550001', carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' },
          to: [{ phone_number: '+18445550001', status: 'delivered', carrier: 'TELNYX LLC', line_type: 'VoIP' }],
          ...{ text: 'Hello, World!', received_at: '2019-01-23T18:10:02.574Z' },
        }),
      },
      replies: [
        {
          ...{ id: '7ee4241c-f127-47e5-9c34-3aac291f8058', from: '+18665550001', to: '+18445550001' },
          ...{ text: 'Hello, World!', at: new Date('2019-01-23T18:10:02.574Z') },
        },
      ],
    },
    { it: 'something else', request: { body: event('10dlc.campaign.update', {}) } },
  ],
  signatures: [
    {
      it: 'an event, with a self-made pair of keys',
      url: 'https://sms.example.com/hooks/sms/team/route',
      now: '2025-11-25T12:01:00Z',
      values: { publicKey: PUBLIC },
      request: {
        headers: {
          'telnyx-signature-ed25519':
            'EKh0KN5q9gTLHXqGZ71Dd1EyqEwePt+CkxI91ub4RqtHzoJS91nBHBRF+Qyh0rX3HJ1Ck/+qdaAVInQRsVnrBA==',
          'telnyx-timestamp': '1764072000',
        },
        body: { data: { event_type: 'message.finalized' } },
      },
    },
  ],
  check: [
    {
      it: 'good',
      status: 200,
      body: { data: { record_type: 'balance', balance: '300.00', currency: 'USD' } },
      isOk: true,
      advice: null,
    },
    {
      it: 'a wrong key',
      status: 401,
      body: errors('10009', 'Authentication failed', 'The required authentication headers were invalid.'),
      isOk: false,
      advice: 'Copy the API key from the Mission Control portal again.',
    },
  ],
  mirror: {
    accepted: { status: 200, body: { data: { record_type: 'message', id: '{providerId}' } } },
    delivered: {
      type: 'json',
      content: {
        data: {
          event_type: 'message.finalized',
          payload: { id: '{providerId}', to: [{ phone_number: '+{to}', status: 'delivered' }] },
        },
      },
    },
    reply: {
      type: 'json',
      content: {
        data: {
          event_type: 'message.received',
          payload: {
            id: '{providerId}r',
            from: { phone_number: '+{to}' },
            to: [{ phone_number: '+{from}' }],
            text: '{text}',
          },
        },
      },
    },
    signWith: { publicKey: PRIVATE },
  },
};
