import { builder } from '../../../../graphql/builder.ts';
import { DECLARED } from '../../providers/declared/declarations.ts';
import type { VoiceAdapter } from '../../providers/settings.ts';

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

const declared = Object.fromEntries(
  Object.entries(DECLARED).map(([name, { label }]) => [name, { description: `${label}.` }]),
);

export const VoiceAccountProviderEnum = builder.enumType('VoiceAccountProvider', {
  description: 'Who places a voice account’s calls. `providers` has the fields of each.',
  values: {
    simulator: { description: 'Invents calls of every outcome. It costs nothing and calls nobody.' },
    http: { description: 'An HTTP endpoint of the team’s own.' },
    ...declared,
    custom: { description: 'Any other provider with an HTTP API, by a mapping of the team’s own.' },
  } as Record<VoiceAdapter, { description: string }>,
});
