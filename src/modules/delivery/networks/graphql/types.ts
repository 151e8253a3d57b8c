import { builder } from '../../../../graphql/builder.ts';

export const CountryType = builder.prismaObject('Country', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    iso2: t.exposeString('iso2'),
    iso3: t.exposeString('iso3'),
    name: t.exposeString('name'),
  }),
});

builder.prismaObject('NetworkBrand', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    countryId: t.exposeID('countryId'),
    country: t.one('country', { access: 'viewer' }),
  }),
});

export const NetworkType = builder.prismaObject('Network', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    mcc: t.exposeString('mcc'),
    mnc: t.exposeString('mnc'),
    operator: t.exposeString('operator', { nullable: true }),
    countryId: t.exposeID('countryId'),
    country: t.one('country', { access: 'viewer' }),
    brandId: t.exposeID('brandId'),
    brand: t.one('brand', { access: 'viewer' }),
  }),
});
