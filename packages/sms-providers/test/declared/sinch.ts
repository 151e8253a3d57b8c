import { MESSAGE, type Vectors } from './vectors.ts';

const ID = '01W4FFL35P4NC4K35SMSBATCH1';
const OWN = '0199f0a0-0000-7000-8000-000000000001';
const accepted = {
  ...{ id: ID, to: ['12017777777'], from: '12015555555', canceled: false, body: 'SMS body message', type: 'mt_text' },
  ...{ created_at: '2024-06-06T09:22:14.304Z', modified_at: '2024-06-06T09:22:14.304Z', delivery_report: 'full' },
};
const report = (more: object) => ({
  ...{ type: 'recipient_delivery_report_sms', batch_id: '01W4FFL35P4NC4K35SMSBATCH9', client_reference: OWN },
  ...{ recipient: '12017777777', code: 0, status: 'Delivered', at: '2024-06-06T08:17:19.210Z' },
  ...more,
});
const headers = { authorization: 'Bearer HappyCappyToken', 'content-type': 'application/json' };

export const sinch: Vectors = {
  name: 'sinch',
  sources: ['sinch/sinch-sdk-node packages/sms/tests/rest/v1 (batches, callbacks)', 'sinch/docs docs/sms/sms-guide.md'],
  published: {
    repository: 'sinch/sinch-sdk-node',
    file: 'packages/sms/src/models/v1/text-request/text-request.ts',
    type: 'TextRequest',
  },
  settings: { servicePlanId: 'CappyPremiumPlan' },
  credentials: { apiToken: 'HappyCappyToken', webhookSecret: 'SMSWebhooksSecret' },
  requests: [
    {
      it: 'from a number',
      messages: [MESSAGE],
      is: {
        method: 'POST',
        url: 'https://us.sms.api.sinch.com/xms/v1/CappyPremiumPlan/batches',
        headers,
        body: {
          type: 'mt_text',
          to: ['+14155550100'],
          from: '+14155552345',
          body: 'Hello & welcome: 50 % off + more',
          delivery_report: 'per_recipient',
          callback_url: 'https://sms.example.com/hooks/sms/team/route',
          client_reference: OWN,
        },
      },
    },
    {
      it: 'from a name, in another region',
      settings: { url: 'https://eu.sms.api.sinch.com/' },
      messages: [{ ...MESSAGE, from: 'Acme', text: '👍' }],
      is: {
        method: 'POST',
        url: 'https://eu.sms.api.sinch.com/xms/v1/CappyPremiumPlan/batches',
        headers,
        body: {
          type: 'mt_text',
          to: ['+14155550100'],
          from: 'Acme',
          body: '👍',
          delivery_report: 'per_recipient',
          callback_url: 'https://sms.example.com/hooks/sms/team/route',
          client_reference: OWN,
        },
      },
    },
  ],
  answers: [
    { it: 'accepted', status: 201, body: accepted, is: { status: 'accepted', providerId: ID } },
    {
      it: 'no such number',
      status: 400,
      body: { code: 'syntax_invalid_parameter_format', text: 'Invalid MSISDN in the field to.' },
      is: {
        ...{ status: 'rejected', kind: 'permanent', code: 'syntax_invalid_parameter_format', retryAfterSeconds: null },
        reason: 'Invalid MSISDN in the field to.',
      },
    },
    {
      it: 'a wrong token',
      status: 401,
      body: '',
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: '401', retryAfterSeconds: null, isUnread: true },
        reason: 'The provider answered 401.',
      },
    },
    {
      it: 'a blocked account',
      status: 403,
      body: { code: 'blocked_account', text: 'Your account has been blocked' },
      is: {
        ...{ status: 'rejected', kind: 'blocked', code: 'blocked_account', retryAfterSeconds: null, isUnread: true },
        reason: 'Your account has been blocked',
      },
    },
    {
      it: 'too many requests',
      status: 429,
      body: '',
      is: {
        ...{ status: 'rejected', kind: 'throttled', code: '429', retryAfterSeconds: null, isUnread: true },
        reason: 'The provider answered 429.',
      },
    },
    {
      it: 'a failure that may have sent it',
      status: 500,
      body: '',
      is: { status: 'unknown', reason: 'The service answered 500.', isUnanswered: true },
    },
  ],
  callbacks: [
    {
      it: 'delivered',
      request: { body: report({}) },
      receipts: [
        {
          ...{ providerId: '01W4FFL35P4NC4K35SMSBATCH9', messageId: OWN, status: 'delivered', code: 0, reason: null },
          at: new Date('2024-06-06T08:17:19.210Z'),
        },
      ],
    },
    {
      it: 'aborted',
      request: { body: report({ code: 412, status: 'Aborted', recipient: '12010000000' }) },
      receipts: [{ status: 'failed', code: 412, reason: 'The account is not provisioned for this region.' }],
    },
    {
      it: 'on its way',
      request: { body: report({ code: 401, status: 'Dispatched' }) },
      receipts: [{ status: 'accepted', code: 401 }],
    },
    {
      it: 'a reply',
      request: {
        body: {
          ...{ id: '01W4FFL35P4NC4K35SMSBATCH8', type: 'mo_text', from: '12015555555', to: '12017777777' },
          ...{ body: 'Hello John! 👋', operator_id: '311071', received_at: '2024-06-06T07:52:37.386Z' },
        },
      },
      replies: [
        {
          ...{ id: '01W4FFL35P4NC4K35SMSBATCH8', from: '12015555555', to: '12017777777', text: 'Hello John! 👋' },
          at: new Date('2024-06-06T07:52:37.386Z'),
        },
      ],
    },
    {
      it: 'a reply with a picture',
      request: {
        body: {
          ...{ id: '01W4FFL35P4NC4K35SMSBATCH9', type: 'mo_media', from: '12015555555', to: '12017777777' },
          body: { subject: 'Re:', message: 'STOP', media: [{ url: 'https://example.com/a.png', code: 0 }] },
          received_at: '2024-06-06T07:52:37.386Z',
        },
      },
      replies: [{ id: '01W4FFL35P4NC4K35SMSBATCH9', from: '12015555555', to: '12017777777', text: 'STOP' }],
    },
    { it: 'a report of a whole batch', request: { body: { type: 'delivery_report_sms', batch_id: ID, statuses: [] } } },
  ],
  signatures: [
    {
      it: 'a report',
      url: 'https://sms.example.com/hooks/sms/team/route',
      now: '2025-01-13T09:22:45Z',
      values: { webhookSecret: 'SMSWebhooksSecret' },
      request: {
        headers: {
          'content-type': 'application/json',
          'x-sinch-webhook-signature': 'ZoHei66PPN/kZjw7hFVfGhJOnml3iGNCMWoyQVcE5o0=',
          'x-sinch-webhook-signature-nonce': '01JHFFHWYY7HSS4FWTMDTQEK8V',
          'x-sinch-webhook-signature-timestamp': '1736760161',
        },
        body: '{"at":"2025-01-13T09:22:40.914Z","batch_id":"01JHFFHQ0P99JPPNQPJDV7JTBP","client_reference":"a client reference","code":0,"operator_status_at":"2025-01-13T09:22:00Z","recipient":"33662162466","status":"Delivered","type":"recipient_delivery_report_sms"}',
      },
    },
  ],
  check: [
    { it: 'good', status: 200, body: { count: 0, page: 0, batches: [], page_size: 0 }, isOk: true, advice: null },
    {
      it: 'a wrong token',
      status: 401,
      body: '',
      isOk: false,
      advice: 'Copy the service plan ID and the API token from the dashboard.',
    },
  ],
  mirror: {
    accepted: { status: 201, body: { id: '{providerId}', to: ['{to}'], type: 'mt_text' } },
    delivered: {
      type: 'json',
      content: {
        type: 'recipient_delivery_report_sms',
        batch_id: '{providerId}',
        client_reference: '{id}',
        recipient: '{to}',
        code: 0,
        status: 'Delivered',
      },
    },
    reply: {
      type: 'json',
      content: { type: 'mo_text', id: '{providerId}r', from: '{to}', to: '{from}', body: '{text}' },
    },
  },
};
