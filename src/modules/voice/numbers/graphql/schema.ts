import './mutations.ts';
import { builder } from '../../../../graphql/builder.ts';
import { NUMBER } from '../operations.ts';
import { listNumbers } from '../reads.ts';
import { VoiceNumberFilter, VoiceNumberOrder } from './inputs.ts';
import { NumberType } from './types.ts';

builder.queryFields((t) => ({
  voiceNumbers: t.page({
    type: NumberType,
    access: 'viewer',
    description: 'The team’s phone numbers, newest first unless ordered otherwise.',
    filter: VoiceNumberFilter,
    orderBy: VoiceNumberOrder,
    list: listNumbers,
    texts: { filter: 'Which numbers.' },
  }),
  voiceNumber: t.record({ type: NumberType, of: NUMBER, access: 'viewer', description: 'One phone number.' }),
}));
