import './mutations.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { NUMBER } from '../operations.ts';
import { listNumbers } from '../reads.ts';
import { NumberFilter, NumberOrder } from './inputs.ts';
import { NumberType } from './types.ts';

builder.queryField('numbers', (t) =>
  t.connection(
    {
      type: NumberType,
      access: 'viewer',
      description: 'The team’s phone numbers, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: NumberFilter, description: 'Which numbers.' }),
        orderBy: t.arg({ type: NumberOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listNumbers(ctx, args, columns(info)),
    },
    { description: 'A page of numbers.' },
    { description: 'A number in a list.' },
  ),
);

builder.queryField('number', (t) =>
  t.field({
    type: NumberType,
    access: 'viewer',
    description: 'One phone number. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, NUMBER, id, columns(info)),
  }),
);
