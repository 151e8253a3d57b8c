import { builder } from '../../../../graphql/builder.ts';

export const MarginTypeEnum = builder.enumType('MarginType', {
  description: 'What the number of a profit means.',
  values: {
    percentage: { description: 'Percent of the cost, 0 to 100, added to the cost.' },
    fixed: { description: 'An amount per message part, in the team’s currency, 0 to 1,000,000.' },
  },
});
