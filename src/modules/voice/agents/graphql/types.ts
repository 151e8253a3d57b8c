import { builder } from '../../../../graphql/builder.ts';
import { voiceCampaignsOfAgent } from '../../callers.ts';
import { CALLS_BY_OUTCOME, CallsOfOutcomeType } from '../../calls/graphql/count-types.ts';
import { outcomesOfAgent } from '../../calls/loaders.ts';

export const AgentType = builder.prismaObject('Agent', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    voiceAccountId: t.exposeID('voiceAccountId', { nullable: true }),
    name: t.exposeString('name'),
    externalId: t.exposeString('externalId', { nullable: true }),
    prompt: t.exposeString('prompt', { nullable: true }),
    archivedAt: t.expose('archivedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    voiceAccount: t.one('voiceAccount', { access: 'viewer' }),
    inboundNumbers: t.list('inboundNumbers', { access: 'viewer' }),
    voiceCampaigns: t.list(voiceCampaignsOfAgent, {
      access: 'viewer',
      description: 'Campaigns it speaks for, alone or among others, newest first.',
    }),
    calls: t.list('calls', { access: 'viewer' }),
    callsByOutcome: t.field({
      type: [CallsOfOutcomeType],
      access: 'viewer',
      size: 18,
      select: { id: true },
      description: CALLS_BY_OUTCOME,
      resolve: (agent, _args, ctx) => outcomesOfAgent.load(ctx, agent.id),
    }),
  }),
});
