import { builder } from '../../../../graphql/builder.ts';
import { NameFilter, NameOrder } from '../../../../graphql/named-inputs.ts';
import { COMPANY, ENDPOINT } from '../kinds.ts';
import { listClientCompanies, listSellerEndpoints } from '../lists.ts';
import { SellerEndpointFilter, SellerEndpointOrder } from './list-inputs.ts';
import { ClientCompanyType, SellerEndpointType } from './types.ts';

builder.queryFields((t) => ({
  clientCompanies: t.page({
    type: ClientCompanyType,
    access: 'viewer',
    description: 'The companies that buy or sell over the team’s hub, newest first unless ordered otherwise.',
    filter: NameFilter,
    orderBy: NameOrder,
    list: listClientCompanies,
    texts: { filter: 'Which ones.' },
  }),
  clientCompany: t.record({
    type: ClientCompanyType,
    of: COMPANY,
    access: 'viewer',
    description: 'One client company.',
  }),
  sellerEndpoints: t.page({
    type: SellerEndpointType,
    access: 'viewer',
    description: 'The team’s seller endpoints, newest first unless ordered otherwise.',
    filter: SellerEndpointFilter,
    orderBy: SellerEndpointOrder,
    list: listSellerEndpoints,
    texts: { filter: 'Which ones.' },
  }),
  sellerEndpoint: t.record({
    type: SellerEndpointType,
    of: ENDPOINT,
    access: 'viewer',
    description: 'One seller endpoint.',
  }),
}));
