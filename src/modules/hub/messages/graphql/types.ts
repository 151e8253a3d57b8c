import { Prisma } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { RouteType } from '../../../delivery/routing/graphql/types.ts';
import { ClientCompanyType, SellerEndpointType } from '../../sellers/graphql/types.ts';
import { hubBindFilter } from '../lists.ts';
import { TRAFFIC_SECONDS, type Traffic } from '../watch.ts';
import {
  HubBindKindEnum,
  HubMessageStatusEnum,
  HubProtocolEnum,
  HubReceiptWishEnum,
  SubmitRefusalEnum,
} from './enums.ts';

export const HubMessageType = builder.prismaObject('HubMessage', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that the submit was answered with.' }),
    ...t.columns('sellerEndpointId', 'clientCompanyId', 'routeId', 'sender', 'destination', 'text', 'smsParts', 'cost'),
    ...t.columns('price', 'reason', 'dlrCode', 'reference', 'smsId', 'validUntil', 'dueAt', 'sentAt', 'settledAt'),
    ...t.columns('createdAt', 'updatedAt'),
    protocol: t.expose('protocol', { type: HubProtocolEnum }),
    number: t.expose('number', { type: 'PhoneNumber', nullable: true }),
    profit: t.field({
      type: 'Decimal',
      select: { price: true, cost: true },
      description: 'Price − cost, in the team’s currency.',
      resolve: ({ price, cost }) => new Prisma.Decimal(price).minus(cost).toFixed(),
    }),
    status: t.expose('status', { type: HubMessageStatusEnum }),
    refusal: t.field({
      type: SubmitRefusalEnum,
      nullable: true,
      select: { refusal: true },
      description: 'The rule that rejected it; null when it was not rejected.',
      resolve: ({ refusal }) => refusal as (typeof SubmitRefusalEnum)['$inferType'] | null,
    }),
    receipts: t.expose('receipts', { type: HubReceiptWishEnum }),
    sellerEndpoint: t.one('sellerEndpoint', { access: 'viewer' }),
    clientCompany: t.one('clientCompany', { access: 'viewer' }),
    route: t.one('route', { access: 'viewer' }),
    profitRule: t.one('profitRule', { access: 'viewer' }),
    country: t.one('country', { access: 'viewer' }),
    network: t.one('network', { access: 'viewer' }),
  }),
});

filterInput(hubBindFilter);

builder.prismaObject('HubConnection', {
  // Its connection would be a HubConnectionConnection.
  name: 'HubBind',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'address', 'process', 'boundAt'),
    kind: t.expose('kind', { type: HubBindKindEnum }),
    sellerEndpoint: t.one('sellerEndpoint', { access: 'viewer' }),
  }),
});

builder.prismaObjectFields(SellerEndpointType, (t) => ({
  messages: t.list('hubMessages', { access: 'viewer' }),
  connections: t.list('connections', {
    access: 'viewer',
    orderBy: { boundAt: 'asc' },
    filter: () => [Prisma.sql`t.lease_until > now()`],
  }),
}));

builder.prismaObjectFields(ClientCompanyType, (t) => ({
  messages: t.list('hubMessages', { access: 'viewer' }),
}));

builder.prismaObjectFields(RouteType, (t) => ({
  hubMessages: t.list('hubMessages', { access: 'viewer' }),
}));

export const HubTrafficType = builder.objectRef<Traffic>('HubTraffic').implement({
  description: `The messages that sellers submitted within the last ${TRAFFIC_SECONDS} seconds, by what has become of them, and the open connections.`,
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'Messages submitted from this moment on are counted.' }),
    submitted: t.exposeInt('submitted', { description: 'Messages that were submitted, rejected ones among them.' }),
    rejected: t.exposeInt('rejected', { description: 'Those that were rejected.' }),
    accepted: t.exposeInt('accepted', { description: 'Those that a provider accepted.' }),
    delivered: t.exposeInt('delivered', { description: 'Those whose receipt says delivered.' }),
    failed: t.exposeInt('failed', { description: 'Those that failed or expired.' }),
    openConnections: t.exposeInt('openConnections', { description: 'Connections that are open now.' }),
  }),
});
