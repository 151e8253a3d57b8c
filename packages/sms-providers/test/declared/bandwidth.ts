import { MESSAGE, type Vectors } from './vectors.ts';

const ID = '14762070468292kw2fuqty55yp2b2';
const OWN = '0199f0a0-0000-7000-8000-000000000001';
const APPLICATION = '93de2206-9669-4e07-948d-329f4b722ee2';
const message = (direction: 'in' | 'out', more: object = {}) => ({
  ...{ id: ID, owner: '+12345678902', applicationId: APPLICATION, time: '2016-09-14T18:20:16Z', segmentCount: 1 },
  ...{ direction, to: ['+12345678902'], from: '+12345678901', text: 'Hey, check this out!', tag: OWN },
  ...more,
});
const event = (type: string, description: string, more: object = {}) => [
  { time: '2016-09-14T18:20:16Z', type, to: '+12345678902', description, message: message('out'), ...more },
];

export const bandwidth: Vectors = {
  name: 'bandwidth',
  sources: [
    'Bandwidth/node-sdk models (message-request, message, status-callback, inbound-callback, create-message-request-error)',
    'https://dev.bandwidth.com/docs/messaging/webhooks',
    'https://dev.bandwidth.com/v2-messaging/codes.html',
  ],
  published: { repository: 'Bandwidth/python-sdk', file: 'bandwidth.yml', openapi: '/users/{accountId}/messages' },
  settings: { accountId: '9900000', username: 'api', applicationId: APPLICATION, callbackUsername: 'hooks' },
  credentials: { password: 'password', callbackPassword: 'secret' },
  requests: [
    {
      it: 'a message',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: 'https://messaging.bandwidth.com/api/v2/users/9900000/messages',
        headers: { authorization: 'Basic YXBpOnBhc3N3b3Jk', 'content-type': 'application/json' },
        body: {
          applicationId: APPLICATION,
          to: ['+14155550100'],
          from: '+14155552345',
          text: 'Hello & welcome: 50 % off + more',
          tag: OWN,
        },
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 202, body: message('out'), is: { status: 'accepted', providerId: ID } },
    {
      it: 'no such number',
      status: 400,
      body: {
        ...{ type: 'request-validation', description: 'Your request could not be accepted' },
        fieldErrors: [
          { fieldName: 'to', description: "'+1invalid' must be replaced with a valid E164 formatted number" },
        ],
      },
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: 'request-validation', retryAfterSeconds: null },
        reason: "'+1invalid' must be replaced with a valid E164 formatted number",
      },
    },
    {
      it: 'a sender of somebody else',
      status: 400,
      body: {
        ...{ type: 'request-validation', description: 'Your request could not be accepted' },
        fieldErrors: [{ fieldName: 'from', description: 'The number does not belong to the application' }],
      },
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'request-validation', retryAfterSeconds: null, isUnread: true },
        reason: 'The number does not belong to the application',
      },
    },
    {
      it: 'wrong credentials',
      status: 401,
      body: { type: 'unauthorized', description: 'Authentication Failed' },
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'unauthorized', retryAfterSeconds: null, isUnread: true },
        reason: 'Authentication Failed',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      body: { type: 'too-many-requests', description: 'Message rate limit reached' },
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: 'too-many-requests', retryAfterSeconds: null },
        ...{ reason: 'Message rate limit reached', isUnread: true },
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: { type: 'internal-server-error', description: 'Internal server error' },
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: { body: event('message-delivered', 'Message delivered to carrier.') },
      receipts: [
        {
          ...{ providerId: ID, messageId: OWN, status: 'delivered', code: null },
          ...{ reason: 'Message delivered to carrier.', at: new Date('2016-09-14T18:20:16Z') },
        },
      ],
    },
    {
      it: 'failed',
      request: { body: event('message-failed', 'destination-subscriber-unavailable', { errorCode: 4_721 }) },
      receipts: [{ providerId: ID, status: 'failed', code: 4_721, reason: 'destination-subscriber-unavailable' }],
    },
    {
      it: 'a recipient who has opted out of messages from the sender',
      request: {
        body: [
          ...event('message-failed', 'destination-rejected-due-to-user-opt-out', { errorCode: 4_475 }),
          ...event('message-failed', 'destination-rejected-due-to-user-opt-out', { errorCode: 4_775 }),
        ],
      },
      receipts: [
        { status: 'failed', code: 4_475, reason: 'destination-rejected-due-to-user-opt-out', isOptOut: true },
        { status: 'failed', code: 4_775, reason: 'destination-rejected-due-to-user-opt-out', isOptOut: true },
      ],
    },
    {
      it: 'on its way',
      request: { body: event('message-sending', 'Message is sending to carrier') },
      receipts: [{ providerId: ID, status: 'accepted' }],
    },
    {
      it: 'a reply',
      request: {
        body: [
          {
            ...{ time: '2016-09-14T18:20:16Z', type: 'message-received', to: '+12345678902' },
            ...{ description: 'Incoming message received', message: message('in', { tag: undefined }) },
          },
        ],
      },
      replies: [
        {
          ...{ id: ID, from: '+12345678901', to: '+12345678902', text: 'Hey, check this out!' },
          at: new Date('2016-09-14T18:20:16Z'),
        },
      ],
    },
    { it: 'something else', request: { body: event('account-changed', 'Nothing of ours') } },
  ],
  signatures: [
    {
      it: 'user name and password',
      url: 'https://sms.example.com/hooks/sms/team/route',
      values: { callbackUsername: 'hooks', callbackPassword: 'secret' },
      request: { headers: { authorization: 'Basic aG9va3M6c2VjcmV0' }, body: [] },
    },
  ],
  check: [
    { it: 'good', status: 200, body: { totalCount: 0, messages: [] }, isOk: true, advice: null },
    {
      it: 'wrong credentials',
      status: 401,
      body: { type: 'unauthorized', description: 'Authentication Failed' },
      isOk: false,
      advice: 'Check the API user name and password, and the account ID.',
    },
  ],
  mirror: {
    accepted: { status: 202, body: { id: '{providerId}', to: ['+{to}'], from: '{from}', text: '{text}' } },
    delivered: {
      type: 'json',
      content: [
        { type: 'message-delivered', description: 'ok', to: '+{to}', message: { id: '{providerId}', tag: '{id}' } },
      ],
    },
    reply: {
      type: 'json',
      content: [
        {
          type: 'message-received',
          to: '+{from}',
          message: { id: '{providerId}r', owner: '+{from}', from: '+{to}', to: ['+{from}'], text: '{text}' },
        },
      ],
    },
  },
};
