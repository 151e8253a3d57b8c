import '../../providers/voice-catalogue.ts';
import { builder } from '../../../../graphql/builder.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { checkVoiceAccount } from '../check-account.ts';
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
      'Proves the credentials of a voice account with its provider, without a call. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, `NOT_FOUND` when the team has none of this id, `CONFLICT` for an account without a provider, or whose provider has no such request.',
    args: { input: t.arg({ type: CheckVoiceAccountInput, required: true, description: 'Which account.' }) },
    resolve: (_root, { input }, ctx) => checkVoiceAccount(ctx, input.voiceAccountId),
  }),
);
