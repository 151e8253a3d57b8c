import type { Declaration } from './declaration.ts';

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

export const bird: Declaration = {
  label: 'Bird',
  reference: 'https://docs.bird.com/api/channels-api/supported-channels/programmable-sms/sending-sms-messages',
  fields: {
    accessKey: {
      label: 'Access key',
      hint: 'Bird, under Settings > Security > Access keys. It needs the right to create messages in the channel.',
      secret: true,
    },
    workspaceId: {
      label: 'Workspace ID',
      hint: 'Bird, under Edit workspace.',
      pattern: UUID,
    },
    channelId: {
      label: 'Channel ID',
      hint: 'Bird, under Channels > SMS > your channel. Messages are sent from the number of the channel.',
      pattern: UUID,
    },
    signingKey: {
      label: 'Signing key',
      hint: 'The one that you choose when you create the webhook subscription. Without it, the callback URL ends with a secret.',
      secret: true,
      required: false,
    },
    url: {
      label: 'API address',
      hint: 'Change it only if Bird tells you to.',
      kind: 'url',
      default: 'https://api.bird.com',
    },
  },
  send: {
    method: 'POST',
    url: '{url}/workspaces/{workspaceId}/channels/{channelId}/messages',
    headers: { authorization: 'AccessKey {accessKey}' },
    body: {
      type: 'json',
      content: {
        receiver: { contacts: [{ identifierKey: 'phonenumber', identifierValue: '+{to}' }] },
        body: { type: 'text', text: { text: '{text}' } },
        reference: '{id}',
      },
    },
  },
  answer: {
    format: 'json',
    id: 'id',
    code: 'code',
    reason: ['message', 'details'],
    rules: [
      { status: [401], outcome: 'blocked', advice: 'Create a new access key in Bird and enter it here.' },
      { status: [403], outcome: 'blocked', advice: 'Give the access key a policy that lets it send in the channel.' },
      { status: [404], outcome: 'blocked', advice: 'Check the workspace ID and the channel ID.' },
      { status: [402], outcome: 'balance', advice: 'Add funds to the Bird organization.' },
    ],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    signature: {
      scheme: 'hmac',
      key: 'signingKey',
      algorithm: 'sha256',
      encoding: 'base64',
      header: 'messagebird-signature',
      timestamp: 'messagebird-request-timestamp',
      content: '{timestamp}\n{url}\n{bodySha256}',
    },
    receipts: {
      when: { event: ['sms.outbound'] },
      id: 'payload.id',
      own: 'payload.reference',
      status: 'payload.status',
      statuses: {
        accepted: 'accepted',
        processing: 'accepted',
        scheduled: 'accepted',
        sent: 'accepted',
        delivered: 'delivered',
        rejected: 'failed',
        sending_failed: 'failed',
        delivery_failed: 'failed',
        skipped: 'failed',
      },
      code: 'payload.failure.code',
      reason: ['payload.reason', 'payload.details'],
      at: 'payload.lastStatusAt',
    },
    replies: {
      when: { event: ['sms.inbound'] },
      id: 'payload.id',
      from: 'payload.sender.contact.identifierValue',
      to: ['payload.receiver.connector.identifierValue', 'payload.receiver.connectors.0.identifierValue'],
      text: 'payload.body.text.text',
      at: 'payload.createdAt',
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
  check: {
    method: 'GET',
    url: '{url}/workspaces/{workspaceId}/channels/{channelId}',
    headers: { authorization: 'AccessKey {accessKey}' },
  },
};
