import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, orderInput } from '../../graphql/lists.ts';

export const OfferFilter = builder.inputType('OfferFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    name: t.string({ description: 'Text within the name; case does not matter.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was created.' }),
  }),
});

export const OfferOrder = orderInput('Offer', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});

export const CreateOfferInput = builder.inputType('CreateOfferInput', {
  description: 'A new offer (E10).',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    url: t.field({
      type: 'URL',
      required: true,
      description: 'Where a click leads: `http` or `https`, at most 2,048 characters.',
    }),
    profit: t.field({
      type: 'Decimal',
      required: true,
      description: 'What one sale earns, in the team’s currency, at least 0.',
    }),
  }),
});

export const CampaignOffersInput = builder.inputType('CampaignOffersInput', {
  description: 'Offers of a campaign.',
  fields: (t) => ({
    offerIds: t.idList({ required: true, description: 'Offers of the team, 1 to 100; repeats count once.' }),
  }),
});
