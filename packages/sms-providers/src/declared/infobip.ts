import type { Declaration } from './declaration.ts';

export const infobip: Declaration = {
  label: 'Infobip',
  reference: 'https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages',
  fields: {
    url: {
      label: 'Base URL',
      hint: 'Your own, e.g. https://k2x9vq.api.infobip.com. Portal home page, beside the API key.',
      kind: 'url',
    },
    apiKey: {
      label: 'API key',
      hint: 'Portal, under Developer Tools > API keys. It needs the scope sms:message:send.',
      secret: true,
    },
  },
  send: {
    method: 'POST',
    url: '{url}/sms/3/messages',
    headers: { authorization: 'App {apiKey}', accept: 'application/json' },
    body: {
      type: 'json',
      content: {
        messages: [
          {
            sender: '{from}',
            destinations: [{ to: '{to}', messageId: '{id}' }],
            content: { text: '{text}' },
            webhooks: {
              delivery: { url: '{callback}' },
              contentType: 'application/json',
            },
          },
        ],
      },
    },
  },
  answer: {
    format: 'json',
    each: { at: 'messages', own: 'messageId' },
    accepted: { 'status.groupName': ['ACCEPTED', 'PENDING', 'DELIVERED'] },
    id: 'messageId',
    code: ['status.name', 'requestError.serviceException.messageId', 'errorCode'],
    reason: ['status.description', 'requestError.serviceException.text', 'description'],
    rules: [
      { code: ['REJECTED_NOT_ENOUGH_CREDITS'], outcome: 'balance', advice: 'Add funds to the Infobip account.' },
      {
        code: ['REJECTED_SENDER', 'REJECTED_SENDER_NOT_REGISTERED', 'REJECTED_SOURCE'],
        outcome: 'blocked',
        advice: 'Set a sender on the route that is registered with Infobip.',
      },
      {
        code: ['REJECTED_DESTINATION_NOT_REGISTERED'],
        outcome: 'permanent',
        advice: 'A trial account sends to its own verified number alone.',
      },
      { code: ['REJECTED_FLOODING_FILTER'], outcome: 'retryable' },
      { code: ['REJECTED_SYSTEM_ERROR'], outcome: 'retryable' },
      { code: ['REJECTED_*', 'UNDELIVERABLE_*', 'EXPIRED_*'], outcome: 'permanent' },
      { status: [401], outcome: 'blocked', advice: 'Copy the base URL and the API key from the portal again.' },
      { status: [403], outcome: 'blocked', advice: 'Give the API key the scope sms:message:send.' },
    ],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    // A message brings its own address for its report, and Infobip adds no password to that.
    signature: { scheme: 'none' },
    each: 'results',
    receipts: {
      id: 'messageId',
      own: 'messageId',
      status: 'status.name',
      // Only the network has it; the handset may follow.
      statuses: {
        DELIVERED_TO_OPERATOR: 'accepted',
        'PENDING_*': 'accepted',
        'DELIVERED_*': 'delivered',
        'UNDELIVERABLE_*': 'failed',
        'REJECTED_*': 'failed',
        'EXPIRED_*': 'expired',
      },
      code: 'error.id',
      // Stopped by the recipient, and on the blocklist that takes the account's opt-outs.
      optOuts: ['603', '2052'],
      reason: ['error.description', 'status.description'],
      at: 'doneAt',
    },
    replies: {
      when: { from: true, status: false },
      id: 'messageId',
      from: 'from',
      to: 'to',
      text: 'text',
      at: 'receivedAt',
    },
  },
  capabilities: {
    idempotent: false,
    batchSize: 1,
    maxInFlight: 10,
    perSecond: null,
    reportsSegments: true,
    reportsPrice: true,
  },
  check: {
    method: 'GET',
    url: '{url}/account/1/balance',
    headers: { authorization: 'App {apiKey}', accept: 'application/json' },
  },
};
