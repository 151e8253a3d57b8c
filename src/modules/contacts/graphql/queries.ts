import { builder } from '../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { listSuppressedNumbers, SUPPRESSED_NUMBER, suppressedNumberFilter } from '../operations/suppression.ts';
import { SuppressedNumberType } from './suppression-types.ts';

const SuppressedNumberFilter = filterInput(suppressedNumberFilter);

const SuppressedNumberOrder = orderInput('SuppressedNumber', {
  createdAt: 'Since when it must not be contacted.',
  number: 'The number itself.',
});

builder.queryFields((t) => ({
  suppressedNumbers: t.connection(
    {
      type: SuppressedNumberType,
      access: 'viewer',
      description: 'The team’s do-not-contact list, newest first unless ordered otherwise. Every campaign respects it.',
      args: {
        filter: t.arg({ type: SuppressedNumberFilter, description: 'Which numbers.' }),
        orderBy: t.arg({ type: SuppressedNumberOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listSuppressedNumbers(ctx, args, columns(info)),
    },
    { description: 'A page of the do-not-contact list.' },
    { description: 'A number on the do-not-contact list.' },
  ),
  suppressedNumber: t.field({
    type: SuppressedNumberType,
    access: 'viewer',
    description: 'One number on the do-not-contact list. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, SUPPRESSED_NUMBER, id, columns(info)),
  }),
}));
