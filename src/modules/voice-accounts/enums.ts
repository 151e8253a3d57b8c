import { builder } from '../../graphql/builder.ts';

export const VoiceProviderEnum = builder.enumType('VoiceProvider', {
  description: 'An external voice provider.',
  values: {
    provider_a: { description: 'The first provider.' },
    provider_b: { description: 'The second provider.' },
    provider_c: { description: 'The third provider.' },
    provider_d: { description: 'The fourth provider.' },
  },
});
