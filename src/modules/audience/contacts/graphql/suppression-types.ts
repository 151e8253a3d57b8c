import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { contactOfNumber } from '../loaders.ts';
import { ContactType } from './types.ts';

export const SuppressedNumberType = builder.prismaObject('SuppressedNumber', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    reason: t.exposeString('reason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
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
