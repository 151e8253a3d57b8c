import { hmac, type VoiceVectors } from './vectors.ts';

export const bland: VoiceVectors = {
  credentials: { apiKey: 'key-1', signingSecret: 'sign-1' },
  // Bland publishes none. This is of a client that others write from its documentation.
  published: { repository: 'tryAGI/BlandAI', file: 'src/libs/BlandAI/openapi.yaml', openapi: '/v1/calls' },
  fake: {
    read: ({ phone_number, metadata }) => ({ to: phone_number, ...metadata }),
    accepted: (call_id) => ({ status: 'success', call_id }),
    report: (call_id, { reference, to }) => ({
      ...{ call_id, to, inbound: false, completed: true, status: 'completed', answered_by: 'voicemail' },
      metadata: { reference },
    }),
    headers: (body) => ({ 'x-webhook-signature': hmac('sign-1', body) }),
  },
};
