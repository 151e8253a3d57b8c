import { builder } from '../../../../graphql/builder.ts';

export const CountryType = builder.prismaObject('Country', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    ...t.columns('iso2', 'iso3', 'name'),
  }),
});

builder.prismaObject('NetworkBrand', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name'),
    countryId: t.exposeID('countryId'),
    country: t.one('country', { access: 'viewer' }),
  }),
});

export const NetworkType = builder.prismaObject('Network', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    ...t.columns('mcc', 'mnc', 'operator', 'brandId'),
    countryId: t.exposeID('countryId'),
    country: t.one('country', { access: 'viewer' }),
    brand: t.one('brand', { access: 'viewer' }),
  }),
});
