import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { voiceAccountFilter } from '../operations.ts';
import { VoiceAccountProviderEnum, VoiceProviderEnum } from './enums.ts';

export const VoiceAccountFilter = filterInput(voiceAccountFilter);
export const VoiceAccountOrder = orderInput('VoiceAccount', { createdAt: 'When it was created.', name: 'Its name.' });

export const [CreateVoiceAccountInput, UpdateVoiceAccountInput] = inputPair('VoiceAccount', {
  create: 'A new voice account.',
  update: 'Fields to change. Omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name, 1 to 255 characters.',
      onUpdate: 'Name, 1 to 255 characters; it cannot be cleared.',
    }),
    voiceProvider: t.field({
      type: VoiceProviderEnum,
      required: true,
      description: 'Its numbers are those with the same.',
      onUpdate: 'Its numbers are those with the same; it cannot be cleared.',
    }),
    maxConcurrentCalls: t.field({
      type: 'PositiveInt',
      description: 'Most calls over it at the same time, 1 to 1,000. Defaults to 10. Cannot be null.',
    }),
    integrationId: t.id({
      description: 'Integration of the team whose balance pays for its calls; null: nothing is charged.',
    }),
  }),
});

export const RotateVoiceAccountSecretInput = builder.inputType('RotateVoiceAccountSecretInput', {
  description: 'How a webhook secret is rotated.',
  fields: (t) => ({
    overlapHours: t.field({
      type: 'NonNegativeInt',
      required: true,
      defaultValue: 24,
      description: 'For how many hours the former secret is accepted, too: 0 to 168; 0 revokes it at once.',
    }),
  }),
});

export const SetVoiceAccountProviderInput = builder.inputType('SetVoiceAccountProviderInput', {
  description: 'Who places the calls of a voice account.',
  fields: (t) => ({
    provider: t.field({ type: VoiceAccountProviderEnum, required: true, description: 'The provider.' }),
    settings: t.field({
      type: 'JSONObject',
      description:
        'What the provider needs to know besides secrets; what is left out has its usual value. All of them are in docs/voice-providers.md.',
    }),
    credentials: t.field({
      type: 'JSONObject',
      description:
        'For all providers but `http` and `simulator`; `providers` lists them. They are encrypted and never returned. Those left out stay as they are and null removes one, unless the provider or the address that requests go to changes.',
    }),
    rotateSecret: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Makes a new secret where there is one already: for `http` the signing secret, whose former one counts no more; for providers whose events carry the account’s webhook secret that one, whose former one is accepted for 24 hours.',
    }),
  }),
});
