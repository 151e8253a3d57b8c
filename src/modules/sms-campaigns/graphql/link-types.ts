import { builder } from '../../../graphql/builder.ts';
import { SendStatusEnum } from '../../campaigns/graphql/enums.ts';
import { countReached } from '../../campaigns/preview-audience.ts';
import { DomainPlanType } from '../../domain-plans/graphql/types.ts';
import { RoutingPlanType } from '../../routing/graphql/types.ts';
import {
  leadsToSimulator,
  type MessageCounts,
  messagesByState,
  type SendsOfStatus,
  sendsByStatus,
} from '../loaders.ts';
import { SmsCampaignType } from './types.ts';

builder.prismaObject('CampaignText', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    text: t.exposeString('text'),
    position: t.exposeInt('position'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SendsOfStatusType = builder.objectRef<SendsOfStatus>('SmsSendsOfStatus').implement({
  description: 'How many of a campaign’s sends have one status.',
  fields: (t) => ({
    status: t.expose('status', { type: SendStatusEnum, description: 'Their status.' }),
    count: t.exposeInt('count', { description: 'How many, at least 1.' }),
  }),
});

const MessageCountsType = builder.objectRef<MessageCounts>('SmsMessageCounts').implement({
  description: 'How many of a campaign’s messages came how far. A message counts wherever it applies.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    sent: t.exposeInt('sent', { description: 'Went out.' }),
    clicked: t.exposeInt('clicked', { description: 'Had their link opened.' }),
    lead: t.exposeInt('lead', { description: 'Led to a lead.' }),
    sale: t.exposeInt('sale', { description: 'Led to a sale.' }),
    failed: t.exposeInt('failed', { description: 'Have a reason why they failed.' }),
  }),
});

builder.prismaObjectFields(SmsCampaignType, (t) => ({
  filterSegment: t.one('filterSegment', { access: 'viewer' }),
  audiencePreview: t.int({
    access: 'viewer',
    select: { segmentIds: true, filterSegmentId: true },
    description:
      'How many contacts it would reach now; the do-not-contact list is left out. `BAD_REQUEST` beyond 20 audiences in one request.',
    resolve: (campaign, _args, ctx) => countReached(ctx, campaign.segmentIds, campaign.filterSegmentId),
  }),
  texts: t.list('texts', { access: 'viewer', orderBy: { position: 'asc' } }),
  textsCount: t.count('texts'),
  sendsByStatus: t.field({
    type: [SendsOfStatusType],
    access: 'viewer',
    select: { id: true },
    size: 5,
    description: 'How many of its sends have which status; a status that none has is left out.',
    resolve: (campaign, _args, ctx) => sendsByStatus.load(ctx, campaign.id),
  }),
  messagesByState: t.field({
    type: MessageCountsType,
    access: 'viewer',
    select: { id: true },
    description: 'How far its messages came.',
    resolve: (campaign, _args, ctx) => messagesByState(ctx, campaign.id),
  }),
  routingPlan: t.one('routingPlan', { access: 'viewer' }),
  isSimulated: t.boolean({
    access: 'viewer',
    select: { smsRoutingPlanId: true },
    description:
      'Whether its routing plan has a route over the simulator: such messages reach nobody and cost nothing.',
    resolve: ({ smsRoutingPlanId }, _args, ctx) => leadsToSimulator(ctx, smsRoutingPlanId),
  }),
  domainPlan: t.one('domainPlan', { access: 'viewer' }),
}));

builder.prismaObjectFields(RoutingPlanType, (t) => ({
  smsCampaigns: t.list('smsCampaigns', { access: 'GET /v1/sms/campaigns' }),
  smsCampaignsCount: t.count('smsCampaigns'),
}));

builder.prismaObjectFields(DomainPlanType, (t) => ({
  smsCampaigns: t.list('smsCampaigns', { access: 'GET /v1/sms/campaigns' }),
  smsCampaignsCount: t.count('smsCampaigns'),
}));
