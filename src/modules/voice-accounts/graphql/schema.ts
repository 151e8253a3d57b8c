import './mutations.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { listVoiceAccounts, VOICE_ACCOUNT } from '../operations.ts';
import { VoiceAccountFilter, VoiceAccountOrder } from './inputs.ts';
import { VoiceAccountType } from './types.ts';

builder.queryField('voiceAccounts', (t) =>
  t.connection(
    {
      type: VoiceAccountType,
      access: 'viewer',
      description: 'The team’s accounts with voice providers, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: VoiceAccountFilter, description: 'Which accounts.' }),
        orderBy: t.arg({ type: VoiceAccountOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listVoiceAccounts(ctx, args, columns(info)),
    },
    { description: 'A page of voice accounts.' },
    { description: 'A voice account in a list.' },
  ),
);

builder.queryField('voiceAccount', (t) =>
  t.field({
    type: VoiceAccountType,
    access: 'viewer',
    description: 'One voice account. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, VOICE_ACCOUNT, id, columns(info)),
  }),
);
