import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { ClientCompany, SellerEndpoint } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import {
  clientCompanies,
  endpointsOfClientCompany,
  endpointsOfRoute,
  endpointsOfRoutingPlan,
  routes,
  routingPlans,
  sellerEndpoints,
} from './loaders.ts';
import type { RotatedCredentials } from './operations/seller-endpoints.ts';
import { RouteType, RoutingPlanType } from './routing-types.ts';

export const ClientCompanyType = builder.objectRef<Row<ClientCompany>>('ClientCompany');
export const SellerEndpointType = builder.objectRef<Row<SellerEndpoint>>('SellerEndpoint');

const ActiveConnectionsType = builder.objectRef<Row<SellerEndpoint>>('ActiveConnections').implement({
  description: 'Connections that a seller has open.',
  fields: (t) => ({
    tx: t.int({ columns: ['activeTx'], description: 'Only to send.', resolve: ({ activeTx }) => activeTx }),
    rx: t.int({ columns: ['activeRx'], description: 'Only to receive.', resolve: ({ activeRx }) => activeRx }),
    trx: t.int({ columns: ['activeTrx'], description: 'To do both.', resolve: ({ activeTrx }) => activeTrx }),
  }),
});

SellerEndpointType.implement({
  description: 'How a seller connects to the hub (E4). Its password is kept as a hash and never shown.',
  table: sellerEndpoints,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    username: t.exposeString('username', { description: 'What the seller signs in as; one across the installation.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name.' }),
    pricingUpdateEmail: t.exposeString('pricingUpdateEmail', {
      nullable: true,
      description: 'E-mail address that new prices are sent to.',
    }),
    allowedIps: t.exposeStringList('allowedIps', {
      description: 'IP addresses and CIDR ranges it may connect from; empty allows any.',
    }),
    tags: t.exposeStringList('tags', { description: 'Labels of the team’s own.' }),
    tx: t.exposeInt('tx', { description: 'Connections it may open only to send.' }),
    rx: t.exposeInt('rx', { description: 'Connections it may open only to receive.' }),
    trx: t.exposeInt('trx', { description: 'Connections it may open to do both.' }),
    isSendingAllowed: t.exposeBoolean('isSendingAllowed', { description: 'Whether it may send.' }),
    maxPrice: t.expose('maxPrice', {
      type: 'Decimal',
      nullable: true,
      description: 'What a message may cost at most, in the team’s currency.',
    }),
    isMaxPriceEnabled: t.exposeBoolean('isMaxPriceEnabled', { description: 'Whether `maxPrice` is enforced.' }),
    minMargin: t.expose('minMargin', {
      type: 'Decimal',
      nullable: true,
      description: 'What must be left of a message’s price at least, in the team’s currency.',
    }),
    activeConnections: t.field({
      type: ActiveConnectionsType,
      columns: 'embedded',
      description: 'Connections it has open.',
      resolve: (endpoint) => endpoint,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    clientCompanyId: t.exposeID('clientCompanyId', { nullable: true, description: 'The company it belongs to.' }),
    clientCompany: t.field({
      type: ClientCompanyType,
      nullable: true,
      access: 'viewer',
      columns: ['clientCompanyId'],
      description: 'The company it belongs to.',
      resolve: (endpoint, _args, ctx, info) => loadById(ctx, clientCompanies, endpoint.clientCompanyId, columns(info)),
    }),
    smsRoutingPlanId: t.exposeID('smsRoutingPlanId', {
      nullable: true,
      description: 'The routing plan its messages take.',
    }),
    smsRoutingPlan: t.field({
      type: RoutingPlanType,
      nullable: true,
      access: 'viewer',
      columns: ['smsRoutingPlanId'],
      description: 'The routing plan its messages take.',
      resolve: (endpoint, _args, ctx, info) => loadById(ctx, routingPlans, endpoint.smsRoutingPlanId, columns(info)),
    }),
    defaultRouteId: t.exposeID('defaultRouteId', {
      nullable: true,
      description: 'The route of messages that no rule of the plan matches.',
    }),
    defaultRoute: t.field({
      type: RouteType,
      nullable: true,
      access: 'viewer',
      columns: ['defaultRouteId'],
      description: 'The route of messages that no rule of the plan matches.',
      resolve: (endpoint, _args, ctx, info) => loadById(ctx, routes, endpoint.defaultRouteId, columns(info)),
    }),
  }),
});

export const RotatedCredentialsType = builder.objectRef<RotatedCredentials>('RotatedSellerCredentials').implement({
  description: 'A seller endpoint’s new credentials; the password is shown this once.',
  fields: (t) => ({
    sellerEndpoint: t.field({
      type: SellerEndpointType,
      description: 'The endpoint, with its username.',
      resolve: ({ endpoint }) => endpoint,
    }),
    password: t.exposeString('password', { description: 'The new password; hand it over yourself.' }),
  }),
});

ClientCompanyType.implement({
  description: 'A company that buys or sells over the hub.',
  table: clientCompanies,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    sellerEndpoints: t.field({
      type: [SellerEndpointType],
      access: 'viewer',
      args: pageArgs,
      description: 'Its endpoints, newest first.',
      ...nested(endpointsOfClientCompany),
    }),
    sellerEndpointsCount: t.int({
      columns: ['id'],
      description: 'How many endpoints it has.',
      resolve: (company, _args, ctx) => endpointsOfClientCompany.count(ctx, company.id, {}),
    }),
  }),
});

builder.objectFields(RoutingPlanType, (t) => ({
  sellerEndpoints: t.field({
    type: [SellerEndpointType],
    access: 'viewer',
    args: pageArgs,
    description: 'The endpoints whose messages take it, newest first.',
    ...nested(endpointsOfRoutingPlan),
  }),
  sellerEndpointsCount: t.int({
    columns: ['id'],
    description: 'How many endpoints’ messages take it.',
    resolve: (plan, _args, ctx) => endpointsOfRoutingPlan.count(ctx, plan.id, {}),
  }),
}));

builder.objectFields(RouteType, (t) => ({
  sellerEndpoints: t.field({
    type: [SellerEndpointType],
    access: 'viewer',
    args: pageArgs,
    description: 'The endpoints whose default route it is, newest first.',
    ...nested(endpointsOfRoute),
  }),
  sellerEndpointsCount: t.int({
    columns: ['id'],
    description: 'How many endpoints have it as their default route.',
    resolve: (route, _args, ctx) => endpointsOfRoute.count(ctx, route.id, {}),
  }),
}));
