import { inputPair } from '../../../../graphql/input-pair.ts';
import { NumberedId } from '../../../../graphql/scalars.ts';
import { MarginTypeEnum } from './enums.ts';

const CURRENT = 'The profit from now on: at least 0, as a percentage at most 100, fixed at most 1,000,000.';
const UPCOMING = 'The profit from `appliedAt` on, with the bounds of `currentProfit`';

export const [CreateProfitRuleInput, UpdateProfitRuleInput] = inputPair('SellerProfitLogicRule', {
  create: 'A new profit rule.',
  update: 'What changes about a profit rule (E5). Absent keeps; null clears where the rule may be without.',
  fields: (t) => ({
    marginType: t.field({
      type: MarginTypeEnum,
      required: true,
      defaultValue: 'percentage',
      description: 'What the profits’ numbers mean.',
    }),
    currentProfit: t.field({
      type: 'Decimal',
      required: true,
      description: CURRENT,
      onUpdate: `${CURRENT} The one before becomes \`oldProfit\`.`,
    }),
    upcomingProfit: t.field({
      type: 'Decimal',
      description: `${UPCOMING}.`,
      onUpdate: `${UPCOMING}; null cancels the change.`,
    }),
    appliedAt: t.field({
      type: 'DateTime',
      description: 'When the upcoming profit takes effect: in the future, and required with one.',
    }),
    clientCompanyId: t.id({ description: 'Company it is for, one of the team’s; null means any.' }),
    countryId: t.id({ description: 'Country it is for; null means any.', extensions: { documented: NumberedId } }),
    networkId: t.id({
      description: 'Network it is for, one of the country’s; null means any.',
      extensions: { documented: NumberedId },
    }),
    networkBrandId: t.id({
      description: 'Brand it is for, one of the country’s and the network’s; null means any.',
    }),
  }),
  onlyUpdate: (t) => ({
    oldProfit: t.field({
      type: 'Decimal',
      description: 'Corrects the profit before, at least 0. Ignored when the current profit changes.',
    }),
  }),
});
