import { MESSAGE, type Vectors } from './vectors.ts';

const WORKSPACE = 'a1405560-c8d3-4b1a-877d-3f449ad95352';
const CHANNEL = '614208aa-b153-4d5d-9989-2fddfc0ce4c3';
const ID = '96a0b5fa-a986-453d-be5c-3117f989f025';
const OWN = '0199f0a0-0000-7000-8000-000000000001';
const URL = `https://api.bird.com/workspaces/${WORKSPACE}/channels/${CHANNEL}`;
const event = (name: string, payload: object) => ({ service: 'channels', event: name, payload });
const outgoing = (status: string, more: object = {}) => ({
  ...{ id: ID, channelId: CHANNEL, reference: OWN, status, direction: 'outgoing' },
  ...{ body: { type: 'text', text: { text: 'Single text message' } }, lastStatusAt: '2022-12-22T08:32:50.736Z' },
  ...more,
});

export const bird: Vectors = {
  name: 'bird',
  sources: [
    'https://docs.bird.com/api/channels-api/supported-channels/programmable-sms/sending-sms-messages',
    'https://docs.bird.com/api/channels-api/supported-channels/programmable-sms/receiving-messages',
    'https://docs.bird.com/api/channels-api/message-status-and-interactions/message-failure-codes',
    'https://docs.bird.com/api/notifications-api/api-reference/webhooks/verifying-a-webhook',
  ],
  published: null,
  settings: { workspaceId: WORKSPACE, channelId: CHANNEL },
  credentials: { accessKey: 'abcd', signingKey: 'secureSigningKey' },
  requests: [
    {
      it: 'a message',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: `${URL}/messages`,
        headers: { authorization: 'AccessKey abcd', 'content-type': 'application/json' },
        body: {
          receiver: { contacts: [{ identifierKey: 'phonenumber', identifierValue: '+14155550100' }] },
          body: { type: 'text', text: { text: 'Hello & welcome: 50 % off + more' } },
          reference: OWN,
        },
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 202, body: outgoing('accepted'), is: { status: 'accepted', providerId: ID } },
    {
      it: 'no such number',
      status: 422,
      body: { code: 'InvalidPayload', message: 'One or more fields have invalid values' },
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: 'InvalidPayload', retryAfterSeconds: null },
        reason: 'One or more fields have invalid values',
      },
    },
    {
      it: 'a wrong key',
      status: 401,
      body: { code: 'Unauthorized', message: 'Credentials missing or invalid' },
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'Unauthorized', retryAfterSeconds: null, isUnread: true },
        reason: 'Credentials missing or invalid',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      retryAfter: 2,
      body: { code: 'TooManyRequests', message: 'Rate limit exceeded' },
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: 'TooManyRequests', retryAfterSeconds: 2, isUnread: true },
        reason: 'Rate limit exceeded',
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: { code: 'InternalServerError', message: 'Unexpected' },
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: { body: event('sms.outbound', outgoing('delivered')) },
      receipts: [
        {
          ...{ providerId: ID, messageId: OWN, status: 'delivered', code: null, reason: null },
          at: new Date('2022-12-22T08:32:50.736Z'),
        },
      ],
    },
    {
      it: 'not delivered',
      request: {
        body: event(
          'sms.outbound',
          outgoing('delivery_failed', {
            reason: 'details: unknown subscriber; reason: unknown_subscriber; code: 1',
            details: 'unknown_subscriber',
            failure: { code: 15_005, source: { name: 'sms-messagebird', code: '1' } },
          }),
        ),
      },
      receipts: [
        {
          ...{ providerId: ID, status: 'failed', code: 15_005 },
          reason: 'details: unknown subscriber; reason: unknown_subscriber; code: 1',
        },
      ],
    },
    {
      it: 'a reply',
      request: {
        body: event('sms.inbound', {
          ...{ id: ID, channelId: CHANNEL, status: 'delivered', direction: 'incoming' },
          sender: {
            contact: {
              id: '32cf5eee-f940-422c-ab8c-5f753aad5efd',
              ...{ identifierKey: 'phonenumber', identifierValue: '+31612345678' },
            },
          },
          receiver: { connector: { id: '86cc4dc0-3dc0-41b7-ac43-8ec829ead56f' } },
          body: { type: 'text', text: { text: 'Sample incoming text message' } },
          createdAt: '2022-12-22T08:32:50.736Z',
        }),
      },
      replies: [
        {
          ...{ id: ID, from: '+31612345678', to: null, text: 'Sample incoming text message' },
          at: new Date('2022-12-22T08:32:50.736Z'),
        },
      ],
    },
    { it: 'something else', request: { body: event('whatsapp.inbound', { id: ID, status: 'delivered' }) } },
  ],
  signatures: [
    {
      it: 'an event, signed by the published recipe with a value of our own',
      url: 'https://domain.com/webhook/bird',
      now: '2025-11-25T12:01:00Z',
      values: { signingKey: 'secureSigningKey' },
      request: {
        headers: {
          'messagebird-signature': 'VEjZ50bkhWFVc9iZeNu+p0IJI9qLfgzj3p6k6nS453c=',
          'messagebird-request-timestamp': '1764072000',
        },
        body: { service: 'channels', event: 'sms.outbound' },
      },
    },
  ],
  check: [
    { it: 'good', status: 200, body: { id: CHANNEL, platformId: 'sms-messagebird' }, isOk: true, advice: null },
    {
      it: 'another channel',
      status: 404,
      body: { code: 'ResourceNotFound', message: 'Channel not found' },
      isOk: false,
      advice: 'Check the workspace ID and the channel ID.',
    },
  ],
  mirror: {
    accepted: { status: 202, body: { id: '{providerId}', status: 'accepted' } },
    delivered: {
      type: 'json',
      content: {
        service: 'channels',
        event: 'sms.outbound',
        payload: { id: '{providerId}', reference: '{id}', status: 'delivered' },
      },
    },
    reply: {
      type: 'json',
      content: {
        service: 'channels',
        event: 'sms.inbound',
        payload: {
          id: '{providerId}r',
          sender: { contact: { identifierKey: 'phonenumber', identifierValue: '+{to}' } },
          body: { type: 'text', text: { text: '{text}' } },
        },
      },
    },
  },
};
