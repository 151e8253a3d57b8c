import { builder } from '../../graphql/builder.ts';
import { orderInput, textWithin } from '../../graphql/lists.ts';
import { VoiceProviderEnum } from './enums.ts';

export const VoiceAccountFilter = builder.inputType('VoiceAccountFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    name: t.string(textWithin('the name')),
    provider: t.field({ type: [VoiceProviderEnum], description: 'With one of these providers.' }),
    isArchived: t.boolean({ description: 'Whether it was archived.' }),
  }),
});

export const VoiceAccountOrder = orderInput('VoiceAccount', { createdAt: 'When it was created.' });

export const CreateVoiceAccountInput = builder.inputType('CreateVoiceAccountInput', {
  description: 'A new voice account.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    provider: t.field({ type: VoiceProviderEnum, required: true, description: 'The provider.' }),
  }),
});

export const UpdateVoiceAccountInput = builder.inputType('UpdateVoiceAccountInput', {
  description: 'What to change; what is absent stays.',
  fields: (t) => ({
    name: t.string({ description: 'Name, 1 to 255 characters; it cannot be cleared.' }),
    provider: t.field({ type: VoiceProviderEnum, description: 'The provider; it cannot be cleared.' }),
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
