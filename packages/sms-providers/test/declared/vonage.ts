import { MESSAGE, type Vectors } from './vectors.ts';

const UUID = 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab';
const AUTH = `Basic ${Buffer.from('abcd1234:secret').toString('base64')}`;
const problem = (code: string, title: string, detail: string) => ({
  ...{ type: `https://developer.vonage.com/api-errors/messages#${code}`, title, detail },
  instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
});
const inbound =
  '{"channel":"sms","message_uuid":"aaaaaaaa-bbbb-cccc-dddd-0123456789ab","to":"447700900000","from":"447700900001","timestamp":"2020-01-01T14:00:00.000Z","text":"Hello from Vonage!","sms":{"num_messages":"2","keyword":"HELLO"}}';
/** Its claims: iat 2025-11-25T12:00:00Z, jti, iss, payload_hash, api_key, application_id. */
const token =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3NjQwNzIwMDAsImp0aSI6ImM1YmE4ZjI0LTFhMTQtNGMxMC1iZmRmLTNmYmU4Y2U1MTFiNSIsImlzcyI6IlZvbmFnZSIsInBheWxvYWRfaGFzaCI6ImFmYzE1NGJlMzA4NTM2YjJjMzk4ZGFhYWNkMWYzOTY5MTQ4Y2I3MjM4MjRmOGU5ZTJhMTg4NTIwNjU4Y2NkOGYiLCJhcGlfa2V5IjoiYTFiMmMzZCIsImFwcGxpY2F0aW9uX2lkIjoiYWFhYWFhYWEtYmJiYi1jY2NjLWRkZGQtMDEyMzQ1Njc4OWFiIn0.1wvE6cNdFI-14g4_96Pa15NLvh9LVM7lhNmL2fNI1RY';

const refused = { status: 'rejected', retryAfterSeconds: null } as const;

export const vonage: Vectors = {
  name: 'vonage',
  sources: [
    'Vonage/vonage-node-sdk packages/messages/__tests__/__dataSets__/sms.ts',
    'Nexmo/api-specification definitions/messages-olympus.yml',
    'https://developer.vonage.com/en/api/messages',
  ],
  published: {
    repository: 'Vonage/vonage-node-sdk',
    file: 'packages/messages/lib/types/Channels/SMSParams.ts',
    type: 'SMSParams',
    camelCase: true,
  },
  settings: { apiKey: 'abcd1234' },
  credentials: { apiSecret: 'secret', signatureSecret: 'a-signature-secret-of-32-characters' },
  requests: [
    {
      it: 'from a number',
      messages: [{ ...MESSAGE, to: '14152739164', from: '12126875309', text: 'too many "secrets" 👍' }],
      is: {
        method: 'POST',
        url: 'https://api.nexmo.com/v1/messages',
        headers: { accept: 'application/json', authorization: AUTH, 'content-type': 'application/json' },
        body: {
          channel: 'sms',
          message_type: 'text',
          to: '14152739164',
          from: '12126875309',
          text: 'too many "secrets" 👍',
          client_ref: '0199f0a0-0000-7000-8000-000000000001',
          webhook_url: 'https://sms.example.com/hooks/sms/team/route',
          webhook_version: 'v1',
        },
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 202, body: { message_uuid: UUID }, is: { status: 'accepted', providerId: UUID } },
    {
      it: 'an invalid sender',
      status: 422,
      body: problem('1120', 'Invalid sender', 'The `from` parameter is invalid for the given channel.'),
      is: {
        ...{ ...refused, kind: 'blocked', code: '1120', isUnread: true },
        reason: 'The `from` parameter is invalid for the given channel.',
      },
    },
    {
      it: 'an invalid number',
      status: 422,
      body: problem('1150', 'Invalid params', 'The value of one or more parameters is invalid.'),
      is: {
        ...{ ...refused, kind: 'permanent', code: '1150' },
        reason: 'The value of one or more parameters is invalid.',
      },
    },
    {
      it: 'opted out',
      status: 422,
      body: problem('1240', 'Illegal Number', 'The user has already sent a STOP opt-out message.'),
      is: {
        ...{ ...refused, kind: 'opted_out', code: '1240' },
        reason: 'The user has already sent a STOP opt-out message.',
      },
    },
    {
      it: 'without credit',
      status: 402,
      body: {
        ...{ type: 'https://developer.nexmo.com/api-errors/#low-balance', title: 'Low balance' },
        detail: 'This request could not be performed due to your account balance being low.',
      },
      is: {
        ...{ ...refused, kind: 'balance', code: 'low-balance', isUnread: true },
        reason: 'This request could not be performed due to your account balance being low.',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      retryAfter: 2,
      body: problem('throttled', 'Rate Limit Hit', 'Please wait, then retry your request'),
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: 'throttled', retryAfterSeconds: 2, isUnread: true },
        reason: 'Please wait, then retry your request',
      },
    },
    {
      it: 'wrong credentials',
      status: 401,
      body: problem('unauthorized', 'You did not provide correct credentials.', 'Check your API key and secret.'),
      is: {
        ...{ ...refused, kind: 'blocked', code: 'unauthorized', isUnread: true },
        reason: 'Check your API key and secret.',
      },
    },
    {
      it: 'a failure',
      status: 500,
      body: problem('1030', 'Internal error', 'There was an error processing your request in the Platform.'),
      is: {
        ...{ status: 'unknown', isUnanswered: true },
        reason: 'There was an error processing your request in the Platform.',
      },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: {
        body: {
          message_uuid: UUID,
          to: '447700900000',
          from: '447700900001',
          timestamp: '2020-01-01T14:00:00.000Z',
          status: 'delivered',
          client_ref: '0199f0a0-0000-7000-8000-000000000001',
          channel: 'sms',
          usage: { currency: 'EUR', price: '0.0333' },
        },
      },
      receipts: [
        {
          ...{ providerId: UUID, messageId: '0199f0a0-0000-7000-8000-000000000001', status: 'delivered', code: null },
          ...{ reason: null, at: new Date('2020-01-01T14:00:00.000Z') },
        },
      ],
    },
    {
      it: 'rejected',
      request: {
        body: {
          message_uuid: UUID,
          to: '447700900000',
          from: '447700900001',
          timestamp: '2020-01-01T14:00:00.000Z',
          status: 'rejected',
          error: {
            type: 'https://developer.nexmo.com/api-errors/messages-olympus#1300',
            title: '1300',
            detail: 'Not part of the provider network',
            instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
          },
        },
      },
      receipts: [{ providerId: UUID, status: 'failed', code: 1_300, reason: 'Not part of the provider network' }],
    },
    {
      it: 'submitted',
      request: { body: { message_uuid: UUID, status: 'submitted', timestamp: '2020-01-01T14:00:00.000Z' } },
      receipts: [{ providerId: UUID, status: 'accepted' }],
    },
    {
      it: 'a reply',
      request: { body: inbound, headers: { 'content-type': 'application/json' } },
      replies: [
        {
          ...{ id: UUID, from: '447700900001', to: '447700900000', text: 'Hello from Vonage!' },
          at: new Date('2020-01-01T14:00:00.000Z'),
        },
      ],
    },
    {
      it: 'a reply in the form of version 0.1',
      request: {
        body: {
          message_uuid: UUID,
          to: { type: 'sms', number: '447700900000' },
          from: { type: 'sms', number: '447700900001' },
          timestamp: '2020-01-01T14:00:00.000Z',
          message: { content: { type: 'text', text: 'Hello From Vonage!' }, sms: { num_messages: '2' } },
          usage: { currency: 'EUR', price: '0.0333' },
        },
      },
      replies: [{ id: UUID, from: '447700900001', to: '447700900000', text: 'Hello From Vonage!' }],
    },
  ],
  signatures: [
    {
      it: 'a reply',
      url: 'https://sms.example.com/hooks/sms/team/route',
      now: '2025-11-25T12:04:59Z',
      values: { signatureSecret: 'a-signature-secret-of-32-characters' },
      request: { headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: inbound },
    },
  ],
  check: [
    { it: 'good', status: 200, body: { page_size: 1, total_items: 0 }, isOk: true, advice: null },
    {
      it: 'wrong credentials',
      status: 401,
      body: problem('unauthorized', 'You did not provide correct credentials.', 'Check your API key and secret.'),
      isOk: false,
      advice: 'Copy the API key and secret from the dashboard again.',
    },
  ],
  mirror: {
    accepted: { status: 202, body: { message_uuid: '{providerId}' } },
    delivered: {
      type: 'json',
      content: { message_uuid: '{providerId}', client_ref: '{id}', status: 'delivered', to: '{to}', channel: 'sms' },
    },
    reply: {
      type: 'json',
      content: { message_uuid: '{providerId}r', channel: 'sms', from: '{to}', to: '{from}', text: '{text}' },
    },
  },
};
