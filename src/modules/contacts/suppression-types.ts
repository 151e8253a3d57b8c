import type { Row } from '../../database/table.ts';
import type { SuppressedNumber } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { columns } from '../../graphql/selection.ts';
import { contactOfNumber, suppressedNumbers } from './loaders.ts';
import { ContactType } from './types.ts';

export const SuppressedNumberType = builder.objectRef<Row<SuppressedNumber>>('SuppressedNumber').implement({
  description: 'A number on the team’s do-not-contact list. It stays there when its contact is deleted and comes back.',
  table: suppressedNumbers,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    number: t.expose('number', { type: 'SafeInt', description: 'E.164 digits without the plus sign.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, for the team’s own records.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when it must not be contacted.' }),
    contact: t.field({
      type: ContactType,
      nullable: true,
      access: 'viewer',
      columns: ['number'],
      description: 'The contact that has the number; null when none does.',
      resolve: (suppressed, _args, ctx, info) => contactOfNumber(ctx, suppressed.number, columns(info)),
    }),
  }),
});
