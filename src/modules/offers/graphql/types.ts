import { builder } from '../../../graphql/builder.ts';

export const OfferType = builder.prismaObject('Offer', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    url: t.exposeString('url'),
    profit: t.expose('profit', { type: 'Decimal' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
