import { choose, type Declaration } from './declaration.ts';

/** The user guide, "Using the HTTP interface to send SMS messages" and "Delivery reports". */
export const kannel: Declaration = {
  label: 'Kannel',
  reference: 'https://www.kannel.org',
  fields: {
    url: {
      label: 'sendsms address',
      hint: 'Of your smsbox, e.g. http://10.0.0.5:13013/cgi-bin/sendsms. PRIVATE_PROVIDERS must allow private addresses.',
      kind: 'url',
    },
    username: {
      label: 'User name',
      hint: 'username of the group sendsms-user in kannel.conf.',
    },
    password: {
      label: 'Password',
      hint: 'password of the same group.',
      secret: true,
    },
    smsc: {
      label: 'SMSC',
      hint: 'smsc-id that carries the messages. Empty: Kannel chooses.',
      required: false,
    },
  },
  send: {
    method: 'GET',
    url: '{url}',
    query: {
      username: '{username}',
      password: '{password}',
      smsc: '{smsc}',
      from: '{fromPlus}',
      to: '+{to}',
      text: '{text}',
      charset: 'UTF-8',
      coding: choose('encoding', { gsm: '0', unicode: '2' }),
      'dlr-mask': '31',
      'dlr-url': '{callback}?message_id={id}&status=%d&reason=%A',
    },
  },
  answer: {
    format: { pattern: '^(?<code>[03]): (?<accepted>.*)$|^(?<reason>.*)$' },
    accepted: { code: true },
    id: null,
    code: 'code',
    reason: 'reason',
    rules: [
      {
        status: [403],
        when: { reason: ['Authorization failed*'] },
        outcome: 'blocked',
        advice: 'Check user name and password, and that user-allow-ip in kannel.conf allows this server.',
      },
      { when: { reason: ['Not routable*', 'Number(s) has/have been denied*'] }, outcome: 'permanent' },
      {
        when: { reason: ['Sender missing*'] },
        outcome: 'blocked',
        advice: 'Set a sender on the route, or global-sender in kannel.conf.',
      },
      { status: [503], outcome: 'unreachable' },
      { status: [404], outcome: 'blocked', advice: 'Check the sendsms address.' },
    ],
  },
  callbacks: {
    methods: ['GET'],
    formats: ['query'],
    signature: { scheme: 'none' },
    receipts: {
      when: { status: true, message_id: true },
      own: 'message_id',
      status: 'status',
      statuses: { 1: 'delivered', 2: 'failed', 4: 'accepted', 8: 'accepted', 16: 'failed' },
      reason: 'reason',
    },
    replies: {
      when: { from: true, text: true },
      id: 'id',
      from: 'from',
      to: 'to',
      text: 'text',
      ucs2: { when: { coding: ['2'] }, hex: 'hex' },
      at: 'time',
    },
    // Kannel would send anything else to the sender of a reply as an answer.
    answer: { status: 200, type: 'text/plain', body: '' },
  },
  capabilities: {
    idempotent: false,
    batchSize: 1,
    maxInFlight: 10,
    perSecond: null,
    reportsSegments: false,
    reportsPrice: false,
  },
  check: null,
};
