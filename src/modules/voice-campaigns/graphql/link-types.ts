import { builder } from '../../../graphql/builder.ts';
import { AgentType } from '../../agents/graphql/types.ts';
import { CallsOfOutcomeType } from '../../calls/graphql/count-types.ts';
import { CallType } from '../../calls/graphql/types.ts';
import { outcomesOfVoiceCampaign } from '../../calls/loaders.ts';
import { countReached } from '../../campaigns/preview-audience.ts';
import { NumberType } from '../../numbers/graphql/types.ts';
import { voiceCampaignsOfAgent, voiceCampaignsOfNumber } from '../loaders.ts';
import { VoiceCampaignType } from './types.ts';

builder.prismaObjectFields(VoiceCampaignType, (t) => ({
  filterSegment: t.one('filterSegment', { access: 'viewer' }),
  audiencePreview: t.int({
    access: 'viewer',
    select: { segmentIds: true, filterSegmentId: true },
    description:
      'How many contacts it would reach now; the do-not-contact list is left out. `BAD_REQUEST` beyond 20 audiences in one request.',
    resolve: (campaign, _args, ctx) => countReached(ctx, campaign.segmentIds as unknown[], campaign.filterSegmentId),
  }),
  agent: t.one('agent', { access: 'viewer' }),
  number: t.one('number', { access: 'viewer' }),
  calls: t.list('calls', { access: 'viewer' }),
  callsCount: t.count('calls', {
    description: 'How many calls it has, counted; `callsTotal` is kept as events come in.',
  }),
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    select: { id: true },
    size: 18,
    description:
      'How many of its calls have which outcome, in the order of the enumeration; an outcome that none has is left out.',
    resolve: (campaign, _args, ctx) => outcomesOfVoiceCampaign.load(ctx, campaign.id),
  }),
}));

builder.prismaObjectFields(CallType, (t) => ({
  voiceCampaign: t.one('voiceCampaign', { access: 'viewer' }),
}));

builder.prismaObjectFields(AgentType, (t) => ({
  voiceCampaigns: t.list(voiceCampaignsOfAgent, {
    access: 'viewer',
    description: 'Campaigns it speaks for, alone or among others, newest first.',
  }),
  voiceCampaignsCount: t.count(voiceCampaignsOfAgent),
}));

builder.prismaObjectFields(NumberType, (t) => ({
  voiceCampaigns: t.list(voiceCampaignsOfNumber, {
    access: 'viewer',
    description: 'Campaigns that call from it, alone or among others, newest first.',
  }),
  voiceCampaignsCount: t.count(voiceCampaignsOfNumber),
}));
