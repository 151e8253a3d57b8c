import type { LookupDeclaration } from './declaration.ts';

export const telnyx: LookupDeclaration = {
  label: 'Telnyx Number Lookup',
  reference: 'https://developers.telnyx.com/api-reference/number-lookup/lookup-phone-number-data',
  fields: {
    apiKey: { label: 'API key', hint: 'Begins with KEY. Mission Control portal, under API Keys.', secret: true },
    url: {
      label: 'API address',
      hint: 'Change it only if Telnyx tells you to.',
      kind: 'url',
      default: 'https://api.telnyx.com',
    },
  },
  request: {
    method: 'GET',
    url: '{url}/v2/number_lookup/{number}',
    query: { type: 'carrier' },
    auth: [{ scheme: 'bearer', token: '{apiKey}' }],
  },
  answer: {
    known: { 'data.phone_number': true },
    reachable: {},
    landline: { 'data.carrier.type': ['fixed line'] },
    ported: { 'data.portability.ported_status': ['Y'] },
    mcc: 'data.carrier.mobile_country_code',
    mnc: 'data.carrier.mobile_network_code',
  },
};
