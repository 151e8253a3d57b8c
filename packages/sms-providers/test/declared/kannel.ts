import { MESSAGE, type Vectors } from './vectors.ts';

const OWN = '0199f0a0-0000-7000-8000-000000000001';
const DLR = encodeURIComponent('https://sms.example.com/hooks/sms/team/route?message_id=');
const END = '0199f0a0-0000-7000-8000-000000000001%26status%3D%25d%26reason%3D%25A';

export const kannel: Vectors = {
  name: 'kannel',
  sources: ['vaska94/kannel gw/smsbox.c, gw/urltrans.c, doc/dlr.md (a fork of Kannel 1.5)', 'Kannel user guide'],
  published: null,
  settings: { url: 'http://10.0.0.5:13013/cgi-bin/sendsms', username: 'foobar' },
  credentials: { password: 'bar & foo' },
  requests: [
    {
      it: 'a message in GSM-7',
      messages: [MESSAGE],
      is: {
        method: 'GET',
        url: `http://10.0.0.5:13013/cgi-bin/sendsms?username=foobar&password=bar+%26+foo&from=%2B14155552345&to=%2B14155550100&text=Hello+%26+welcome%3A+50+%25+off+%2B+more&charset=UTF-8&coding=0&dlr-mask=31&dlr-url=${DLR}${END}`,
        headers: {},
        body: null,
      },
    },
    {
      it: 'a message in UCS-2, over one SMSC',
      settings: { smsc: 'vodafone' },
      messages: [{ ...MESSAGE, from: 'Acme', text: 'Привет' }],
      is: {
        method: 'GET',
        url: `http://10.0.0.5:13013/cgi-bin/sendsms?username=foobar&password=bar+%26+foo&smsc=vodafone&from=Acme&to=%2B14155550100&text=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82&charset=UTF-8&coding=2&dlr-mask=31&dlr-url=${DLR}${END}`,
        headers: {},
        body: null,
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 202, body: '0: Accepted for delivery', is: { status: 'accepted', providerId: OWN } },
    { it: 'queued', status: 202, body: '3: Queued for later delivery', is: { status: 'accepted', providerId: OWN } },
    {
      it: 'no route to the number',
      status: 403,
      body: 'Not routable. Do not try again.',
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: '403', retryAfterSeconds: null },
        reason: 'Not routable. Do not try again.',
      },
    },
    {
      it: 'a number on the black list',
      status: 400,
      body: 'Number(s) has/have been denied by white/black lists, rejected',
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: '400', retryAfterSeconds: null },
        reason: 'Number(s) has/have been denied by white/black lists, rejected',
      },
    },
    {
      it: 'wrong credentials',
      status: 403,
      body: 'Authorization failed for sendsms',
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '403', retryAfterSeconds: null, isUnread: true },
        reason: 'Authorization failed for sendsms',
      },
    },
    {
      it: 'no sender',
      status: 400,
      body: 'Sender missing and no global set, rejected',
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '400', retryAfterSeconds: null, isUnread: true },
        reason: 'Sender missing and no global set, rejected',
      },
    },
    {
      it: 'full',
      status: 503,
      body: 'Temporal failure, try again later.',
      is: { status: 'unreachable', reason: 'Temporal failure, try again later.', retryAfterSeconds: null },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: 'Sending failed.',
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
    {
      it: 'another text',
      status: 200,
      body: '<html>',
      is: { status: 'unknown', reason: 'The provider’s answer is not of the documented shape.' },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: { method: 'GET', query: `message_id=${OWN}&status=1&reason=id%3A1+stat%3ADELIVRD` },
      receipts: [{ providerId: null, messageId: OWN, status: 'delivered', reason: 'id:1 stat:DELIVRD' }],
    },
    {
      it: 'not delivered',
      request: { method: 'GET', query: `message_id=${OWN}&status=2&reason=` },
      receipts: [{ messageId: OWN, status: 'failed', reason: null }],
    },
    {
      it: 'taken by the SMSC',
      request: { method: 'GET', query: `message_id=${OWN}&status=8&reason=ACK%2F` },
      receipts: [{ messageId: OWN, status: 'accepted' }],
    },
    {
      it: 'refused by the SMSC',
      request: { method: 'GET', query: `message_id=${OWN}&status=16&reason=NACK%2F0x00000014%2FMessage+Queue+Full` },
      receipts: [{ messageId: OWN, status: 'failed', reason: 'NACK/0x00000014/Message Queue Full' }],
    },
    {
      it: 'a reply',
      request: {
        method: 'GET',
        query:
          'id=8f2b6a54-0f1e-4a7e-b9a5-000000000001&from=%2B14155550100&to=14155552345&text=Stop+%26+go&hex=53746f702026&coding=0&time=1764072000',
      },
      replies: [
        {
          ...{ id: '8f2b6a54-0f1e-4a7e-b9a5-000000000001', from: '+14155550100', to: '14155552345' },
          ...{ text: 'Stop & go', at: new Date('2025-11-25T12:00:00Z') },
        },
      ],
    },
    {
      it: 'a reply in UCS-2',
      request: {
        method: 'GET',
        query: 'id=2&from=%2B14155550100&to=14155552345&text=%00S%00T%00O%00P&hex=00530054004F0050&coding=2',
      },
      replies: [{ id: '2', text: 'STOP' }],
    },
    { it: 'something else', request: { method: 'GET', query: 'hello=world' } },
  ],
  signatures: [],
  mirror: {
    ownIds: true,
    accepted: { status: 202, body: { text: '0: Accepted for delivery' } },
    delivered: { type: 'query', content: { status: '1', reason: 'DELIVRD' } },
    reply: {
      type: 'query',
      content: { id: '{providerId}r', from: '+{to}', to: '{from}', text: '{text}', coding: '0' },
    },
  },
};
