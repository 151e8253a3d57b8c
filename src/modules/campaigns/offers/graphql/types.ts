import { builder } from '../../../../graphql/builder.ts';
import { smsCampaignsOfOffer, voiceCampaignsOfOffer } from '../loaders.ts';

export const OfferType = builder.prismaObject('Offer', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'url', 'profit', 'createdAt', 'updatedAt'),
    smsCampaigns: t.list(smsCampaignsOfOffer, {
      access: 'GET /v1/sms/campaigns',
      description: 'The SMS campaigns that sell it, newest first.',
    }),
    voiceCampaigns: t.list(voiceCampaignsOfOffer, {
      access: 'viewer',
      description: 'The voice campaigns that sell it, newest first.',
    }),
  }),
});
