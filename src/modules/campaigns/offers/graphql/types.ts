import { builder } from '../../../../graphql/builder.ts';
import { smsCampaignsOfOffer, voiceCampaignsOfOffer } from '../loaders.ts';

export const OfferType = builder.prismaObject('Offer', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    url: t.exposeString('url'),
    profit: t.expose('profit', { type: 'Decimal' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
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
