import { type VoiceVectors, withSecret } from './vectors.ts';

export const custom: VoiceVectors = {
  credentials: { secret: 'key-1' },
  settings: {
    headers: { authorization: 'Bearer {{ secret }}' },
    body: { to: '{{ to }}', reference: '{{ reference }}' },
    idPath: 'id',
    events: { id: 'id', status: 'state', reference: 'reference', endedReason: 'reason' },
    statuses: { OVER: 'ended' },
    outcomes: { MACHINE: 'voice_mail' },
  },
  published: null,
  fake: {
    read: ({ to, reference }) => ({ to, reference }),
    accepted: (id) => ({ id }),
    report: (id, { reference }) => ({ id, reference, state: 'OVER', reason: 'MACHINE' }),
    headers: withSecret,
  },
};
