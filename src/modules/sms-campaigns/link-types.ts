import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { CampaignText } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { SendStatusEnum } from '../campaigns/enums.ts';
import { countReached } from '../campaigns/preview-audience.ts';
import { domainPlans } from '../domain-plans/loaders.ts';
import { DomainPlanType } from '../domain-plans/types.ts';
import { routingPlans } from '../hub/loaders.ts';
import { RoutingPlanType } from '../hub/routing-types.ts';
import { segments } from '../segments/loaders.ts';
import { SegmentType } from '../segments/types.ts';
import {
  campaignTexts,
  type MessageCounts,
  messagesByState,
  type SendsOfStatus,
  sendsByStatus,
  smsCampaignsOfDomainPlan,
  smsCampaignsOfRoutingPlan,
  textsOfSmsCampaign,
} from './loaders.ts';
import { SmsCampaignType } from './types.ts';

const CampaignTextType = builder.objectRef<Row<CampaignText>>('CampaignText').implement({
  description: 'One of the texts that a campaign’s messages are written from.',
  table: campaignTexts,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    text: t.exposeString('text', { description: 'The text.' }),
    position: t.exposeInt('position', { description: 'Its place among the campaign’s texts, from 0.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

const SendsOfStatusType = builder.objectRef<SendsOfStatus>('SmsSendsOfStatus').implement({
  description: 'How many of a campaign’s runs stand somewhere.',
  fields: (t) => ({
    status: t.expose('status', { type: SendStatusEnum, description: 'Where they stand.' }),
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

builder.objectFields(SmsCampaignType, (t) => ({
  filterSegment: t.field({
    type: SegmentType,
    nullable: true,
    access: 'viewer',
    columns: ['filterSegmentId'],
    description: 'Segment that contacts must also be in.',
    resolve: (campaign, _args, ctx, info) => loadById(ctx, segments, campaign.filterSegmentId, columns(info)),
  }),
  audiencePreview: t.int({
    access: 'viewer',
    columns: ['segmentIds', 'filterSegmentId'],
    description:
      'How many contacts it would reach now; the do-not-contact list is left out. `BAD_REQUEST` beyond 20 audiences in one request.',
    resolve: (campaign, _args, ctx) => countReached(ctx, campaign.segmentIds, campaign.filterSegmentId),
  }),
  texts: t.field({
    type: [CampaignTextType],
    access: 'viewer',
    args: pageArgs,
    description: 'The texts its messages are written from, in the order given.',
    ...nested(textsOfSmsCampaign),
  }),
  textsCount: t.int({
    columns: ['id'],
    description: 'How many texts it has.',
    resolve: (campaign, _args, ctx) => textsOfSmsCampaign.count(ctx, campaign.id, {}),
  }),
  sendsByStatus: t.field({
    type: [SendsOfStatusType],
    access: 'viewer',
    columns: ['id'],
    size: 5,
    description: 'How many of its runs stand where; statuses in which none stands are left out.',
    resolve: (campaign, _args, ctx) => sendsByStatus.load(ctx, campaign.id),
  }),
  messagesByState: t.field({
    type: MessageCountsType,
    access: 'viewer',
    columns: ['id'],
    description: 'How far its messages came.',
    resolve: (campaign, _args, ctx) => messagesByState(ctx, campaign.id),
  }),
  routingPlan: t.field({
    type: RoutingPlanType,
    nullable: true,
    access: 'viewer',
    columns: ['smsRoutingPlanId'],
    description: 'Routing plan its messages take.',
    resolve: (campaign, _args, ctx, info) => loadById(ctx, routingPlans, campaign.smsRoutingPlanId, columns(info)),
  }),
  domainPlan: t.field({
    type: DomainPlanType,
    nullable: true,
    access: 'viewer',
    columns: ['domainPlanId'],
    description: 'Domains its links are shortened under.',
    resolve: (campaign, _args, ctx, info) => loadById(ctx, domainPlans, campaign.domainPlanId, columns(info)),
  }),
}));

builder.objectFields(RoutingPlanType, (t) => ({
  smsCampaigns: t.field({
    type: [SmsCampaignType],
    access: 'GET /v1/sms/campaigns',
    args: pageArgs,
    description: 'The SMS campaigns whose messages take it, newest first.',
    ...nested(smsCampaignsOfRoutingPlan),
  }),
  smsCampaignsCount: t.int({
    columns: ['id'],
    description: 'How many SMS campaigns’ messages take it.',
    resolve: (plan, _args, ctx) => smsCampaignsOfRoutingPlan.count(ctx, plan.id, {}),
  }),
}));

builder.objectFields(DomainPlanType, (t) => ({
  smsCampaigns: t.field({
    type: [SmsCampaignType],
    access: 'GET /v1/sms/campaigns',
    args: pageArgs,
    description: 'The SMS campaigns whose links are shortened under its domains, newest first.',
    ...nested(smsCampaignsOfDomainPlan),
  }),
  smsCampaignsCount: t.int({
    columns: ['id'],
    description: 'How many SMS campaigns’ links are shortened under its domains.',
    resolve: (plan, _args, ctx) => smsCampaignsOfDomainPlan.count(ctx, plan.id, {}),
  }),
}));
