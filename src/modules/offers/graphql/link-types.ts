import { builder } from '../../../graphql/builder.ts';
import { VoiceCampaignType } from '../../voice-campaigns/graphql/types.ts';
import { offersOfVoiceCampaign, smsCampaignsOfOffer, voiceCampaignsOfOffer } from '../loaders.ts';
import { OfferType } from './types.ts';

builder.prismaObjectFields(OfferType, (t) => ({
  smsCampaigns: t.list(smsCampaignsOfOffer, {
    access: 'GET /v1/sms/campaigns',
    description: 'The SMS campaigns that sell it, newest first.',
  }),
  smsCampaignsCount: t.count(smsCampaignsOfOffer),
  voiceCampaigns: t.list(voiceCampaignsOfOffer, {
    access: 'viewer',
    description: 'The voice campaigns that sell it, newest first.',
  }),
  voiceCampaignsCount: t.count(voiceCampaignsOfOffer),
}));

builder.prismaObjectFields(VoiceCampaignType, (t) => ({
  offers: t.list(offersOfVoiceCampaign, {
    access: 'viewer',
    description: 'What it sells, in the order the team gave them.',
  }),
  offersCount: t.count(offersOfVoiceCampaign),
}));
