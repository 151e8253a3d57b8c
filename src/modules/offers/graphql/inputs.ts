import { builder } from '../../../graphql/builder.ts';
import { DateTimeRange, orderInput, textWithin } from '../../../graphql/lists.ts';

export const OfferFilter = builder.inputType('OfferFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    name: t.string(textWithin('the name')),
    url: t.string(textWithin('the URL')),
    minProfit: t.field({ type: 'Decimal', description: 'A sale earns at least this, in the team’s currency.' }),
    maxProfit: t.field({ type: 'Decimal', description: 'A sale earns at most this, in the team’s currency.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was created.' }),
  }),
});

export const OfferOrder = orderInput('Offer', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  name: 'Its name.',
  profit: 'What one sale earns.',
});

const NAME = 'Name, 1 to 255 characters.';
const URL = 'Where a click leads: `http` or `https`, at most 2,048 characters.';
const PROFIT = 'What one sale earns, in the team’s currency, at least 0.';

export const CreateOfferInput = builder.inputType('CreateOfferInput', {
  description: 'A new offer (E10).',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    url: t.field({ type: 'URL', required: true, description: URL }),
    profit: t.field({ type: 'Decimal', required: true, description: PROFIT }),
  }),
});

export const UpdateOfferInput = builder.inputType('UpdateOfferInput', {
  description: 'What changes about an offer; absent keeps.',
  fields: (t) => ({
    name: t.string({ description: NAME }),
    url: t.field({ type: 'URL', description: URL }),
    profit: t.field({ type: 'Decimal', description: PROFIT }),
  }),
});

export const CampaignOffersInput = builder.inputType('CampaignOffersInput', {
  description: 'Offers of a campaign.',
  fields: (t) => ({
    offerIds: t.idList({ required: true, description: 'Offers of the team, 1 to 100; repeats count once.' }),
  }),
});
