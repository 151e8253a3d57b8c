import type { Declaration } from './declaration.ts';

/**
 * The Messages API, not the older SMS API: it signs callbacks with a hash of their body, answers with HTTP statuses, and takes the
 * callback URL with each message.
 */
export const vonage: Declaration = {
  label: 'Vonage',
  reference: 'https://developer.vonage.com/en/api/messages',
  fields: {
    apiKey: {
      label: 'API key',
      hint: 'Eight characters. Vonage dashboard > API settings.',
      pattern: '[A-Za-z0-9]{1,40}',
    },
    apiSecret: {
      label: 'API secret',
      hint: 'Vonage dashboard > API settings, under Account credentials.',
      secret: true,
    },
    signatureSecret: {
      label: 'Signature secret',
      hint: 'Vonage dashboard > API settings, under Signed webhooks. Vonage signs receipts and replies with it. Without it the callback URL ends with a secret.',
      secret: true,
      required: false,
    },
    url: {
      label: 'API address',
      hint: 'Change it for another region, e.g. https://api-eu.vonage.com.',
      kind: 'url',
      default: 'https://api.nexmo.com',
    },
  },
  send: {
    method: 'POST',
    url: '{url}/v1/messages',
    headers: { accept: 'application/json' },
    auth: [{ scheme: 'basic', username: '{apiKey}', password: '{apiSecret}' }],
    body: {
      type: 'json',
      content: {
        channel: 'sms',
        message_type: 'text',
        to: '{to}',
        from: '{from}',
        text: '{text}',
        client_ref: '{id}',
        webhook_url: '{callback}',
        webhook_version: 'v1',
      },
    },
  },
  answer: {
    format: 'json',
    id: 'message_uuid',
    code: ['type', 'title'],
    reason: ['detail', 'title'],
    rules: [
      { code: ['1000', '1241', 'throttled', 'rate-limit'], outcome: 'throttled' },
      { code: ['1070', 'low-balance'], outcome: 'balance', advice: 'Top up the account in the Vonage dashboard.' },
      { status: [402], outcome: 'balance', advice: 'Top up the account in the Vonage dashboard.' },
      { code: ['1240'], outcome: 'opted_out' },
      {
        code: ['1120', '1010'],
        outcome: 'blocked',
        advice: 'Set a sender on the route that the account owns and that the country allows.',
      },
      {
        code: ['1060', '1080', '1140', 'forbidden'],
        outcome: 'blocked',
        advice: 'The account may not send. Contact Vonage support.',
      },
      { code: ['unauthorized'], outcome: 'blocked', advice: 'Copy the API key and secret from the dashboard again.' },
      { status: [401], outcome: 'blocked', advice: 'Copy the API key and secret from the dashboard again.' },
      { code: ['1030', '1100'], outcome: 'unknown' },
      { code: ['1331'], outcome: 'retryable' },
    ],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    signature: { scheme: 'jwt', key: 'signatureSecret', header: 'authorization', payloadHash: 'payload_hash' },
    receipts: {
      when: { status: true },
      id: 'message_uuid',
      own: 'client_ref',
      status: 'status',
      statuses: {
        submitted: 'accepted',
        delivered: 'delivered',
        read: 'delivered',
        rejected: 'failed',
        undeliverable: 'failed',
      },
      code: ['error.type', 'error.title', 'error.code'],
      reason: ['error.detail', 'error.reason'],
      at: 'timestamp',
    },
    replies: {
      when: { status: false, message_uuid: true },
      id: 'message_uuid',
      from: ['from', 'from.number'],
      to: ['to', 'to.number'],
      text: ['text', 'message.content.text'],
      at: 'timestamp',
    },
  },
  capabilities: {
    idempotent: false,
    batchSize: 1,
    maxInFlight: 10,
    perSecond: 30,
    reportsSegments: false,
    reportsPrice: true,
  },
  check: {
    method: 'GET',
    url: '{url}/v2/applications',
    query: { page_size: '1' },
    auth: [{ scheme: 'basic', username: '{apiKey}', password: '{apiSecret}' }],
  },
};
