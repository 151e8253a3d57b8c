import { builder } from '../../../../graphql/builder.ts';
import { VoiceProviderEnum } from '../../accounts/graphql/enums.ts';
import { voiceCampaignsOfNumber } from '../../callers.ts';
import { callsByOutcome } from '../../calls/graphql/count-types.ts';
import { outcomesOfNumber } from '../../calls/loaders.ts';
import { idsOfCodes } from '../operations.ts';

export const NumberType = builder.prismaObject('Number', {
  name: 'VoiceNumber',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'teamId', 'voiceAccountId', 'inboundAgentId', 'voiceProviderId', 'sipConfig'),
    ...t.columns('maxConcurrentCalls', 'lastUsedAt', 'archivedAt', 'createdAt', 'updatedAt'),
    number: t.expose('number', { type: 'PhoneNumber' }),
    voiceProvider: t.expose('voiceProvider', { type: VoiceProviderEnum }),
    disallowedCountries: t.exposeString('disallowedCountries', { nullable: true, internal: true }),
    disallowedCountryIds: t.idList({
      select: { disallowedCountries: true },
      description: 'Countries it must not call.',
      resolve: ({ disallowedCountries }, _args, ctx) => idsOfCodes(ctx, disallowedCountries),
    }),
    voiceAccount: t.one('voiceAccount', { access: 'viewer' }),
    inboundAgent: t.one('inboundAgent', { access: 'viewer' }),
    voiceCampaigns: t.list(voiceCampaignsOfNumber, {
      access: 'viewer',
      description: 'Campaigns that call from it, alone or among others, newest first.',
    }),
    calls: t.list('calls', { access: 'viewer' }),
    callsByOutcome: t.field(callsByOutcome(outcomesOfNumber)),
  }),
});
