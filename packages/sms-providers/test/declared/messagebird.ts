import { MESSAGE, type Vectors } from './vectors.ts';

const OWN = '0199f0a0-0000-7000-8000-000000000001';
const ID = 'f28bbe526fc14974b3e7e663a6139b53';
/** Of all published tokens. */
const HEAD = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const SECRET = '36efdd1aace2e26cd490f0d951138253bef2f7c6d34d18981da781555cc4cebb';
const errors = (code: number, description: string, parameter: string | null) => ({
  errors: [{ code, description, parameter }],
});
const headers = { authorization: 'AccessKey test_key', 'content-type': 'application/json' };
const body = {
  originator: '14155552345',
  recipients: ['14155550100'],
  body: 'Hello & welcome: 50 % off + more',
  type: 'sms',
  datacoding: 'auto',
  reference: OWN,
  reportUrl: 'https://sms.example.com/hooks/sms/team/route',
};

export const messagebird: Vectors = {
  name: 'messagebird',
  sources: [
    'messagebird/openapi-specs sms/openapi.yaml',
    'messagebird/messagebird-nodejs lib/testdata/webhook-signature-jwt-reference.json, types/messages.d.ts',
  ],
  published: { repository: 'messagebird/openapi-specs', file: 'sms/openapi.yaml', openapi: '/messages' },
  settings: {},
  credentials: { accessKey: 'test_key', signingKey: SECRET },
  requests: [
    {
      it: 'from a number',
      messages: [MESSAGE],
      is: { method: 'POST', url: 'https://rest.messagebird.com/messages', headers, body },
    },
    {
      it: 'from a name',
      messages: [{ ...MESSAGE, from: 'Acme' }],
      is: {
        ...{ method: 'POST', url: 'https://rest.messagebird.com/messages', headers },
        body: { ...body, originator: 'Acme' },
      },
    },
  ],
  answers: [
    {
      it: 'accepted',
      status: 201,
      body: {
        ...{ id: ID, href: `https://rest.messagebird.com/messages/${ID}`, direction: 'mt', type: 'sms' },
        ...{ originator: 'MessageBird', body: 'Lorem ipsum dolor sit amet.', reference: null },
        recipients: { totalCount: 1, items: [{ recipient: 380_999_999_999, status: 'sent', messagePartCount: 1 }] },
      },
      is: { status: 'accepted', providerId: ID },
    },
    {
      it: 'no such number',
      status: 422,
      body: errors(9, 'no (correct) recipients found.', 'recipient'),
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: '9', retryAfterSeconds: null },
        reason: 'no (correct) recipients found.',
      },
    },
    {
      it: 'a sender that it does not take',
      status: 422,
      body: errors(9, 'originator is invalid', 'originator'),
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '9', retryAfterSeconds: null, isUnread: true },
        reason: 'originator is invalid',
      },
    },
    {
      it: 'a wrong key',
      status: 401,
      body: errors(2, 'Request not allowed (incorrect access_key)', 'access_key'),
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '2', retryAfterSeconds: null, isUnread: true },
        reason: 'Request not allowed (incorrect access_key)',
      },
    },
    {
      it: 'no money',
      status: 422,
      body: errors(25, 'Not enough balance', null),
      is: {
        ...{ status: 'rejected', kind: 'balance', code: '25', retryAfterSeconds: null, isUnread: true },
        reason: 'Not enough balance',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      body: '',
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: '429', retryAfterSeconds: null, isUnread: true },
        reason: 'The provider answered 429.',
      },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: {
        method: 'GET',
        query: `id=${ID}&mccmnc=20408&ported=1&recipient=31612345678&reference=${OWN}&status=delivered&statusDatetime=2017-09-01T10%3A00%3A05%2B00%3A00&statusReason=successfully%20delivered`,
      },
      receipts: [
        {
          ...{ providerId: ID, messageId: OWN, status: 'delivered', reason: 'successfully delivered' },
          at: new Date('2017-09-01T10:00:05Z'),
        },
      ],
    },
    {
      it: 'not delivered',
      request: {
        method: 'GET',
        query: `id=${ID}&recipient=31612345678&reference=${OWN}&status=delivery_failed&statusErrorCode=1&statusReason=unknown%20subscriber`,
      },
      receipts: [{ status: 'failed', code: 1, reason: 'unknown subscriber' }],
    },
    {
      it: 'a reply',
      request: {
        body: new URLSearchParams({
          ...{ id: 'e8077d803532c0b5937c639b60216938', originator: '31612345678', recipient: '31687654321' },
          ...{ body: 'Stop & go', createdDatetime: '2016-05-03T14:26:57+00:00' },
        }),
      },
      replies: [
        {
          ...{ id: 'e8077d803532c0b5937c639b60216938', from: '31612345678', to: '31687654321', text: 'Stop & go' },
          at: new Date('2016-05-03T14:26:57Z'),
        },
      ],
    },
    { it: 'something else', request: { method: 'GET', query: 'hello=world' } },
  ],
  signatures: [
    {
      it: 'a URL with parameters, and a body',
      url: 'https://example.com/path?bar=1&foo=2',
      now: '2021-07-05T10:00:00Z',
      values: { signingKey: SECRET },
      request: {
        query: 'bar=1&foo=2',
        headers: {
          'messagebird-signature-jwt': `${HEAD}.eyJpc3MiOiJNZXNzYWdlQmlyZCIsIm5iZiI6MTYyNTQ3OTIwMCwiZXhwIjoxNjI1NDc5MjYwLCJqdGkiOiI5M2U1NTAwNi1hMGU4LTQ1MjYtYTE5MC1mYTVmZjAwZWExMTYiLCJ1cmxfaGFzaCI6IjQxZjA1ZjBkZGQwYTIyYWIyMDlhYzQ2ZjQ3YzQ1NzJkOWNlZmEyNTdlZDc0YjI0MDA0YmFlNzUzZWNlNmMyNjAiLCJwYXlsb2FkX2hhc2giOiJkZmZkNjAyMWJiMmJkNWIwYWY2NzYyOTA4MDllYzNhNTMxOTFkZDgxYzdmNzBhNGIyODY4OGEzNjIxODI5ODZmIn0._H--TOuYFLpeEH39-rg5E3IHVkjHozBcaKVWPRC5m9I`,
        },
        body: 'Hello, World!',
      },
    },
    {
      it: 'a URL with parameters, without a body',
      url: 'https://example.com/path?bar=1&foo=2',
      now: '2021-07-05T10:00:00Z',
      values: { signingKey: SECRET },
      request: {
        method: 'GET',
        query: 'bar=1&foo=2',
        headers: {
          'messagebird-signature-jwt': `${HEAD}.eyJpc3MiOiJNZXNzYWdlQmlyZCIsIm5iZiI6MTYyNTQ3OTIwMCwiZXhwIjoxNjI1NDc5MjYwLCJqdGkiOiJjOTQ2YWY3Ny1lMTgyLTRlYWEtYjJmZi0xYTU0NWI1ZTk5MWEiLCJ1cmxfaGFzaCI6IjQxZjA1ZjBkZGQwYTIyYWIyMDlhYzQ2ZjQ3YzQ1NzJkOWNlZmEyNTdlZDc0YjI0MDA0YmFlNzUzZWNlNmMyNjAifQ.huo2ou6JDoDc7sV25d75UMWeYhBeavQlLsqIibSZuac`,
        },
      },
    },
  ],
  check: [
    { it: 'good', status: 200, body: { payment: 'prepaid', type: 'credits', amount: 9.2 }, isOk: true, advice: null },
    {
      it: 'a wrong key',
      status: 401,
      body: errors(2, 'Request not allowed (incorrect access_key)', 'access_key'),
      isOk: false,
      advice: 'Copy a live access key from the MessageBird dashboard.',
    },
  ],
  mirror: {
    accepted: { status: 201, body: { id: '{providerId}', direction: 'mt', reference: '{id}' } },
    delivered: { type: 'query', content: { id: '{providerId}', reference: '{id}', status: 'delivered' } },
    reply: {
      type: 'form',
      content: { id: '{providerId}r', originator: '{to}', recipient: '{from}', body: '{text}' },
    },
  },
};
