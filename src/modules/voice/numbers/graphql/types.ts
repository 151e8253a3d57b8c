import { builder } from '../../../../graphql/builder.ts';
import { VoiceProviderEnum } from '../../accounts/graphql/enums.ts';
import { voiceCampaignsOfNumber } from '../../callers.ts';
import { CALLS_BY_OUTCOME, CallsOfOutcomeType } from '../../calls/graphql/count-types.ts';
import { outcomesOfNumber } from '../../calls/loaders.ts';
import { idsOfCodes } from '../operations.ts';

export const NumberType = builder.prismaObject('Number', {
  name: 'VoiceNumber',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    teamId: t.exposeID('teamId'),
    voiceAccountId: t.exposeID('voiceAccountId', { nullable: true }),
    inboundAgentId: t.exposeID('inboundAgentId', { nullable: true }),
    number: t.expose('number', { type: 'PhoneNumber' }),
    voiceProvider: t.expose('voiceProvider', { type: VoiceProviderEnum }),
    voiceProviderId: t.exposeString('voiceProviderId', { nullable: true }),
    sipConfig: t.exposeString('sipConfig', { nullable: true }),
    disallowedCountries: t.exposeString('disallowedCountries', { nullable: true, internal: true }),
    disallowedCountryIds: t.idList({
      select: { disallowedCountries: true },
      description: 'Countries it must not call.',
      resolve: ({ disallowedCountries }, _args, ctx) => idsOfCodes(ctx, disallowedCountries),
    }),
    maxConcurrentCalls: t.exposeInt('maxConcurrentCalls', { nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    archivedAt: t.expose('archivedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    voiceAccount: t.one('voiceAccount', { access: 'viewer' }),
    inboundAgent: t.one('inboundAgent', { access: 'viewer' }),
    voiceCampaigns: t.list(voiceCampaignsOfNumber, {
      access: 'viewer',
      description: 'Campaigns that call from it, alone or among others, newest first.',
    }),
    calls: t.list('calls', { access: 'viewer' }),
    callsByOutcome: t.field({
      type: [CallsOfOutcomeType],
      access: 'viewer',
      size: 18,
      select: { id: true },
      description: CALLS_BY_OUTCOME,
      resolve: (number, _args, ctx) => outcomesOfNumber.load(ctx, number.id),
    }),
  }),
});
