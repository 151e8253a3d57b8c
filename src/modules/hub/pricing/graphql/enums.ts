import { builder } from '../../../../graphql/builder.ts';

export const MarginTypeEnum = builder.enumType('MarginType', {
  description: 'What the number of a profit means.',
  values: {
    percentage: { description: 'Percent of the price, 0 to 100.' },
    fixed: { description: 'An amount per message, in the team’s currency.' },
  },
});
