import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { Country, Network, NetworkBrand } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { columns } from '../../graphql/selection.ts';
import { countries, networkBrands, networks } from './loaders.ts';

export const CountryType = builder.objectRef<Row<Country>>('Country').implement({
  description: 'A country or territory of ISO 3166-1. The same for every team.',
  table: countries,
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'ISO 3166-1 numeric code, e.g. 840: what `country_id` means everywhere.' }),
    iso2: t.exposeString('iso2', { description: 'ISO 3166-1 code of two letters.' }),
    iso3: t.exposeString('iso3', { description: 'ISO 3166-1 code of three letters.' }),
    name: t.exposeString('name', { description: 'English name.' }),
  }),
});

export const NetworkBrandType = builder.objectRef<Row<NetworkBrand>>('NetworkBrand').implement({
  description: 'What subscribers know an operator as; several networks may carry one brand.',
  table: networkBrands,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name, unique in its country.' }),
    countryId: t.exposeInt('countryId', { description: 'The country it operates in.' }),
    country: t.field({
      type: CountryType,
      nullable: true,
      access: 'viewer',
      columns: ['countryId'],
      description: 'The country it operates in.',
      resolve: (brand, _args, ctx, info) => loadById(ctx, countries, brand.countryId, columns(info)),
    }),
  }),
});

export const NetworkType = builder.objectRef<Row<Network>>('Network').implement({
  description: 'A mobile network.',
  table: networks,
  fields: (t) => ({
    id: t.exposeInt('id', {
      description: 'Mobile country code, then the network code as three digits, e.g. 255001: what `network_id` means.',
    }),
    mcc: t.exposeString('mcc', { description: 'Mobile country code, three digits.' }),
    mnc: t.exposeString('mnc', { description: 'Mobile network code, two or three digits.' }),
    operator: t.exposeString('operator', { nullable: true, description: 'Who runs it.' }),
    countryId: t.exposeInt('countryId', { description: 'The country it operates in.' }),
    country: t.field({
      type: CountryType,
      nullable: true,
      access: 'viewer',
      columns: ['countryId'],
      description: 'The country it operates in.',
      resolve: (network, _args, ctx, info) => loadById(ctx, countries, network.countryId, columns(info)),
    }),
    brandId: t.exposeID('brandId', { description: 'The brand it carries.' }),
    brand: t.field({
      type: NetworkBrandType,
      nullable: true,
      access: 'viewer',
      columns: ['brandId'],
      description: 'The brand it carries.',
      resolve: (network, _args, ctx, info) => loadById(ctx, networkBrands, network.brandId, columns(info)),
    }),
  }),
});
