import type { Declaration } from './declaration.ts';

export const bandwidth: Declaration = {
  label: 'Bandwidth',
  reference: 'https://dev.bandwidth.com/apis/messaging-apis/messaging',
  fields: {
    accountId: {
      label: 'Account ID',
      hint: 'Bandwidth App, at the top right. Digits alone.',
      pattern: '[0-9]{4,12}',
    },
    username: {
      label: 'API user name',
      hint: 'Bandwidth App, under Account > API Credentials.',
    },
    password: {
      label: 'API password',
      hint: 'Shown once, when the credentials are created.',
      secret: true,
    },
    applicationId: {
      label: 'Application ID',
      hint: 'Bandwidth App, under Applications. The messaging application of your location.',
      pattern: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
    },
    callbackUsername: {
      label: 'Callback user name',
      hint: 'As entered in the application. Without a callback password, the callback URL ends with a secret.',
      required: false,
    },
    callbackPassword: {
      label: 'Callback password',
      hint: 'As entered in the application.',
      secret: true,
      required: false,
    },
    url: {
      label: 'API address',
      hint: 'Change it only if Bandwidth tells you to.',
      kind: 'url',
      default: 'https://messaging.bandwidth.com',
    },
  },
  send: {
    method: 'POST',
    url: '{url}/api/v2/users/{accountId}/messages',
    auth: [{ scheme: 'basic', username: '{username}', password: '{password}' }],
    body: {
      type: 'json',
      content: {
        applicationId: '{applicationId}',
        to: ['+{to}'],
        from: '{fromPlus}',
        text: '{text}',
        tag: '{id}',
      },
    },
  },
  answer: {
    format: 'json',
    id: 'id',
    code: 'type',
    reason: ['fieldErrors.0.description', 'description'],
    rules: [
      { status: [401], outcome: 'blocked', advice: 'Check the API user name and password, and the account ID.' },
      { status: [403], outcome: 'blocked', advice: 'Give the API user the Messaging role.' },
      {
        when: { 'fieldErrors.0.fieldName': ['from', 'applicationId'] },
        outcome: 'blocked',
        advice: 'Set a sender on the route that belongs to the location of the application.',
      },
      { status: [429], outcome: 'throttled' },
    ],
  },
  callbacks: {
    methods: ['POST'],
    formats: ['json'],
    signature: { scheme: 'basic', username: 'callbackUsername', key: 'callbackPassword' },
    each: '',
    receipts: {
      when: { type: ['message-sending', 'message-sent', 'message-delivered', 'message-failed', 'message-read'] },
      id: 'message.id',
      own: 'message.tag',
      status: 'type',
      statuses: {
        'message-sending': 'accepted',
        'message-sent': 'accepted',
        'message-delivered': 'delivered',
        'message-read': 'delivered',
        'message-failed': 'failed',
      },
      code: 'errorCode',
      optOuts: ['4475', '4775'],
      reason: 'description',
      at: 'time',
    },
    replies: {
      when: { type: ['message-received'] },
      id: 'message.id',
      from: 'message.from',
      to: 'message.owner',
      text: 'message.text',
      at: 'time',
    },
  },
  capabilities: {
    idempotent: false,
    batchSize: 1,
    maxInFlight: 10,
    perSecond: 15,
    reportsSegments: true,
    reportsPrice: false,
  },
  check: {
    method: 'GET',
    url: '{url}/api/v2/users/{accountId}/messages?messageDirection=OUTBOUND&limit=1',
    auth: [{ scheme: 'basic', username: '{username}', password: '{password}' }],
  },
};
