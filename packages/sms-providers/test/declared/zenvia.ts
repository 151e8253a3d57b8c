import { MESSAGE, type Vectors } from './vectors.ts';

const OWN = '0199f0a0-0000-7000-8000-000000000001';
const ID = '7391518c-e719-468c-812a-ab00a8b442e4';
const headers = { 'x-api-token': 'hKp94crjv9OF3UGrCpSXUJw1-UYHhRvLKNLt', 'content-type': 'application/json' };
const body = {
  ...{ from: 'sms-account', to: '14155550100', externalId: OWN },
  contents: [{ type: 'text', text: 'Hello & welcome: 50 % off + more' }],
};
const event = {
  id: '65690785-99d3-45a4-8d76-3c04529b795c',
  timestamp: '2019-09-17T15:51:45.896Z',
  subscriptionId: '6a3e7add-258d-4571-b0bd-2bf25c6cd5af',
  channel: 'sms',
};
const status = (messageStatus: object, message: object = { id: ID, externalId: OWN, contentIndex: 0 }) => ({
  body: { ...event, type: 'MESSAGE_STATUS', messageId: ID, contentIndex: 0, message, messageStatus },
});
const reply = (contents: readonly object[], direction = 'IN') => ({
  body: {
    ...{ ...event, type: 'MESSAGE', direction },
    message: { id: 'e8077d80', from: '5510888888888', to: 'sms-account', direction, channel: 'sms', contents },
  },
});

export const zenvia: Vectors = {
  name: 'zenvia',
  sources: [
    'zenvia/zenvia-openapi-spec spec/components/schemas/message, spec/components/schemas/events, spec/info/description.md, spec/tags/subscriptions.md',
    'zenvia/zenvia-sdk-node test/lib/webhook.spec.ts',
  ],
  published: {
    repository: 'zenvia/zenvia-openapi-spec',
    file: 'spec/components/schemas/message/base.ts',
    parameters: /^ {4}(\w+): \{$/gm,
    required: ['from', 'to', 'contents'],
  },
  settings: { account: 'sms-account' },
  credentials: { token: 'hKp94crjv9OF3UGrCpSXUJw1-UYHhRvLKNLt' },
  requests: [
    {
      it: 'a text',
      messages: [MESSAGE],
      is: { method: 'POST', url: 'https://api.zenvia.com/v2/channels/sms/messages', headers, body },
    },
    {
      it: 'the sender of the account, whatever the route’s is',
      messages: [{ ...MESSAGE, from: null }],
      is: { method: 'POST', url: 'https://api.zenvia.com/v2/channels/sms/messages', headers, body },
    },
  ],
  answers: [
    {
      it: 'accepted',
      status: 200,
      body: { ...body, id: ID, direction: 'OUT', channel: 'sms', timestamp: '2025-09-17T15:51:45.896Z' },
      is: { status: 'accepted', providerId: ID },
    },
    {
      it: 'a number that it does not take',
      status: 400,
      body: {
        ...{ code: 'VALIDATION_ERROR', message: 'Validation error' },
        details: [{ code: 'too_long', path: 'to', message: 'String too long' }],
      },
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: 'VALIDATION_ERROR', retryAfterSeconds: null },
        reason: 'String too long',
      },
    },
    {
      it: 'an account that it does not know',
      status: 400,
      body: {
        ...{ code: 'VALIDATION_ERROR', message: 'Validation error' },
        details: [{ code: 'unknown', path: 'from', message: 'Unknown sender' }],
      },
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'VALIDATION_ERROR', retryAfterSeconds: null, isUnread: true },
        reason: 'Unknown sender',
      },
    },
    {
      it: 'a wrong token',
      status: 401,
      body: { code: 'AUTHENTICATION_ERROR', message: 'No authorization token was found' },
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'AUTHENTICATION_ERROR', retryAfterSeconds: null },
        ...{ isUnread: true, reason: 'No authorization token was found' },
      },
    },
    {
      it: 'too many requests',
      status: 429,
      body: '',
      retryAfter: 2,
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: '429', retryAfterSeconds: 2, isUnread: true },
        reason: 'The provider answered 429.',
      },
    },
    {
      it: 'a failure in its house',
      status: 500,
      body: { code: 'INTERNAL_ERROR', message: 'Internal error' },
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'handed to the carrier, without the message',
      request: status(
        {
          ...{ timestamp: '2019-09-17T12:31:05-03:00', code: 'SENT' },
          description: 'The message has been forwarded to the provider',
        },
        {},
      ),
      receipts: [
        {
          ...{ providerId: ID, messageId: null, status: 'accepted', at: new Date('2019-09-17T15:31:05Z') },
          reason: 'The message has been forwarded to the provider',
        },
      ],
    },
    {
      it: 'delivered',
      request: status({ timestamp: '2019-09-17T12:31:05-03:00', code: 'DELIVERED' }),
      receipts: [
        { providerId: ID, messageId: OWN, status: 'delivered', at: new Date('2019-09-17T15:31:05Z'), reason: null },
      ],
    },
    {
      it: 'not delivered',
      request: status({
        ...{ timestamp: '2019-09-17T15:31:05Z', code: 'NOT_DELIVERED' },
        causes: [{ channelErrorCode: '7', reason: 'ABSENT', details: 'The subscriber is absent' }],
      }),
      receipts: [{ providerId: ID, status: 'failed', code: 7, reason: 'The subscriber is absent' }],
    },
    {
      it: 'rejected by the carrier',
      request: status({ timestamp: '2019-09-17T15:31:05Z', code: 'REJECTED' }),
      receipts: [{ providerId: ID, status: 'failed' }],
    },
    { it: 'deleted by its reader', request: status({ timestamp: '2019-09-17T15:31:05Z', code: 'DELETED' }) },
    {
      it: 'a reply',
      request: reply([{ type: 'text', text: 'some text message' }]),
      replies: [
        {
          ...{ id: 'e8077d80', from: '5510888888888', to: 'sms-account', text: 'some text message' },
          at: new Date('2019-09-17T15:51:45.896Z'),
        },
      ],
    },
    { it: 'a message of ours', request: reply([{ type: 'text', text: 'STOP' }], 'OUT') },
    { it: 'something else', request: { body: { ...event, type: 'CONTACT', contact: { id: 'c1' } } } },
  ],
  signatures: [],
  check: [
    { it: 'good', status: 200, body: [], isOk: true, advice: null },
    {
      it: 'a wrong token',
      status: 401,
      body: { code: 'AUTHENTICATION_ERROR', message: 'No authorization token was found' },
      isOk: false,
      advice: 'Copy a token from the Zenvia platform; not a signature token.',
    },
  ],
  mirror: {
    accepted: { status: 200, body: { id: '{providerId}', externalId: '{id}', direction: 'OUT', channel: 'sms' } },
    delivered: {
      type: 'json',
      content: {
        ...{ id: '{providerId}s', type: 'MESSAGE_STATUS', messageId: '{providerId}' },
        message: { id: '{providerId}', externalId: '{id}' },
        messageStatus: { code: 'DELIVERED' },
      },
    },
    reply: {
      type: 'json',
      content: {
        ...{ id: '{providerId}e', type: 'MESSAGE', direction: 'IN' },
        message: {
          ...{ id: '{providerId}r', from: '{to}', to: 'sms-account' },
          contents: [{ type: 'text', text: '{text}' }],
        },
      },
    },
  },
};
