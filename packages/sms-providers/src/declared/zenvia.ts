import type { Declaration } from './declaration.ts';

export const zenvia: Declaration = {
  label: 'Zenvia',
  reference: 'https://zenvia.github.io/zenvia-openapi-spec/',
  fields: {
    account: {
      label: 'SMS account',
      hint: 'Its alias: Zenvia platform, under Developers > Tokens and webhooks > Credentials.',
    },
    token: { label: 'API token', hint: 'Zenvia platform, under Developers > Tokens and webhooks.', secret: true },
    url: {
      label: 'API address',
      hint: 'Change it only if Zenvia tells you to.',
      kind: 'url',
      default: 'https://api.zenvia.com',
    },
  },
  send: {
    method: 'POST',
    url: '{url}/v2/channels/sms/messages',
    headers: { 'x-api-token': '{token}' },
    body: {
      type: 'json',
      // Zenvia knows the sender by the account.
      content: { from: '{account}', to: '{to}', externalId: '{id}', contents: [{ type: 'text', text: '{text}' }] },
    },
  },
  answer: {
    format: 'json',
    id: 'id',
    code: 'code',
    reason: ['details.0.message', 'message'],
    rules: [
      {
        when: { 'details.0.path': ['from', '*.from', '*/from'] },
        outcome: 'blocked',
        advice: 'Copy the alias of the SMS account from the Zenvia platform again.',
      },
      {
        code: ['AUTHENTICATION_ERROR'],
        outcome: 'blocked',
        advice: 'Copy a token from the Zenvia platform; not a signature token.',
      },
    ],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    signature: { scheme: 'none' },
    receipts: {
      // DELETED: the recipient deleted a message that had arrived.
      when: {
        type: ['MESSAGE_STATUS'],
        'messageStatus.code': ['ACCEPTED', 'SENT', 'DELIVERED', 'READ', 'VERIFIED', 'REJECTED', 'NOT_DELIVERED'],
      },
      id: ['message.id', 'messageId'],
      own: 'message.externalId',
      status: 'messageStatus.code',
      statuses: {
        accepted: 'accepted',
        sent: 'accepted',
        delivered: 'delivered',
        read: 'delivered',
        verified: 'delivered',
        rejected: 'failed',
        not_delivered: 'failed',
      },
      code: 'messageStatus.causes.0.channelErrorCode',
      reason: ['messageStatus.causes.0.details', 'messageStatus.causes.0.reason', 'messageStatus.description'],
      at: 'messageStatus.timestamp',
    },
    replies: {
      when: { type: ['MESSAGE'], direction: ['IN'] },
      id: ['message.id', 'id'],
      from: 'message.from',
      to: 'message.to',
      text: 'message.contents.0.text',
      at: ['message.timestamp', 'timestamp'],
    },
  },
  capabilities: {
    idempotent: false,
    batchSize: 1,
    maxInFlight: 10,
    perSecond: null,
    reportsSegments: false,
    reportsPrice: false,
  },
  check: { method: 'GET', url: '{url}/v2/subscriptions', headers: { 'x-api-token': '{token}' } },
};
