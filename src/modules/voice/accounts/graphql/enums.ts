import { builder } from '../../../../graphql/builder.ts';

export const VoiceProviderEnum = builder.enumType('VoiceProvider', {
  description: 'An external voice provider.',
  values: {
    provider_a: { description: 'The first provider.' },
    provider_b: { description: 'The second provider.' },
    provider_c: { description: 'The third provider.' },
    provider_d: { description: 'The fourth provider.' },
  },
});

export const VoiceAdapterEnum = builder.enumType('VoiceAdapter', {
  description: 'Who places the calls of a voice account.',
  values: {
    simulator: { description: 'Invents calls of every outcome. It costs nothing and calls nobody.' },
    http: { description: 'An HTTP endpoint of the team’s own.' },
    vapi: { description: 'Vapi.' },
    retell: { description: 'Retell AI.' },
    bland: { description: 'Bland.' },
    custom: { description: 'Any other provider with an HTTP API, by a mapping of the team’s own.' },
  },
});
