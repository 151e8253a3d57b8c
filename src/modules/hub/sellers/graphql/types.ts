import { builder } from '../../../../graphql/builder.ts';
import { RouteType, RoutingPlanType } from '../../../delivery/routing/graphql/types.ts';
import { type ActiveConnections, activeConnections } from '../connections.ts';
import type { RotatedCallbackSecret, RotatedCredentials } from '../seller-endpoints.ts';

const ActiveConnectionsType = builder.objectRef<ActiveConnections>('ActiveConnections').implement({
  description: 'Connections that a seller has open, over all processes.',
  fields: (t) => ({
    tx: t.exposeInt('tx', { description: 'Only to send.' }),
    rx: t.exposeInt('rx', { description: 'Only to receive.' }),
    trx: t.exposeInt('trx', { description: 'To do both.' }),
  }),
});

export const SellerEndpointType = builder.prismaObject('SellerEndpoint', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    username: t.exposeString('username'),
    name: t.exposeString('name', { nullable: true }),
    pricingUpdateEmail: t.exposeString('pricingUpdateEmail', { nullable: true }),
    allowedIps: t.exposeStringList('allowedIps'),
    tags: t.exposeStringList('tags'),
    tx: t.exposeInt('tx'),
    rx: t.exposeInt('rx'),
    trx: t.exposeInt('trx'),
    isSendingAllowed: t.exposeBoolean('isSendingAllowed'),
    maxPrice: t.expose('maxPrice', { type: 'Decimal', nullable: true }),
    isMaxPriceEnabled: t.exposeBoolean('isMaxPriceEnabled'),
    minMargin: t.expose('minMargin', { type: 'Decimal', nullable: true }),
    window: t.exposeInt('window'),
    perSecond: t.exposeInt('perSecond', { nullable: true }),
    isLookupEnabled: t.exposeBoolean('isLookupEnabled'),
    callbackUrl: t.expose('callbackUrl', { type: 'URL', nullable: true }),
    previousCallbackSecretExpiresAt: t.expose('previousCallbackSecretExpiresAt', { type: 'DateTime', nullable: true }),
    callbackPausedUntil: t.expose('callbackPausedUntil', { type: 'DateTime', nullable: true }),
    callbackFailure: t.exposeString('callbackFailure', { nullable: true }),
    deletingAt: t.expose('deletingAt', { type: 'DateTime', nullable: true }),
    activeConnections: t.field({
      type: ActiveConnectionsType,
      access: 'viewer',
      select: { id: true },
      description: 'Connections it has open now. Those of a process that was killed count until their lease ends.',
      resolve: (endpoint, _args, ctx) => activeConnections(ctx, endpoint.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    senders: t.list('senders', { access: 'viewer', orderBy: { sender: 'asc', keyword: 'asc' } }),
    clientCompanyId: t.exposeID('clientCompanyId', { nullable: true }),
    clientCompany: t.one('clientCompany', { access: 'viewer' }),
    routingPlanId: t.exposeID('smsRoutingPlanId', { nullable: true }),
    routingPlan: t.one('routingPlan', { access: 'viewer' }),
    defaultRouteId: t.exposeID('defaultRouteId', { nullable: true }),
    defaultRoute: t.one('defaultRoute', { access: 'viewer' }),
  }),
});

export const HubSenderType = builder.prismaObject('HubSender', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    sender: t.exposeString('sender'),
    keyword: t.exposeString('keyword', {
      description:
        'The first word of the replies, in capitals and without accents; empty: all that begins with no other keyword.',
    }),
    sellerEndpointId: t.exposeID('sellerEndpointId'),
    sellerEndpoint: t.one('sellerEndpoint', { access: 'viewer' }),
  }),
});

export const RotatedCredentialsType = builder
  .objectRef<RotatedCredentials>('RotateSellerEndpointCredentialsPayload')
  .implement({
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

export const RotatedCallbackSecretType = builder
  .objectRef<RotatedCallbackSecret>('RotateSellerEndpointCallbackSecretPayload')
  .implement({
    description: 'A seller endpoint with its new callback secret.',
    fields: (t) => ({
      sellerEndpoint: t.field({
        type: SellerEndpointType,
        description: 'The endpoint.',
        resolve: ({ endpoint }) => endpoint,
      }),
      secret: t.exposeString('secret', {
        description: 'What its callbacks are signed with, as Standard Webhooks says: `whsec_…`. It is shown this once.',
      }),
    }),
  });

export const ClientCompanyType = builder.prismaObject('ClientCompany', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    integrationId: t.exposeID('integrationId', { nullable: true }),
    integration: t.one('integration', { access: 'viewer' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    sellerEndpoints: t.list('sellerEndpoints', { access: 'viewer' }),
  }),
});

builder.prismaObjectFields(RoutingPlanType, (t) => ({
  sellerEndpoints: t.list('sellerEndpoints', { access: 'viewer' }),
}));

builder.prismaObjectFields(RouteType, (t) => ({
  sellerEndpoints: t.list('sellerEndpoints', { access: 'viewer' }),
}));
