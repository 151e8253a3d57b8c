import { builder } from '../../../../graphql/builder.ts';

export const VoiceProviderEnum = builder.enumType('VoiceProvider', {
  description:
    'The documented name of an external voice provider: a number’s calls go over an account with the same one.',
  values: {
    provider_a: { description: 'The first provider.' },
    provider_b: { description: 'The second provider.' },
    provider_c: { description: 'The third provider.' },
    provider_d: { description: 'The fourth provider.' },
  },
});

export const VoiceAccountProviderEnum = builder.enumType('VoiceAccountProvider', {
  description: 'Who places a voice account’s calls. `providers` has the fields of each.',
  values: {
    simulator: { description: 'Invents calls of every outcome. It costs nothing and calls nobody.' },
    http: { description: 'An HTTP endpoint of the team’s own.' },
    vapi: { description: 'Vapi.' },
    retell: { description: 'Retell AI.' },
    bland: { description: 'Bland.' },
    custom: { description: 'Any other provider with an HTTP API, by a mapping of the team’s own.' },
  },
});
