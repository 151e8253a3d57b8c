import { defineTable } from '../../database/table.ts';
import { type Country, type Network, type NetworkBrand, Prisma } from '../../generated/prisma/client.ts';

// Public reference data: every team reads it, none changes it.
export const countries = defineTable<Country>('countries', Prisma.CountryScalarFieldEnum, { shared: true });
export const networks = defineTable<Network>('networks', Prisma.NetworkScalarFieldEnum, { shared: true });
export const networkBrands = defineTable<NetworkBrand>('network_brands', Prisma.NetworkBrandScalarFieldEnum, {
  shared: true,
});
