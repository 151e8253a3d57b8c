import { builder } from '../../../../graphql/builder.ts';
import { DeletedRecord, NONE } from '../../../../graphql/lists.ts';
import { SmsCampaignType } from '../../graphql/sms-types.ts';
import { VoiceCampaignType } from '../../graphql/voice-types.ts';
import { SMS } from '../../sms/kind.ts';
import { VOICE } from '../../voice/kind.ts';
import { attachOffers, detachOffers } from '../attachment.ts';
import { createOffer, deleteOffer, listOffers, OFFER, updateOffer } from '../operations.ts';
import { CampaignOffersInput, CreateOfferInput, OfferFilter, OfferOrder, UpdateOfferInput } from './inputs.ts';
import { OfferType } from './types.ts';

builder.queryFields((t) => ({
  offers: t.page({
    type: OfferType,
    access: 'viewer',
    description: 'The team’s offers, newest first unless ordered otherwise.',
    filter: OfferFilter,
    orderBy: OfferOrder,
    list: listOffers,
    texts: { filter: 'Which offers.' },
  }),
  offer: t.record({ type: OfferType, of: OFFER, access: 'viewer', description: 'One offer.' }),
}));

const NO_CAMPAIGN = '`NOT_FOUND` when the team has no such campaign, `VALIDATION_FAILED` when it has no such offer';
const SELLS_MORE = `sell further offers, behind those it has; one it has already keeps its place. ${NO_CAMPAIGN}.`;

builder.mutationFields((t) => ({
  createOffer: t.create({
    type: OfferType,
    access: 'POST /v1/offers',
    description: 'Creates an offer (E10). `VALIDATION_FAILED` lists fields that are missing or out of range.',
    input: CreateOfferInput,
    run: createOffer,
  }),
  updateOffer: t.change({
    type: OfferType,
    access: 'viewer',
    description: `Changes an offer. ${NONE}, \`VALIDATION_FAILED\` lists fields that are out of range.`,
    input: UpdateOfferInput,
    run: updateOffer,
  }),
  deleteOffer: t.change({
    type: DeletedRecord,
    access: 'viewer',
    changes: OFFER,
    description: `Deletes an offer: campaigns sell it no more, and messages that did keep its id. ${NONE}, \`CONFLICT\` as long as a campaign that is under way sells it.`,
    run: deleteOffer,
  }),
  attachOffersToSmsCampaign: t.change({
    type: SmsCampaignType,
    access: 'viewer',
    description: `Lets an SMS campaign ${SELLS_MORE}`,
    input: CampaignOffersInput,
    run: (ctx, id, { offerIds }) => attachOffers(ctx, SMS, id, offerIds),
  }),
  detachOffersFromSmsCampaign: t.change({
    type: SmsCampaignType,
    access: 'viewer',
    description: `Removes offers from an SMS campaign; offers that it does not have are ignored. ${NO_CAMPAIGN}, \`VALIDATION_FAILED\` for the last one of a campaign that is under way and has a text with \`{{ url }}\`.`,
    input: CampaignOffersInput,
    run: (ctx, id, { offerIds }) => detachOffers(ctx, SMS, id, offerIds),
  }),
  attachOffersToVoiceCampaign: t.change({
    type: VoiceCampaignType,
    access: 'viewer',
    description: `Lets a voice campaign ${SELLS_MORE}`,
    input: CampaignOffersInput,
    run: (ctx, id, { offerIds }) => attachOffers(ctx, VOICE, id, offerIds),
  }),
  detachOffersFromVoiceCampaign: t.change({
    type: VoiceCampaignType,
    access: 'viewer',
    description: `Removes offers from a voice campaign; offers that it does not have are ignored. ${NO_CAMPAIGN}.`,
    input: CampaignOffersInput,
    run: (ctx, id, { offerIds }) => detachOffers(ctx, VOICE, id, offerIds),
  }),
}));
