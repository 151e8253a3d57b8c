import { builder } from '../../../../graphql/builder.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { type AdapterField, type AdapterInfo, adapterList } from '../../providers/adapter-list.ts';
import { checkVoiceAccount } from '../check-account.ts';
import { VoiceAdapterEnum } from './enums.ts';
import { VoiceAccountType } from './types.ts';

const CheckVoiceAccountInput = builder.inputType('CheckVoiceAccountInput', {
  description: 'The voice account to check.',
  fields: (t) => ({ voiceAccountId: t.id({ required: true, description: 'Its id.' }) }),
});

const CheckVoiceAccountPayload = builder
  .objectRef<Awaited<ReturnType<typeof checkVoiceAccount>>>('CheckVoiceAccountPayload')
  .implement({
    description: 'Whether a provider accepts the credentials of a voice account.',
    fields: (t) => ({
      voiceAccount: t.expose('voiceAccount', { type: VoiceAccountType, description: 'The account.' }),
      isValid: t.exposeBoolean('isValid', { description: 'Whether the provider accepted the credentials.' }),
      message: t.exposeString('message', { description: 'What the provider said, for the person who entered them.' }),
    }),
  });

builder.mutationField('checkVoiceAccount', (t) =>
  t.field({
    type: CheckVoiceAccountPayload,
    access: MAY.manageVoiceAccounts,
    creates: false,
    changes: 'nothing',
    description:
      'Proves the credentials of a voice account with its provider, without a call. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, `NOT_FOUND` when the team has none of this id, `CONFLICT` for an account without an adapter, or whose adapter has no such request.',
    args: { input: t.arg({ type: CheckVoiceAccountInput, required: true, description: 'Which account.' }) },
    resolve: (_root, { input }, ctx) => checkVoiceAccount(ctx, input.voiceAccountId),
  }),
);

const VoiceAdapterFieldType = builder.objectRef<AdapterField>('VoiceAdapterField').implement({
  description: 'A value that an adapter asks for.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in `settings` or `credentials`.' }),
    label: t.exposeString('label', { description: 'What a form calls it.' }),
    hint: t.exposeString('hint', { description: 'Where to find it, or what it does.' }),
    isRequired: t.exposeBoolean('isRequired', { description: 'Whether it must be given.' }),
    default: t.expose('usual', { type: 'JSON', nullable: true, description: 'The value that is used without it.' }),
  }),
});

const VoiceAdapterInfoType = builder.objectRef<AdapterInfo>('VoiceAdapterInfo').implement({
  description: 'A voice provider that is connected by entering values.',
  fields: (t) => ({
    adapter: t.expose('adapter', { type: VoiceAdapterEnum, description: 'The adapter.' }),
    label: t.exposeString('label', { description: 'The provider’s name.' }),
    documentation: t.exposeString('documentation', { description: 'The page that describes its setup.' }),
    credentials: t.expose('credentials', { type: [VoiceAdapterFieldType], size: 5, description: 'Its secrets.' }),
    settings: t.expose('settings', { type: [VoiceAdapterFieldType], size: 20, description: 'What else it asks for.' }),
  }),
});

builder.queryField('voiceAdapters', (t) =>
  t.field({
    type: [VoiceAdapterInfoType],
    access: 'viewer',
    size: 10,
    description: 'The voice providers that `setVoiceAccountAdapter` connects by entering values, with their fields.',
    resolve: () => adapterList(),
  }),
);
