import type { LookupDeclaration } from './declaration.ts';

export const twilio: LookupDeclaration = {
  label: 'Twilio Lookup',
  reference: 'https://www.twilio.com/docs/lookup/v2-api/line-type-intelligence',
  fields: {
    accountSid: {
      label: 'Account SID',
      hint: 'Begins with AC. Console home page, under Account Info.',
      pattern: 'AC[0-9a-fA-F]{32}',
    },
    authToken: { label: 'Auth token', hint: 'Console home page, under Account Info.', secret: true },
    url: {
      label: 'API address',
      hint: 'Change it only if Twilio tells you to.',
      kind: 'url',
      default: 'https://lookups.twilio.com',
    },
  },
  request: {
    method: 'GET',
    url: '{url}/v2/PhoneNumbers/{number}',
    query: { Fields: 'line_type_intelligence' },
    auth: [{ scheme: 'basic', username: '{accountSid}', password: '{authToken}' }],
  },
  answer: {
    known: { phone_number: true, valid: true },
    reachable: { valid: ['true'] },
    landline: { 'line_type_intelligence.type': ['landline'] },
    mcc: 'line_type_intelligence.mobile_country_code',
    mnc: 'line_type_intelligence.mobile_network_code',
  },
};
