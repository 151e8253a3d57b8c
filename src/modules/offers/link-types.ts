import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { SmsCampaignType } from '../sms-campaigns/types.ts';
import { VoiceCampaignType } from '../voice-campaigns/types.ts';
import { offersOfVoiceCampaign, smsCampaignsOfOffer, voiceCampaignsOfOffer } from './loaders.ts';
import { OfferType } from './types.ts';

builder.objectFields(OfferType, (t) => ({
  smsCampaigns: t.field({
    type: [SmsCampaignType],
    access: 'GET /v1/sms/campaigns',
    columns: ['id'],
    args: pageArgs,
    description: 'The SMS campaigns that sell it, newest first.',
    resolve: (offer, args, ctx, info) => smsCampaignsOfOffer.load(ctx, offer.id, args, columns(info)),
  }),
  smsCampaignsCount: t.int({
    columns: ['id'],
    description: 'How many SMS campaigns sell it.',
    resolve: (offer, _args, ctx) => smsCampaignsOfOffer.count(ctx, offer.id, {}),
  }),
  voiceCampaigns: t.field({
    type: [VoiceCampaignType],
    access: 'viewer',
    columns: ['id'],
    args: pageArgs,
    description: 'The voice campaigns that sell it, newest first.',
    resolve: (offer, args, ctx, info) => voiceCampaignsOfOffer.load(ctx, offer.id, args, columns(info)),
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
    columns: ['id'],
    args: pageArgs,
    description: 'What it sells, in the order the team gave them.',
    resolve: (campaign, args, ctx, info) => offersOfVoiceCampaign.load(ctx, campaign.id, args, columns(info)),
  }),
  offersCount: t.int({
    columns: ['id'],
    description: 'How many offers it has.',
    resolve: (campaign, _args, ctx) => offersOfVoiceCampaign.count(ctx, campaign.id, {}),
  }),
}));
