import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { SmsCampaignType } from '../sms-campaigns/types.ts';
import { VoiceCampaignType } from '../voice-campaigns/types.ts';
import { offersOfVoiceCampaign, smsCampaignsOfOffer, voiceCampaignsOfOffer } from './loaders.ts';
import { OfferType } from './types.ts';

builder.objectFields(OfferType, (t) => ({
  smsCampaigns: t.field({
    type: [SmsCampaignType],
    access: 'GET /v1/sms/campaigns',
    args: pageArgs,
    description: 'The SMS campaigns that sell it, newest first.',
    ...nested(smsCampaignsOfOffer),
  }),
  smsCampaignsCount: t.int({
    columns: ['id'],
    description: 'How many SMS campaigns sell it.',
    resolve: (offer, _args, ctx) => smsCampaignsOfOffer.count(ctx, offer.id, {}),
  }),
  voiceCampaigns: t.field({
    type: [VoiceCampaignType],
    access: 'viewer',
    args: pageArgs,
    description: 'The voice campaigns that sell it, newest first.',
    ...nested(voiceCampaignsOfOffer),
  }),
  voiceCampaignsCount: t.int({
    columns: ['id'],
    description: 'How many voice campaigns sell it.',
    resolve: (offer, _args, ctx) => voiceCampaignsOfOffer.count(ctx, offer.id, {}),
  }),
}));

builder.objectFields(VoiceCampaignType, (t) => ({
  offers: t.field({
    type: [OfferType],
    access: 'viewer',
    args: pageArgs,
    description: 'What it sells, in the order the team gave them.',
    ...nested(offersOfVoiceCampaign),
  }),
  offersCount: t.int({
    columns: ['id'],
    description: 'How many offers it has.',
    resolve: (campaign, _args, ctx) => offersOfVoiceCampaign.count(ctx, campaign.id, {}),
  }),
}));
