import { builder } from '../../../graphql/builder.ts';
import { VoiceAccountType } from '../../voice-accounts/graphql/types.ts';

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
  }),
});

builder.prismaObjectFields(VoiceAccountType, (t) => ({
  agents: t.list('agents', { access: 'viewer' }),
  agentsCount: t.count('agents'),
}));
