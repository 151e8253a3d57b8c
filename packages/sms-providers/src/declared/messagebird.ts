import type { Declaration } from './declaration.ts';

export const messagebird: Declaration = {
  label: 'MessageBird',
  reference: 'https://developers.messagebird.com/api/sms-messaging/',
  fields: {
    accessKey: {
      label: 'Access key',
      hint: 'MessageBird dashboard, under Developers > API access. A live key: a test key sends nothing.',
      secret: true,
    },
    signingKey: {
      label: 'Signing key',
      hint: 'MessageBird dashboard, under Developers > API settings. Without it, the callback URL ends with a secret.',
      secret: true,
      required: false,
    },
    url: {
      label: 'API address',
      hint: 'Change it only if MessageBird tells you to.',
      kind: 'url',
      default: 'https://rest.messagebird.com',
    },
  },
  send: {
    method: 'POST',
    url: '{url}/messages',
    headers: { authorization: 'AccessKey {accessKey}' },
    body: {
      type: 'json',
      content: {
        originator: '{from}',
        recipients: ['{to}'],
        body: '{text}',
        type: 'sms',
        datacoding: 'auto',
        reference: '{id}',
        reportUrl: '{callback}',
      },
    },
  },
  answer: {
    format: 'json',
    id: 'id',
    code: 'errors.0.code',
    reason: 'errors.0.description',
    rules: [
      { code: ['2'], outcome: 'blocked', advice: 'Copy a live access key from the MessageBird dashboard.' },
      { code: ['25'], outcome: 'balance', advice: 'Add funds to the MessageBird account.' },
      {
        when: { 'errors.0.parameter': ['originator'] },
        outcome: 'blocked',
        advice: 'Set a sender on the route: a number of the account, or a name of at most 11 characters.',
      },
    ],
  },
  callbacks: {
    methods: ['GET', 'POST'],
    formats: ['query', 'form'],
    signature: {
      scheme: 'jwt',
      key: 'signingKey',
      header: 'messagebird-signature-jwt',
      payloadHash: 'payload_hash',
      urlHash: 'url_hash',
    },
    receipts: {
      when: { status: true },
      id: 'id',
      own: 'reference',
      status: 'status',
      statuses: {
        scheduled: 'accepted',
        sent: 'accepted',
        buffered: 'accepted',
        delivered: 'delivered',
        expired: 'expired',
        delivery_failed: 'failed',
      },
      code: 'statusErrorCode',
      reason: 'statusReason',
      at: 'statusDatetime',
    },
    replies: {
      when: { originator: true, body: true },
      id: 'id',
      from: 'originator',
      to: 'recipient',
      text: 'body',
      at: 'createdDatetime',
    },
  },
  capabilities: {
    idempotent: false,
    batchSize: 1,
    maxInFlight: 10,
    perSecond: 500,
    reportsSegments: true,
    reportsPrice: true,
  },
  check: { method: 'GET', url: '{url}/balance', headers: { authorization: 'AccessKey {accessKey}' } },
};
