import { choose, type Declaration } from './declaration.ts';

export const jasmin: Declaration = {
  label: 'Jasmin',
  reference: 'https://docs.jasminsms.com/en/latest/apis/http/',
  fields: {
    url: {
      label: 'Address',
      hint: 'Of the HTTP API, e.g. http://10.0.0.5:1401. PRIVATE_PROVIDERS must allow private addresses.',
      kind: 'url',
    },
    username: {
      label: 'User name',
      hint: 'username of the user, as jcli shows it with user -l.',
      pattern: '.{1,16}',
    },
    password: {
      label: 'Password',
      hint: 'password of the same user, at most 16 characters.',
      secret: true,
      pattern: '.{1,16}',
    },
  },
  send: {
    method: 'POST',
    url: '{url}/send',
    body: {
      type: 'form',
      content: {
        username: '{username}',
        password: '{password}',
        from: '{fromPlus}',
        to: '{to}',
        coding: choose('encoding', { gsm: '0', unicode: '8' }),
        content: choose('encoding', { gsm: '{text}' }),
        'hex-content': choose('encoding', { unicode: '{textHex}' }),
        dlr: 'yes',
        'dlr-url': '{callback}?message_id={id}',
        'dlr-level': '3',
        'dlr-method': 'POST',
      },
    },
  },
  answer: {
    format: { pattern: '^Success "(?<id>[^"]+)"|^(?:Error )?"(?<reason>.*)"$' },
    id: 'id',
    reason: 'reason',
    rules: [
      {
        when: { reason: ['Authentication failure*'] },
        outcome: 'blocked',
        advice: 'Check user name and password, and that the user is enabled in jcli.',
      },
      { when: { reason: ['User throughput exceeded'] }, outcome: 'throttled' },
      {
        when: { reason: ['Cannot charge submit_sm*'] },
        outcome: 'balance',
        advice: 'Raise the balance or the quota of the user in jcli.',
      },
      {
        when: { reason: ['Authorization failed*'] },
        outcome: 'blocked',
        advice: 'Give the user the credentials that the message names, in jcli.',
      },
      { status: [503], outcome: 'unreachable' },
      { status: [412], outcome: 'blocked', advice: 'Add an MT route in jcli, and start its connector.' },
    ],
  },
  callbacks: {
    methods: ['GET', 'POST'],
    formats: ['form', 'query'],
    signature: { scheme: 'none' },
    receipts: {
      when: { message_status: true },
      id: 'id',
      own: '?message_id',
      status: 'message_status',
      statuses: { ESME_ROK: 'accepted', 'ESME_*': 'failed' },
      code: 'err',
    },
    replies: {
      when: { 'origin-connector': true },
      id: 'id',
      from: 'from',
      to: 'to',
      text: 'content',
      ucs2: { when: { coding: ['8'] }, hex: 'binary' },
    },
    answer: { status: 200, type: 'text/plain', body: 'ACK/Jasmin' },
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
    url: '{url}/balance',
    query: { username: '{username}', password: '{password}' },
  },
};
