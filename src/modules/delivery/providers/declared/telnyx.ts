import type { Declaration } from './declaration.ts';

/** https://developers.telnyx.com/api-reference/messages/send-a-message */
export const telnyx: Declaration = {
  label: 'Telnyx',
  fields: {
    apiKey: {
      label: 'API key',
      hint: 'Begins with KEY. Mission Control portal, under API Keys.',
      secret: true,
    },
    publicKey: {
      label: 'Public key',
      hint: 'Mission Control portal, under Keys & Credentials > Public Key. Receipts and replies are verified with it. Without it, the callback URL ends with a secret.',
      pattern: '[A-Za-z0-9+/]{43}=',
      required: false,
    },
    messagingProfileId: {
      label: 'Messaging profile ID',
      hint: 'Messaging > Profiles. Needed for senders that are names, and where the route has no sender.',
      pattern: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
      required: false,
    },
    url: {
      label: 'API address',
      hint: 'Change it only if Telnyx tells you to.',
      kind: 'url',
      default: 'https://api.telnyx.com',
    },
  },
  send: {
    method: 'POST',
    url: '{url}/v2/messages',
    auth: [{ scheme: 'bearer', token: '{apiKey}' }],
    body: {
      type: 'json',
      content: {
        to: '+{to}',
        from: '{fromPlus}',
        messaging_profile_id: '{messagingProfileId}',
        text: '{text}',
        type: 'SMS',
        webhook_url: '{callback}?message_id={id}',
      },
    },
  },
  answer: {
    format: 'json',
    id: 'data.id',
    code: 'errors.0.code',
    reason: ['errors.0.detail', 'errors.0.title'],
    rules: [
      { code: ['40300'], outcome: 'opted_out' },
      { code: ['20012', '20100'], outcome: 'balance', advice: 'Add funds to the Telnyx account.' },
      {
        code: ['10009', '10010', '20002', '20006'],
        outcome: 'blocked',
        advice: 'Copy the API key from the Mission Control portal again.',
      },
      {
        code: ['40013', '40100', '40305', '40306', '40312', '40315', '40320', '40321'],
        outcome: 'blocked',
        advice: 'Set a sender on the route that belongs to an enabled messaging profile, or a messaging profile ID.',
      },
      { code: ['40010', '40329'], outcome: 'blocked', advice: 'Register the sender with Telnyx.' },
      { code: ['40309'], outcome: 'permanent', advice: 'Allow the country in the messaging profile.' },
      {
        code: ['20013', '20014', '20015', '20016', '20017', '40314'],
        outcome: 'blocked',
        advice: 'Telnyx does not let the account send. Verify it in the portal, or contact Telnyx support.',
      },
      { code: ['10011', '40011', '40016', '40018', '40318'], outcome: 'throttled' },
    ],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    signature: {
      scheme: 'ed25519',
      key: 'publicKey',
      header: 'telnyx-signature-ed25519',
      timestamp: 'telnyx-timestamp',
      content: '{timestamp}|{body}',
    },
    receipts: {
      when: { 'data.event_type': ['message.sent', 'message.finalized'] },
      id: 'data.payload.id',
      own: '?message_id',
      status: 'data.payload.to.0.status',
      statuses: {
        queued: 'accepted',
        sending: 'accepted',
        sent: 'accepted',
        delivered: 'delivered',
        sending_failed: 'failed',
        delivery_failed: 'failed',
        delivery_unconfirmed: 'unknown',
        expired: 'expired',
        cancelled: 'failed',
      },
      code: 'data.payload.errors.0.code',
      reason: ['data.payload.errors.0.title', 'data.payload.errors.0.detail'],
      at: 'data.occurred_at',
    },
    replies: {
      when: { 'data.event_type': ['message.received'] },
      id: 'data.payload.id',
      from: 'data.payload.from.phone_number',
      to: 'data.payload.to.0.phone_number',
      text: 'data.payload.text',
      at: 'data.payload.received_at',
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
  check: { method: 'GET', url: '{url}/v2/balance', auth: [{ scheme: 'bearer', token: '{apiKey}' }] },
};
