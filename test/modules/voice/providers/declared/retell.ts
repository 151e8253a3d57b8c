import { hmac, type VoiceVectors } from './vectors.ts';

export const retell: VoiceVectors = {
  credentials: { apiKey: 'key-1' },
  published: {
    repository: 'RetellAI/retell-typescript-sdk',
    file: 'src/resources/call.ts',
    type: 'CallCreatePhoneCallParams',
  },
  fake: {
    read: ({ to_number, metadata }) => ({ to: to_number, ...metadata }),
    accepted: (call_id) => ({ call_id, call_status: 'registered' }),
    report: (call_id, { reference, to }) => ({
      event: 'call_ended',
      call: {
        ...{ call_id, direction: 'outbound', to_number: to, metadata: { reference } },
        ...{ disconnection_reason: 'voicemail_reached', end_timestamp: Date.now() },
      },
    }),
    headers: (body) => {
      const now = Date.now();
      return { 'x-retell-signature': `v=${now},d=${hmac('key-1', `${body}${now}`)}` };
    },
  },
};
