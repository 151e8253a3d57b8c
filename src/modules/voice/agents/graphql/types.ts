import { builder } from '../../../../graphql/builder.ts';
import { voiceCampaignsOfAgent } from '../../callers.ts';
import { callsByOutcome } from '../../calls/graphql/count-types.ts';
import { outcomesOfAgent } from '../../calls/loaders.ts';

export const AgentType = builder.prismaObject('Agent', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'voiceAccountId', 'name', 'externalId', 'prompt', 'archivedAt'),
    ...t.columns('createdAt', 'updatedAt'),
    voiceAccount: t.one('voiceAccount', { access: 'viewer' }),
    inboundNumbers: t.list('inboundNumbers', { access: 'viewer' }),
    voiceCampaigns: t.list(voiceCampaignsOfAgent, {
      access: 'viewer',
      description: 'Campaigns it speaks for, alone or among others, newest first.',
    }),
    calls: t.list('calls', { access: 'viewer' }),
    callsByOutcome: t.field(callsByOutcome(outcomesOfAgent)),
  }),
});
