import { builder } from '../../../graphql/builder.ts';
import { AgentType } from '../../agents/graphql/types.ts';
import { VoiceProviderEnum } from '../../voice-accounts/graphql/enums.ts';
import { VoiceAccountType } from '../../voice-accounts/graphql/types.ts';

export const NumberType = builder.prismaObject('Number', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    voiceAccountId: t.exposeID('voiceAccountId', { nullable: true }),
    inboundAgentId: t.exposeID('inboundAgentId', { nullable: true }),
    number: t.expose('number', { type: 'SafeInt' }),
    voiceProvider: t.expose('voiceProvider', { type: VoiceProviderEnum }),
    voiceProviderId: t.exposeString('voiceProviderId', { nullable: true }),
    sipConfig: t.exposeString('sipConfig', { nullable: true }),
    disallowedCountries: t.exposeString('disallowedCountries', { nullable: true }),
    maxConcurrentCalls: t.exposeInt('maxConcurrentCalls', { nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    archivedAt: t.expose('archivedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    voiceAccount: t.one('voiceAccount', { access: 'viewer' }),
    inboundAgent: t.one('inboundAgent', { access: 'viewer' }),
  }),
});

builder.prismaObjectFields(VoiceAccountType, (t) => ({
  numbers: t.list('numbers', { access: 'viewer' }),
  numbersCount: t.count('numbers'),
}));

builder.prismaObjectFields(AgentType, (t) => ({
  inboundNumbers: t.list('inboundNumbers', { access: 'viewer' }),
  inboundNumbersCount: t.count('inboundNumbers'),
}));
