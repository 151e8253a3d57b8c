import { loadById } from '../../database/lists.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { agents } from '../agents/loaders.ts';
import { AgentType } from '../agents/types.ts';
import { CallsOfOutcomeType } from '../calls/count-types.ts';
import { callsOfVoiceCampaign, outcomesOfVoiceCampaign } from '../calls/loaders.ts';
import { CallType } from '../calls/types.ts';
import { countReached } from '../campaigns/preview-audience.ts';
import { numbers } from '../numbers/loaders.ts';
import { NumberType } from '../numbers/types.ts';
import { segments } from '../segments/loaders.ts';
import { SegmentType } from '../segments/types.ts';
import { voiceCampaigns, voiceCampaignsOfAgent, voiceCampaignsOfNumber } from './loaders.ts';
import { VoiceCampaignType } from './types.ts';

builder.objectFields(VoiceCampaignType, (t) => ({
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
    resolve: (campaign, _args, ctx) => countReached(ctx, campaign.segmentIds as unknown[], campaign.filterSegmentId),
  }),
  agent: t.field({
    type: AgentType,
    nullable: true,
    access: 'viewer',
    columns: ['agentId'],
    description: 'Agent that speaks.',
    resolve: (campaign, _args, ctx, info) => loadById(ctx, agents, campaign.agentId, columns(info)),
  }),
  number: t.field({
    type: NumberType,
    nullable: true,
    access: 'viewer',
    columns: ['numberId'],
    description: 'Number it calls from.',
    resolve: (campaign, _args, ctx, info) => loadById(ctx, numbers, campaign.numberId, columns(info)),
  }),
  calls: t.field({
    type: [CallType],
    access: 'viewer',
    args: pageArgs,
    description: 'Its calls, newest first.',
    ...nested(callsOfVoiceCampaign),
  }),
  callsCount: t.int({
    columns: ['id'],
    description: 'How many calls it has, counted; `callsTotal` is kept as events come in.',
    resolve: (campaign, _args, ctx) => callsOfVoiceCampaign.count(ctx, campaign.id, {}),
  }),
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    columns: ['id'],
    size: 18,
    description: 'How many of its calls came to what, in the order of the enumeration; outcomes of none are left out.',
    resolve: (campaign, _args, ctx) => outcomesOfVoiceCampaign.load(ctx, campaign.id),
  }),
}));

builder.objectFields(CallType, (t) => ({
  voiceCampaign: t.field({
    type: VoiceCampaignType,
    nullable: true,
    access: 'viewer',
    columns: ['voiceCampaignId'],
    description: 'The campaign that made it.',
    resolve: (call, _args, ctx, info) => loadById(ctx, voiceCampaigns, call.voiceCampaignId, columns(info)),
  }),
}));

builder.objectFields(AgentType, (t) => ({
  voiceCampaigns: t.field({
    type: [VoiceCampaignType],
    access: 'viewer',
    args: pageArgs,
    description: 'Campaigns it speaks for, alone or among others, newest first.',
    ...nested(voiceCampaignsOfAgent),
  }),
  voiceCampaignsCount: t.int({
    columns: ['id'],
    description: 'How many campaigns these are.',
    resolve: (agent, _args, ctx) => voiceCampaignsOfAgent.count(ctx, agent.id, {}),
  }),
}));

builder.objectFields(NumberType, (t) => ({
  voiceCampaigns: t.field({
    type: [VoiceCampaignType],
    access: 'viewer',
    args: pageArgs,
    description: 'Campaigns that call from it, alone or among others, newest first.',
    ...nested(voiceCampaignsOfNumber),
  }),
  voiceCampaignsCount: t.int({
    columns: ['id'],
    description: 'How many campaigns these are.',
    resolve: (number, _args, ctx) => voiceCampaignsOfNumber.count(ctx, number.id, {}),
  }),
}));
