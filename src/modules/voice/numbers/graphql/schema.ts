import './mutations.ts';
import { builder } from '../../../../graphql/builder.ts';
import { NUMBER } from '../operations.ts';
import { listNumbers } from '../reads.ts';
import { NumberFilter, NumberOrder } from './inputs.ts';
import { NumberType } from './types.ts';

builder.queryFields((t) => ({
  numbers: t.page({
    type: NumberType,
    access: 'viewer',
    description: 'The team’s phone numbers, newest first unless ordered otherwise.',
    filter: NumberFilter,
    orderBy: NumberOrder,
    list: listNumbers,
    texts: { filter: 'Which numbers.' },
  }),
  number: t.record({ type: NumberType, of: NUMBER, access: 'viewer', description: 'One phone number.' }),
}));
