import type { Row } from '../../database/table.ts';
import type { Offer } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { offers } from './loaders.ts';

export const OfferType = builder.objectRef<Row<Offer>>('Offer').implement({
  description: 'What a campaign sells.',
  table: offers,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    url: t.exposeString('url', { description: 'Where a click leads.' }),
    profit: t.expose('profit', { type: 'Decimal', description: 'What one sale earns, in the team’s currency.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});
