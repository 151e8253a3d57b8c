import { MESSAGE, type Vectors } from './vectors.ts';

const OWN = '0199f0a0-0000-7000-8000-000000000001';
const ID = '07033084-5cfd-4812-90a4-e4d24ffb6e3d';
const form = (values: Record<string, string>) => new URLSearchParams(values);
const DLR = encodeURIComponent(`https://sms.example.com/hooks/sms/team/route?message_id=${OWN}`);
const receipt = (message_status: string, level: string) => ({
  ...{ id: ID, message_status, level, connector: 'demo_cid' },
});
const answer = { status: 200, type: 'text/plain', body: 'ACK/Jasmin' };

export const jasmin: Vectors = {
  name: 'jasmin',
  sources: [
    'jookies/jasmin misc/doc/sources/apis/http/index.rst',
    'jookies/jasmin jasmin/protocols/http (endpoints/send.py, endpoints/balance.py, errors.py), jasmin/routing/throwers.py',
  ],
  published: null,
  settings: { url: 'http://10.0.0.5:1401', username: 'foo' },
  credentials: { password: 'bar & foo' },
  requests: [
    {
      it: 'a message in GSM-7',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: 'http://10.0.0.5:1401/send',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `username=foo&password=bar+%26+foo&from=%2B14155552345&to=14155550100&coding=0&content=Hello+%26+welcome%3A+50+%25+off+%2B+more&dlr=yes&dlr-url=${DLR}&dlr-level=3&dlr-method=POST`,
      },
    },
    {
      it: 'a message in UCS-2',
      messages: [{ ...MESSAGE, from: null, text: 'Да👍' }],
      is: {
        method: 'POST',
        url: 'http://10.0.0.5:1401/send',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `username=foo&password=bar+%26+foo&to=14155550100&coding=8&hex-content=04140430d83ddc4d&dlr=yes&dlr-url=${DLR}&dlr-level=3&dlr-method=POST`,
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 200, body: `Success "${ID}"`, is: { status: 'accepted', providerId: ID } },
    {
      it: 'a malformed number',
      status: 400,
      body: 'Error "Argument [to] has an invalid value: [abc]."',
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: '400', retryAfterSeconds: null },
        reason: 'Argument [to] has an invalid value: [abc].',
      },
    },
    {
      it: 'wrong credentials',
      status: 403,
      body: 'Error "Authentication failure for username:foo"',
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '403', retryAfterSeconds: null, isUnread: true },
        reason: 'Authentication failure for username:foo',
      },
    },
    {
      it: 'no balance',
      status: 403,
      body: 'Error "Cannot charge submit_sm, check RouterPB log file for details"',
      is: {
        ...{ status: 'rejected', kind: 'balance', code: '403', retryAfterSeconds: null, isUnread: true },
        reason: 'Cannot charge submit_sm, check RouterPB log file for details',
      },
    },
    {
      it: 'too many messages',
      status: 403,
      body: 'Error "User throughput exceeded"',
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: '403', retryAfterSeconds: null, isUnread: true },
        reason: 'User throughput exceeded',
      },
    },
    {
      it: 'no route',
      status: 412,
      body: 'Error "No route found"',
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '412', retryAfterSeconds: null, isUnread: true },
        reason: 'No route found',
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: 'Error "Cannot send submit_sm, check SMPPClientManagerPB log file for details"',
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'taken by the SMSC',
      request: { query: `message_id=${OWN}`, body: form(receipt('ESME_ROK', '1')) },
      receipts: [{ providerId: ID, messageId: OWN, status: 'accepted' }],
      answer,
    },
    {
      it: 'refused by the SMSC',
      request: { query: `message_id=${OWN}`, body: form(receipt('ESME_RINVNUMDESTS', '1')) },
      receipts: [{ providerId: ID, messageId: OWN, status: 'failed' }],
      answer,
    },
    {
      it: 'delivered',
      request: {
        query: `message_id=${OWN}`,
        body: form({
          ...receipt('DELIVRD', '3'),
          ...{ id_smsc: '2567', subdate: '1311022338', donedate: '1311022338', sub: '1', dlvrd: '1', err: '0' },
          text: 'Hello foo bar',
        }),
      },
      receipts: [{ providerId: ID, messageId: OWN, status: 'delivered', code: 0 }],
      answer,
    },
    {
      it: 'not delivered',
      request: { body: form({ ...receipt('UNDELIV', '3'), err: '11' }) },
      receipts: [{ providerId: ID, status: 'failed', code: 11 }],
      answer,
    },
    {
      it: 'a reply',
      request: {
        body: form({
          ...{ id: '16fd2706-8baf-433b-82eb-8c7fada847da', from: '+21620203060', to: '20203060' },
          ...{ 'origin-connector': 'demo_cid', coding: '0', content: 'Hello world !', binary: '48656c6c6f' },
        }),
      },
      replies: [
        {
          ...{ id: '16fd2706-8baf-433b-82eb-8c7fada847da', from: '+21620203060', to: '20203060' },
          text: 'Hello world !',
        },
      ],
      answer,
    },
    {
      it: 'a reply in UCS-2, over GET',
      request: {
        method: 'GET',
        query:
          'id=1&from=21620203060&to=20203060&origin-connector=demo_cid&coding=8&content=%00S%00T%00O%00P&binary=00530054004f0050',
      },
      replies: [{ id: '1', from: '21620203060', text: 'STOP' }],
      answer,
    },
    { it: 'something else', request: { body: form({ hello: 'world' }) }, answer },
  ],
  signatures: [],
  check: [
    { it: 'good', status: 200, body: { balance: 100, sms_count: 'ND' }, isOk: true, advice: null },
    {
      it: 'wrong credentials',
      status: 403,
      body: 'Authentication failure for username:foo',
      isOk: false,
      advice: 'Check user name and password, and that the user is enabled in jcli.',
    },
  ],
  mirror: {
    accepted: { status: 200, body: { text: 'Success "{providerId}"' } },
    delivered: {
      type: 'form',
      content: { id: '{providerId}', message_status: 'DELIVRD', level: '3', connector: 'fake', err: '0' },
    },
    reply: {
      type: 'form',
      content: {
        id: '{providerId}r',
        from: '+{to}',
        to: '{from}',
        'origin-connector': 'fake',
        coding: '0',
        content: '{text}',
        binary: '00',
      },
    },
  },
};
