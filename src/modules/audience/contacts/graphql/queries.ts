import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { listSuppressedNumbers, SUPPRESSED_NUMBER, suppressedNumberFilter } from '../operations/suppression.ts';
import { contactOfItsNumber } from './types.ts';

const SuppressedNumberType = builder.prismaObject('SuppressedNumber', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'reason', 'createdAt'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    contact: t.field(contactOfItsNumber),
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
