import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { contactOfNumber } from '../loaders.ts';
import { ContactType } from './types.ts';

export const SuppressedNumberType = builder.prismaObject('SuppressedNumber', {
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
