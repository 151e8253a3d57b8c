import { tables } from '../../../database/tables.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { NameFilter, NameOrder } from '../../records/graphql/named-inputs.ts';
import { listNamed } from '../../records/list-named.ts';
import { COMPANY, ENDPOINT } from '../kinds.ts';
import { listSellerEndpoints } from '../lists.ts';
import { SellerEndpointFilter, SellerEndpointOrder } from './list-inputs.ts';
import { ClientCompanyType, SellerEndpointType } from './types.ts';

const newestFirst = 'newest first unless ordered otherwise.';

builder.queryFields((t) => {
  const id = () => ({ id: t.arg.id({ required: true, description: 'Its id.' }) });
  const named = () => ({
    filter: t.arg({ type: NameFilter, description: 'Which ones.' }),
    orderBy: t.arg({ type: NameOrder, description: 'In which order.' }),
  });
  return {
    clientCompanies: t.connection(
      {
        type: ClientCompanyType,
        access: 'viewer',
        description: `The companies that buy or sell over the team’s hub, ${newestFirst}`,
        args: named(),
        resolve: (_root, args, ctx, info) => listNamed(ctx, tables.ClientCompany, args, columns(info)),
      },
      { description: 'A page of client companies.' },
      { description: 'A client company in a list.' },
    ),
    clientCompany: t.field({
      type: ClientCompanyType,
      access: 'viewer',
      description: 'One client company. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, COMPANY, args.id, columns(info)),
    }),
    sellerEndpoints: t.connection(
      {
        type: SellerEndpointType,
        access: 'viewer',
        description: `The team’s seller endpoints, ${newestFirst}`,
        args: {
          filter: t.arg({ type: SellerEndpointFilter, description: 'Which ones.' }),
          orderBy: t.arg({ type: SellerEndpointOrder, description: 'In which order.' }),
        },
        resolve: (_root, args, ctx, info) => listSellerEndpoints(ctx, args, columns(info)),
      },
      { description: 'A page of seller endpoints.' },
      { description: 'A seller endpoint in a list.' },
    ),
    sellerEndpoint: t.field({
      type: SellerEndpointType,
      access: 'viewer',
      description: 'One seller endpoint. `NOT_FOUND` when the team has none of this id.',
      args: id(),
      resolve: (_root, args, ctx, info) => getRecord(ctx, ENDPOINT, args.id, columns(info)),
    }),
  };
});
