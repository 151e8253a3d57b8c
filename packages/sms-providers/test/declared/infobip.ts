import { MESSAGE, type Vectors } from './vectors.ts';

const OWN = '0199f0a0-0000-7000-8000-000000000001';
const ACCEPTED = {
  ...{ groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' },
  description: 'Message sent to next instance',
};
const answer = (status: object) => ({
  bulkId: '2034072219640523072',
  messages: [{ messageId: OWN, status, destination: '41793026727', details: { messageCount: 1 } }],
});
const refused = (name: string, id: number, description: string) =>
  answer({ groupId: 5, groupName: 'REJECTED', id, name, description });
const report = (more: object) => ({
  results: [
    {
      ...{ bulkId: 'BULK-ID-123-xyz', messageId: 'MESSAGE-ID-123-xyz', to: '41793026727' },
      ...{ sentAt: '2019-11-09T16:00:00.000+0000', doneAt: '2019-11-09T16:00:00.000+0000', messageCount: 1 },
      price: { pricePerMessage: 0.01, currency: 'EUR' },
      ...more,
    },
  ],
});
const status = (groupId: number, groupName: string, id: number, name: string, description: string) => ({
  status: { groupId, groupName, id, name, description },
});
const fine = { error: { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error' } };
const fault = (messageId: string, text: string) => ({ requestError: { serviceException: { messageId, text } } });

export const infobip: Vectors = {
  name: 'infobip',
  sources: [
    'infobip/infobip-api-python-client infobip_api_client/api/sms_api.py and models (sms_*, message_*)',
    'https://infobip.com/docs/api/channels/sms/sms-messaging/logs-and-status-reports/receive-outbound-sms-message-report',
    'https://www.infobip.com/docs/developer-resources/api-fundamentals/message-status-codes',
    'https://www.infobip.com/docs/developer-resources/api-fundamentals/error-code-reference',
  ],
  published: {
    repository: 'infobip/infobip-api-python-client',
    file: 'infobip_api_client/models/sms_request.py',
    model: 'SmsRequest',
  },
  settings: { url: 'https://k2x9vq.api.infobip.com' },
  credentials: { apiKey: 'key' },
  requests: [
    {
      it: 'a message',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: 'https://k2x9vq.api.infobip.com/sms/3/messages',
        headers: { authorization: 'App key', accept: 'application/json', 'content-type': 'application/json' },
        body: {
          messages: [
            {
              sender: '14155552345',
              destinations: [{ to: '14155550100', messageId: OWN }],
              content: { text: 'Hello & welcome: 50 % off + more' },
              webhooks: {
                delivery: { url: 'https://sms.example.com/hooks/sms/team/route' },
                contentType: 'application/json',
              },
            },
          ],
        },
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 200, body: answer(ACCEPTED), is: { status: 'accepted', providerId: OWN } },
    {
      it: 'no such number',
      status: 200,
      body: refused('REJECTED_DESTINATION', 52, 'Invalid destination address'),
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: 'REJECTED_DESTINATION', retryAfterSeconds: null },
        reason: 'Invalid destination address',
      },
    },
    {
      it: 'no money',
      status: 200,
      body: refused('REJECTED_NOT_ENOUGH_CREDITS', 12, 'Not enough credits'),
      is: {
        ...{ status: 'rejected', kind: 'balance', code: 'REJECTED_NOT_ENOUGH_CREDITS', retryAfterSeconds: null },
        ...{ reason: 'Not enough credits', isUnread: true },
      },
    },
    {
      it: 'a wrong key',
      status: 401,
      body: fault('UNAUTHORIZED', 'Invalid login details'),
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'UNAUTHORIZED', retryAfterSeconds: null, isUnread: true },
        reason: 'Invalid login details',
      },
    },
    {
      it: 'a request that it does not understand',
      status: 400,
      body: { errorCode: 'E400', description: 'Request cannot be processed.', action: 'Check the syntax.' },
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: 'E400', retryAfterSeconds: null, isUnread: true },
        reason: 'Request cannot be processed.',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      body: fault('TOO_MANY_REQUESTS', 'Too many requests'),
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: 'TOO_MANY_REQUESTS', retryAfterSeconds: null },
        ...{ reason: 'Too many requests', isUnread: true },
      },
    },
    {
      it: 'an answer about another message',
      status: 200,
      body: { messages: [{ messageId: 'MESSAGE-ID-123-xyz', status: ACCEPTED }] },
      is: { status: 'unknown', reason: 'The provider’s answer leaves the message out.' },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: {
        body: report({
          ...status(3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET', 'Message delivered to handset'),
          ...fine,
        }),
      },
      receipts: [
        { providerId: 'MESSAGE-ID-123-xyz', status: 'delivered', code: 0, at: new Date('2019-11-09T16:00:00.000Z') },
      ],
    },
    {
      it: 'delivered to the network alone',
      request: {
        body: report(status(3, 'DELIVERED', 2, 'DELIVERED_TO_OPERATOR', 'Message delivered to operator')),
      },
      receipts: [{ providerId: 'MESSAGE-ID-123-xyz', status: 'accepted' }],
    },
    {
      it: 'not delivered',
      request: {
        body: report({
          ...status(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED', 'Message sent not delivered'),
          error: { groupId: 1, groupName: 'Handset', id: 27, name: 'EC_ABSENT_SUBSCRIBER', description: 'Absent' },
        }),
      },
      receipts: [{ status: 'failed', code: 27, reason: 'Absent' }],
    },
    {
      it: 'a recipient who has opted out with the provider',
      request: {
        body: report({
          ...status(5, 'REJECTED', 9, 'UNDELIVERABLE_NOT_DELIVERED', 'Message sent not delivered'),
          error: {
            ...{ groupId: 2, groupName: 'User', id: 603, name: 'EC_CONTENT_BLOCKED', permanent: true },
            description: 'Content blocked by user opt-out (MO: STOP).',
          },
        }),
      },
      receipts: [
        { status: 'failed', code: 603, reason: 'Content blocked by user opt-out (MO: STOP).', isOptOut: true },
      ],
    },
    {
      it: 'a number on the blocklist, where the provider keeps opt-outs',
      request: {
        body: report({
          ...status(5, 'REJECTED', 14, 'REJECTED_DESTINATION', 'Destination is on the blocklist'),
          error: { groupId: 2, groupName: 'User', id: 2_052, name: 'EC_BLACKLISTED_DESTINATIONADDRESS' },
        }),
      },
      receipts: [{ status: 'failed', code: 2_052, reason: 'Destination is on the blocklist', isOptOut: true }],
    },
    {
      it: 'expired',
      request: { body: report(status(4, 'EXPIRED', 15, 'EXPIRED_EXPIRED', 'Message expired')) },
      receipts: [{ status: 'expired', reason: 'Message expired' }],
    },
    {
      it: 'two replies',
      request: {
        body: {
          ...{ messageCount: 2, pendingMessageCount: 0 },
          results: [
            {
              ...{ messageId: '817790313235066447', from: '385916242493', to: '385921004026', keyword: 'QUIZ' },
              ...{ text: 'QUIZ Correct answer is Paris', cleanText: 'Correct answer is Paris', smsCount: 1 },
              receivedAt: '2019-11-09T16:00:00.000+0000',
            },
            { messageId: '817790313235066448', from: '385916242494', to: '385921004026', text: 'STOP' },
          ],
        },
      },
      replies: [
        {
          ...{ id: '817790313235066447', from: '385916242493', to: '385921004026' },
          ...{ text: 'QUIZ Correct answer is Paris', at: new Date('2019-11-09T16:00:00.000Z') },
        },
        { id: '817790313235066448', from: '385916242494', text: 'STOP' },
      ],
    },
    { it: 'something else', request: { body: { results: [] } } },
  ],
  signatures: [],
  check: [
    { it: 'good', status: 200, body: { balance: 47.79134, currency: 'EUR' }, isOk: true, advice: null },
    {
      it: 'a wrong key',
      status: 401,
      body: fault('UNAUTHORIZED', 'Invalid login details'),
      isOk: false,
      advice: 'Copy the base URL and the API key from the portal again.',
    },
  ],
  mirror: {
    ownIds: true,
    accepted: {
      status: 200,
      body: { messages: [{ messageId: '{id}', status: ACCEPTED, destination: '{to}' }] },
    },
    delivered: {
      type: 'json',
      content: {
        results: [{ messageId: '{id}', to: '{to}', status: { groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' } }],
      },
    },
    reply: {
      type: 'json',
      content: { results: [{ messageId: '{id}r', from: '{to}', to: '{from}', text: '{text}' }] },
    },
  },
};
