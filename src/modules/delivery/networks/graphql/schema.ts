import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { listCountries } from '../operations.ts';
import { CountryType } from './types.ts';

builder.queryField('countries', (t) =>
  t.field({
    type: [CountryType],
    size: 250,
    access: 'viewer',
    description: 'Every country and territory by name: what `countryId` and `fixedCountryId` can be.',
    resolve: (_root, _args, ctx, info) => listCountries(ctx, columns(info)),
  }),
);
