import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { columns } from '../../../../graphql/selection.ts';
import { contactOfNumber } from '../loaders.ts';
import { listSuppressedNumbers, SUPPRESSED_NUMBER, suppressedNumberFilter } from '../operations/suppression.ts';
import { ContactType } from './types.ts';

const SuppressedNumberType = builder.prismaObject('SuppressedNumber', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'reason', 'createdAt'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    contact: t.field({
      type: ContactType,
      nullable: true,
      access: 'viewer',
      select: { number: true },
      description: 'The contact that has the number; null when none does.',
      resolve: (suppressed, _args, ctx, info) => contactOfNumber(ctx, suppressed.number, columns(info)),
    }),
  }),
});

const SuppressedNumberFilter = filterInput(suppressedNumberFilter);

const SuppressedNumberOrder = orderInput('SuppressedNumber', {
  createdAt: 'Since when it must not be contacted.',
  number: 'The number itself.',
});

builder.queryFields((t) => ({
  suppressedNumbers: t.page({
    type: SuppressedNumberType,
    access: 'viewer',
    description: 'The team’s suppression list, newest first unless ordered otherwise. Every campaign respects it.',
    filter: SuppressedNumberFilter,
    orderBy: SuppressedNumberOrder,
    list: listSuppressedNumbers,
    texts: {
      filter: 'Which numbers.',
    },
  }),
  suppressedNumber: t.record({
    type: SuppressedNumberType,
    of: SUPPRESSED_NUMBER,
    access: 'viewer',
    description: 'One number on the suppression list.',
  }),
}));
