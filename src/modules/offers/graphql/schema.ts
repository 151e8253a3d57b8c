import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { SmsCampaignType } from '../../sms-campaigns/graphql/types.ts';
import { SMS } from '../../sms-campaigns/kind.ts';
import { VoiceCampaignType } from '../../voice-campaigns/graphql/types.ts';
import { VOICE } from '../../voice-campaigns/kind.ts';
import './link-types.ts';
import { attachOffers, detachOffers } from '../attachment.ts';
import { createOffer, deleteOffer, listOffers, OFFER, updateOffer } from '../operations.ts';
import { CampaignOffersInput, CreateOfferInput, OfferFilter, OfferOrder, UpdateOfferInput } from './inputs.ts';
import { OfferType } from './types.ts';

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
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, OFFER, id, columns(info)),
  }),
);

const NONE = '`NOT_FOUND` when the team has none of this id';
const NO_CAMPAIGN = '`NOT_FOUND` when the team has no such campaign, `VALIDATION_FAILED` when it has no such offer';
const SELLS_MORE = `sell further offers, behind those it has; one it has already keeps its place. ${NO_CAMPAIGN}.`;

builder.mutationFields((t) => {
  const id = (description = 'Its id.') => t.arg.id({ required: true, description });
  const offers = (description: string) => t.arg({ type: CampaignOffersInput, required: true, description });
  return {
    createOffer: t.field({
      type: OfferType,
      access: 'POST /v1/offers',
      creates: true,
      description: 'Creates an offer (E10). `VALIDATION_FAILED` when a field is missing or out of bounds.',
      args: { input: t.arg({ type: CreateOfferInput, required: true, description: 'The offer.' }) },
      resolve: (_root, { input }, ctx) => createOffer(ctx, input),
    }),
    updateOffer: t.field({
      type: OfferType,
      access: 'viewer',
      description: `Changes an offer. ${NONE}, \`VALIDATION_FAILED\` when a field is out of bounds.`,
      args: { id: id(), input: t.arg({ type: UpdateOfferInput, required: true, description: 'What changes.' }) },
      resolve: (_root, args, ctx) => updateOffer(ctx, args.id, args.input),
    }),
    deleteOffer: t.field({
      type: DeletedRecord,
      access: 'viewer',
      description: `Deletes an offer: campaigns sell it no more, and messages that did keep its id. ${NONE}, \`CONFLICT\` as long as a campaign that is under way sells it.`,
      args: { id: id() },
      resolve: (_root, args, ctx) => deleteOffer(ctx, args.id),
    }),
    attachOffersToSmsCampaign: t.field({
      type: SmsCampaignType,
      access: 'viewer',
      description: `Lets an SMS campaign ${SELLS_MORE}`,
      args: { id: id('The SMS campaign.'), input: offers('What it will sell.') },
      resolve: (_root, args, ctx) => attachOffers(ctx, SMS, args.id, args.input.offerIds),
    }),
    detachOffersFromSmsCampaign: t.field({
      type: SmsCampaignType,
      access: 'viewer',
      description: `Takes offers off an SMS campaign; one it does not have is passed over. ${NO_CAMPAIGN}.`,
      args: { id: id('The SMS campaign.'), input: offers('What it will no longer sell.') },
      resolve: (_root, args, ctx) => detachOffers(ctx, SMS, args.id, args.input.offerIds),
    }),
    attachOffersToVoiceCampaign: t.field({
      type: VoiceCampaignType,
      access: 'viewer',
      description: `Lets a voice campaign ${SELLS_MORE}`,
      args: { id: id('The voice campaign.'), input: offers('What it will sell.') },
      resolve: (_root, args, ctx) => attachOffers(ctx, VOICE, args.id, args.input.offerIds),
    }),
    detachOffersFromVoiceCampaign: t.field({
      type: VoiceCampaignType,
      access: 'viewer',
      description: `Takes offers off a voice campaign; one it does not have is passed over. ${NO_CAMPAIGN}.`,
      args: { id: id('The voice campaign.'), input: offers('What it will no longer sell.') },
      resolve: (_root, args, ctx) => detachOffers(ctx, VOICE, args.id, args.input.offerIds),
    }),
  };
});
