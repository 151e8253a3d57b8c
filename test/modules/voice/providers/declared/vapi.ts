import { type VoiceVectors, withSecret } from './vectors.ts';

export const vapi: VoiceVectors = {
  credentials: { apiKey: 'key-1' },
  published: { repository: 'VapiAI/docs', file: 'fern/apis/api/openapi.json', openapi: '/call' },
  fake: {
    read: ({ customer, assistantOverrides }) => ({ to: customer.number, ...assistantOverrides.metadata }),
    accepted: (id) => ({ id, status: 'queued' }),
    report: (id, { reference }) => ({
      message: {
        type: 'end-of-call-report',
        call: { id, type: 'outboundPhoneCall', assistantOverrides: { metadata: { reference } } },
        endedReason: 'voicemail',
        timestamp: Date.now(),
      },
    }),
    headers: withSecret,
  },
};
