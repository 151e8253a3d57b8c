import '../../providers/voice-catalogue.ts';
import { builder } from '../../../../graphql/builder.ts';
import { ShownRequestType } from '../../../delivery/routing/graphql/provider-types.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { checkVoiceAccount, previewVoiceAccountRequest } from '../try-account.ts';
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

const PreviewVoiceAccountRequestInput = builder.inputType('PreviewVoiceAccountRequestInput', {
  description: 'A call that is only shown.',
  fields: (t) => ({
    voiceAccountId: t.id({ required: true, description: 'One of the team’s voice accounts.' }),
    numberId: t.id({ required: true, description: 'The number it comes from.' }),
    agentId: t.id({ required: true, description: 'The agent that talks.' }),
    to: t.field({
      type: 'PhoneNumber',
      required: true,
      description: 'Phone number it goes to, with its country code.',
    }),
  }),
});

builder.queryField('previewVoiceAccountRequest', (t) =>
  t.field({
    type: ShownRequestType,
    nullable: true,
    access: MAY.manageVoiceAccounts,
    description:
      'The request that would place this call, with secrets masked; nobody is called. Null for `http` and `simulator`. `NOT_FOUND` when the team has no such voice account, number or agent, `CONFLICT` for an account without a provider, or for a number or agent without the provider’s id, `VALIDATION_FAILED` for a wrong phone number.',
    args: { input: t.arg({ type: PreviewVoiceAccountRequestInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, ctx) => previewVoiceAccountRequest(ctx, input),
  }),
);
