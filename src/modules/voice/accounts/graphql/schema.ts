import './try-account.ts';
import './mutations.ts';
import { builder } from '../../../../graphql/builder.ts';
import { listVoiceAccounts, VOICE_ACCOUNT } from '../operations.ts';
import { VoiceAccountFilter, VoiceAccountOrder } from './inputs.ts';
import { VoiceAccountType } from './types.ts';

builder.queryFields((t) => ({
  voiceAccounts: t.page({
    type: VoiceAccountType,
    access: 'viewer',
    description: 'The team’s accounts with voice providers, newest first unless ordered otherwise.',
    filter: VoiceAccountFilter,
    orderBy: VoiceAccountOrder,
    list: listVoiceAccounts,
    texts: { filter: 'Which accounts.' },
  }),
  voiceAccount: t.record({
    type: VoiceAccountType,
    of: VOICE_ACCOUNT,
    access: 'viewer',
    description: 'One voice account.',
  }),
}));
