import { MESSAGE, type Vectors } from './vectors.ts';

const TOKEN = '12345';
const AUTH = `Basic ${Buffer.from('ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:12345').toString('base64')}`;
const SID = 'SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const form = (values: Record<string, string>) => new URLSearchParams(values);

const created = {
  account_sid: 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  api_version: '2010-04-01',
  body: 'Hello! 👍',
  date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  from: '+14155552345',
  num_segments: '1',
  price: null,
  sid: SID,
  status: 'queued',
  to: '+14155552345',
};
const refusal = (code: number, message: string, status = 400) => ({
  ...{ code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` },
});
const signed = {
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  values: { authToken: TOKEN },
};
const call = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};
const header = (signature: string) => ({ 'x-twilio-signature': signature });
const json = '{"property": "value", "boolean": true}';
const hash = '0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620';

export const twilio: Vectors = {
  name: 'twilio',
  sources: ['twilio/twilio-oai spec/json/twilio_api_v2010.json', 'twilio/twilio-node spec/validation.spec.js'],
  published: {
    repository: 'twilio/twilio-oai',
    file: 'spec/json/twilio_api_v2010.json',
    openapi: '/2010-04-01/Accounts/{AccountSid}/Messages.json',
  },
  settings: { accountSid: 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
  credentials: { authToken: TOKEN },
  requests: [
    {
      it: 'from a number',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: 'https://api.twilio.com/2010-04-01/Accounts/ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/Messages.json',
        headers: { authorization: AUTH, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'To=%2B14155550100&From=%2B14155552345&Body=Hello+%26+welcome%3A+50+%25+off+%2B+more&StatusCallback=https%3A%2F%2Fsms.example.com%2Fhooks%2Fsms%2Fteam%2Froute%3Fmessage_id%3D0199f0a0-0000-7000-8000-000000000001',
      },
    },
    {
      it: 'from a Messaging Service, with an API key, in another region',
      settings: {
        apiKeySid: 'SKbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
        messagingServiceSid: 'MGaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        url: 'https://api.ie1.twilio.com/',
      },
      credentials: { apiKeySecret: 'key secret' },
      messages: [{ ...MESSAGE, from: null, text: '👍 {text} {authToken}' }],
      is: {
        method: 'POST',
        url: 'https://api.ie1.twilio.com/2010-04-01/Accounts/ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/Messages.json',
        headers: {
          authorization: `Basic ${Buffer.from('SKbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:key secret').toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'To=%2B14155550100&MessagingServiceSid=MGaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&Body=%F0%9F%91%8D+%7Btext%7D+%7BauthToken%7D&StatusCallback=https%3A%2F%2Fsms.example.com%2Fhooks%2Fsms%2Fteam%2Froute%3Fmessage_id%3D0199f0a0-0000-7000-8000-000000000001',
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 201, body: created, is: { status: 'accepted', providerId: SID } },
    {
      it: 'no such number',
      status: 400,
      body: refusal(21211, "The 'To' number +1415 is not a valid phone number."),
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: '21211', retryAfterSeconds: null },
        reason: "The 'To' number +1415 is not a valid phone number.",
      },
    },
    {
      it: 'opted out',
      status: 400,
      body: refusal(21610, 'Attempt to send to unsubscribed recipient'),
      is: {
        ...{ status: 'rejected', kind: 'opted_out', code: '21610', retryAfterSeconds: null },
        reason: 'Attempt to send to unsubscribed recipient',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      retryAfter: 7,
      body: refusal(20429, 'Too Many Requests', 429),
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: '20429', retryAfterSeconds: 7, isUnread: true },
        reason: 'Too Many Requests',
      },
    },
    {
      it: 'wrong credentials',
      status: 401,
      body: refusal(20003, 'Authenticate', 401),
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '20003', retryAfterSeconds: null, isUnread: true },
        reason: 'Authenticate',
      },
    },
    {
      it: 'a sender of somebody else',
      status: 400,
      body: refusal(21606, "The 'From' phone number provided is not a valid message-capable Twilio phone number"),
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '21606', retryAfterSeconds: null, isUnread: true },
        reason: "The 'From' phone number provided is not a valid message-capable Twilio phone number",
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 503,
      body: refusal(20503, 'Service Unavailable', 503),
      is: { status: 'unknown', reason: 'Service Unavailable', isUnanswered: true },
    },
    {
      it: 'a failure without a body',
      status: 502,
      body: '<html>',
      is: { status: 'unknown', reason: 'The service answered 502.', isUnanswered: true },
    },
    {
      it: 'a success that says nothing',
      status: 200,
      body: '',
      is: { status: 'unknown', reason: 'The provider’s answer is not of the documented shape.' },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: {
        query: 'message_id=0199f0a0-0000-7000-8000-000000000001',
        body: form({
          SmsSid: SID,
          SmsStatus: 'delivered',
          MessageStatus: 'delivered',
          To: '+15558675310',
          MessageSid: SID,
          AccountSid: 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
          From: '+15017122661',
          ApiVersion: '2010-04-01',
        }),
      },
      receipts: [
        {
          ...{ providerId: SID, messageId: '0199f0a0-0000-7000-8000-000000000001', status: 'delivered' },
          ...{ code: null, reason: null },
        },
      ],
    },
    {
      it: 'undelivered',
      request: { body: form({ MessageSid: SID, MessageStatus: 'undelivered', ErrorCode: '30003' }) },
      receipts: [
        {
          ...{ providerId: SID, messageId: null, status: 'failed', code: 30_003 },
          reason: 'The handset cannot be reached.',
        },
      ],
    },
    {
      it: 'on its way, over GET',
      request: { method: 'GET', query: `MessageSid=${SID}&MessageStatus=sent` },
      receipts: [{ providerId: SID, status: 'accepted' }],
    },
    {
      it: 'a reply',
      request: {
        body: form({
          ToCountry: 'US',
          MessageSid: 'SMbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
          SmsStatus: 'received',
          NumMedia: '0',
          Body: 'Stop & go',
          To: '+14155552345',
          From: '+14155550100',
        }),
      },
      replies: [
        {
          ...{ id: 'SMbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', from: '+14155550100', to: '+14155552345' },
          text: 'Stop & go',
        },
      ],
    },
    {
      it: 'an opt-out by a word that the account has set up',
      request: { body: form({ MessageSid: 'SM1', Body: 'Basta', From: '+14155550100', OptOutType: 'STOP' }) },
      replies: [{ id: 'SM1', text: 'Basta', isStop: true }],
    },
    { it: 'something else', request: { body: form({ EventType: 'onMessageAdded' }) } },
  ],
  signatures: [
    { it: 'a form', ...signed, request: { headers: header('RSOYDt4T1cUTdK1PDd93/VVr8B8='), body: form(call) } },
    {
      it: 'a JSON body, by its hash',
      values: signed.values,
      url: `${signed.url}&bodySHA256=${hash}`,
      request: {
        query: `foo=1&bar=2&bodySHA256=${hash}`,
        headers: { ...header('a9nBmqA0ju/hNViExpshrM61xv4='), 'content-type': 'application/json' },
        body: json,
      },
    },
    {
      it: 'https with a port, without it',
      values: signed.values,
      url: 'https://mycompany.com:1234/myapp.php?foo=1&bar=2',
      request: { headers: header('RSOYDt4T1cUTdK1PDd93/VVr8B8='), body: form(call) },
    },
    {
      it: 'http with a port',
      values: signed.values,
      url: 'http://mycompany.com:1234/myapp.php?foo=1&bar=2',
      request: { headers: header('Zmvh+3yNM1Phv2jhDCwEM3q5ebU='), body: form(call) },
    },
    {
      it: 'https with the standard port',
      ...signed,
      request: { headers: header('kvajT1Ptam85bY51eRf/AJRuM3w='), body: form(call) },
    },
    {
      it: 'http with the standard port',
      values: signed.values,
      url: 'http://mycompany.com/myapp.php?foo=1&bar=2',
      request: { headers: header('0ZXoZLH/DfblKGATFgpif+LLRf4='), body: form(call) },
    },
    {
      it: 'special characters in the query',
      values: signed.values,
      url: "https://mycompany.com/myapp.php?foo=1&bar=2&Body=It's+amazing",
      request: { headers: header('TfZzewPq8wqrGlMfyAud8+/IvJ0='), body: form(call) },
    },
    {
      it: 'a value that comes twice',
      ...signed,
      request: {
        headers: header('IK+Dwps556ElfBT0I3Rgjkr1wJU='),
        body: new URLSearchParams('Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234'),
      },
    },
  ],
  check: [
    { it: 'good', status: 200, body: { sid: 'AC1', status: 'active' }, isOk: true, advice: null },
    {
      it: 'wrong credentials',
      status: 401,
      body: refusal(20003, 'Authenticate', 401),
      isOk: false,
      advice: 'Copy the account SID and the auth token or API key from the console again.',
    },
    { it: 'a suspended account', status: 200, body: { sid: 'AC1', status: 'suspended' }, isOk: false },
  ],
  mirror: {
    accepted: { status: 201, body: { ...created, sid: '{providerId}', to: '+{to}' } },
    delivered: {
      type: 'form',
      content: { MessageSid: '{providerId}', MessageStatus: 'delivered', SmsStatus: 'delivered', To: '+{to}' },
    },
    reply: {
      type: 'form',
      content: { MessageSid: '{providerId}r', SmsStatus: 'received', From: '+{to}', To: '{from}', Body: '{text}' },
    },
  },
};
