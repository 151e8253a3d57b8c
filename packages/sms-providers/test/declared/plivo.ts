import { MESSAGE, type Vectors } from './vectors.ts';

const AUTH_ID = 'MAXXXXXXXXXXXXXXXXXX';
const TOKEN = 'MjM0NTY3ODkwMTIzNDU2Nzg5MDEyMzQ1Njc4OTAx';
const ID = 'b795906a-8a79-11e4-9bd8-22000afa12b9';
const OWN = '0199f0a0-0000-7000-8000-000000000001';
const form = (values: Record<string, string>) => new URLSearchParams(values);
const refusal = (error: string) => ({ api_id: 'e9d3e3a4-8a79-11e4-9bd8-22000afa12b9', error });
const report = (Status: string, more: Record<string, string> = {}) =>
  form({
    ...{ From: '14155552345', To: '14155550100', Status, MessageUUID: ID, ParentMessageUUID: ID },
    ...{ PartInfo: '1 of 1', TotalRate: '0.00350', TotalAmount: '0.00350', Units: '1', MCC: '310', MNC: '004' },
    ...more,
  });
const url = 'https://sms.example.com/hooks/sms/team/route';
const signed = form({
  MessageUUID: ID,
  Status: 'delivered',
  From: '14155552345',
  To: '14155550100',
  Text: 'a & b',
});

export const plivo: Vectors = {
  name: 'plivo',
  sources: [
    'plivo/plivo-node lib/utils/v3Security.js, lib/resources/messages.js',
    'plivo/plivo-python plivo/utils/signature_v3.py',
    'https://plivo.com/docs/messaging/troubleshooting/error-codes',
  ],
  published: {
    repository: 'plivo/plivo-node',
    file: 'lib/resources/messages.js',
    parameters: /\[optionalParams\.(\w+)\]/g,
    required: ['src', 'dst', 'text'],
  },
  settings: { authId: AUTH_ID },
  credentials: { authToken: TOKEN },
  requests: [
    {
      it: 'a message',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: `https://api.plivo.com/v1/Account/${AUTH_ID}/Message/`,
        headers: {
          authorization: `Basic ${Buffer.from(`${AUTH_ID}:${TOKEN}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: {
          src: '14155552345',
          dst: '14155550100',
          text: 'Hello & welcome: 50 % off + more',
          type: 'sms',
          url: `https://sms.example.com/hooks/sms/team/route?message_id=${OWN}`,
          method: 'POST',
        },
      },
    },
  ],
  answers: [
    {
      it: 'accepted',
      status: 202,
      body: { api_id: 'db342550-7c9d-11e1-8ea7-12313f01fa7f', message: 'message(s) queued', message_uuid: [ID] },
      is: { status: 'accepted', providerId: ID },
    },
    {
      it: 'no such number',
      status: 400,
      body: refusal('dst parameter is not a valid phone number'),
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: '400', retryAfterSeconds: null },
        reason: 'dst parameter is not a valid phone number',
      },
    },
    {
      it: 'no credit',
      status: 400,
      body: refusal('Insufficient Credit'),
      is: {
        ...{ status: 'rejected', kind: 'balance', code: '400', retryAfterSeconds: null, isUnread: true },
        reason: 'Insufficient Credit',
      },
    },
    {
      it: 'wrong credentials',
      status: 401,
      body: 'Could not verify your access level for that URL.',
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '401', retryAfterSeconds: null, isUnread: true },
        reason: 'The provider answered 401.',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      body: refusal('too many requests'),
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: '429', retryAfterSeconds: null, isUnread: true },
        reason: 'too many requests',
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: '',
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: { query: `message_id=${OWN}`, body: report('delivered') },
      receipts: [{ providerId: ID, messageId: OWN, status: 'delivered', code: null, reason: null }],
    },
    {
      it: 'on its way, of the second part',
      request: { body: report('sent', { MessageUUID: 'c795906a-8a79-11e4-9bd8-22000afa12b9', PartInfo: '2 of 2' }) },
      receipts: [{ providerId: ID, status: 'accepted' }],
    },
    {
      it: 'not delivered',
      request: { body: report('undelivered', { ErrorCode: '30' }) },
      receipts: [{ providerId: ID, status: 'failed', code: 30, reason: 'The carrier took the message for spam.' }],
    },
    {
      it: 'blocked by a STOP',
      request: { body: report('failed', { ErrorCode: '200' }) },
      receipts: [
        { providerId: ID, status: 'failed', code: 200, reason: 'The recipient has opted out.', isOptOut: true },
      ],
    },
    {
      it: 'a reply',
      request: {
        body: form({
          ...{ From: '14155550100', To: '14155552345', Text: 'Stop & go', Type: 'sms', MessageUUID: ID },
        }),
      },
      replies: [{ id: ID, from: '14155550100', to: '14155552345', text: 'Stop & go' }],
    },
    { it: 'something else', request: { body: form({ Event: 'Hangup' }) } },
  ],
  signatures: [
    {
      it: 'a form to an address with a query, signed by the published code with values of our own',
      url: `${url}?message_id=${OWN}`,
      values: { authToken: TOKEN },
      request: {
        query: `message_id=${OWN}`,
        headers: {
          'x-plivo-signature-v3': '8ihtPRQnAn+eB3ok9BP0tKu7tXehm9D158kgb+5K49c=',
          'x-plivo-signature-v3-nonce': '62955545610541',
        },
        body: signed,
      },
    },
    {
      it: 'a form to an address without one',
      url,
      values: { authToken: TOKEN },
      request: {
        headers: {
          'x-plivo-signature-v3': '0Unj0OWlbQcIIw2mnaLLXtgb2jJVAYK5lO6syVZeKKI=',
          'x-plivo-signature-v3-nonce': '62955545610541',
        },
        body: signed,
      },
    },
  ],
  check: [
    {
      it: 'good',
      status: 200,
      body: { account_type: 'standard', auth_id: AUTH_ID, cash_credits: '92.55' },
      isOk: true,
      advice: null,
    },
    {
      it: 'wrong credentials',
      status: 401,
      body: '',
      isOk: false,
      advice: 'Copy the auth ID and the auth token from the console again.',
    },
  ],
  mirror: {
    accepted: { status: 202, body: { message: 'message(s) queued', message_uuid: ['{providerId}'] } },
    delivered: { type: 'form', content: { MessageUUID: '{providerId}', Status: 'delivered', To: '{to}' } },
    reply: {
      type: 'form',
      content: { MessageUUID: '{providerId}r', From: '{to}', To: '{from}', Text: '{text}', Type: 'sms' },
    },
  },
};
