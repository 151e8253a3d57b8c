import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { SmsCampaignType } from '../sms-campaigns/types.ts';
import { attachOffers, detachOffers } from './attachment.ts';
import { CampaignOffersInput, CreateOfferInput, OfferFilter, OfferOrder } from './inputs.ts';
import { smsCampaignsOfOffer } from './loaders.ts';
import { createOffer, getOffer, listOffers } from './operations.ts';
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
}));

builder.queryField('offers', (t) =>
  t.connection(
    {
      type: OfferType,
      access: 'viewer',
      description: 'The team’s offers, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: OfferFilter, description: 'Which offers.' }),
        orderBy: t.arg({ type: OfferOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listOffers(ctx, args, columns(info)),
    },
    { description: 'A page of offers.' },
    { description: 'An offer in a list.' },
  ),
);

builder.queryField('offer', (t) =>
  t.field({
    type: OfferType,
    access: 'viewer',
    description: 'One offer. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getOffer(ctx, id, columns(info)),
  }),
);

builder.mutationField('createOffer', (t) =>
  t.field({
    type: OfferType,
    access: 'POST /v1/offers',
    creates: true,
    description: 'Creates an offer (E10). `VALIDATION_FAILED` when a field is missing or out of bounds.',
    args: { input: t.arg({ type: CreateOfferInput, required: true, description: 'The offer.' }) },
    resolve: (_root, { input }, ctx) => createOffer(ctx, input),
  }),
);

builder.mutationField('attachOffersToSmsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'viewer',
    description:
      'Lets an SMS campaign sell further offers, behind those it has; one it has already keeps its place. `NOT_FOUND` when the team has no such campaign, `VALIDATION_FAILED` when it has no such offer.',
    args: {
      id: t.arg.id({ required: true, description: 'The SMS campaign.' }),
      input: t.arg({ type: CampaignOffersInput, required: true, description: 'What it will sell.' }),
    },
    resolve: (_root, { id, input }, ctx) => attachOffers(ctx, id, input.offerIds),
  }),
);

builder.mutationField('detachOffersFromSmsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'viewer',
    description:
      'Takes offers off an SMS campaign; one it does not have is passed over. `NOT_FOUND` when the team has no such campaign, `VALIDATION_FAILED` when it has no such offer.',
    args: {
      id: t.arg.id({ required: true, description: 'The SMS campaign.' }),
      input: t.arg({ type: CampaignOffersInput, required: true, description: 'What it will no longer sell.' }),
    },
    resolve: (_root, { id, input }, ctx) => detachOffers(ctx, id, input.offerIds),
  }),
);
