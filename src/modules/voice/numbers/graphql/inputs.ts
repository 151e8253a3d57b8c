import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { VoiceProviderEnum } from '../../accounts/graphql/enums.ts';
import { numberFilter } from '../reads.ts';

export const VoiceNumberFilter = filterInput(numberFilter);

export const VoiceNumberOrder = orderInput('VoiceNumber', {
  createdAt: 'When it was created.',
  number: 'The number itself.',
});

export const [CreateVoiceNumberInput, UpdateVoiceNumberInput] = inputPair('VoiceNumber', {
  create: 'A phone number that the team has with a provider.',
  update:
    'Fields to change. Omitted fields stay as they are; null clears. The number cannot change because calls refer to it.',
  fields: (t) => ({
    voiceProvider: t.field({
      type: VoiceProviderEnum,
      description: 'Who connects its calls; defaults to its account’s provider. Needed without an account.',
      onUpdate: 'Who connects its calls (E9); it cannot be cleared.',
    }),
    voiceAccountId: t.id({ description: 'Account of the team that runs it, not an archived one.' }),
    inboundAgentId: t.id({ description: 'Agent of the team that takes its calls, not an archived one.' }),
    voiceProviderId: t.string({ description: 'The provider’s id of it, at most 255 characters.' }),
    sipConfig: t.string({ description: 'Address of its SIP trunk, at most 255 characters.' }),
    disallowedCountryIds: t.idList({
      description: 'Countries it must not call, ISO 3166-1 numeric codes; repeats count once.',
    }),
    maxConcurrentCalls: t.field({
      type: 'PositiveInt',
      description: 'Most calls from it at the same time, 1 to 1,000; null: as many as its account allows.',
    }),
  }),
  onlyCreate: (t) => ({
    number: t.field({
      type: 'PhoneNumber',
      required: true,
      description: 'The phone number with its country code; unique in the team.',
    }),
  }),
});

export const SetVoiceNumberProviderInput = builder.inputType('SetVoiceNumberProviderInput', {
  description: 'The provider a number is given (E9).',
  fields: (t) => ({
    voiceProvider: t.field({ type: VoiceProviderEnum, required: true, description: 'The new provider.' }),
  }),
});
