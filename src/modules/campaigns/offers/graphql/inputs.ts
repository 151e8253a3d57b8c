import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { offerFilter } from '../operations.ts';

export const OfferFilter = filterInput(offerFilter);

export const OfferOrder = orderInput('Offer', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  name: 'Its name.',
  profit: 'What one sale earns.',
});

export const [CreateOfferInput, UpdateOfferInput] = inputPair('Offer', {
  create: 'A new offer (E10).',
  update: 'What changes about an offer; omitted fields stay as they are.',
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
