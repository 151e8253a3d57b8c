import { builder } from '../../../../graphql/builder.ts';
import { MarginTypeEnum } from './enums.ts';

const UPCOMING = 'The profit from `appliedAt` on, with the bounds of `currentProfit`';
const APPLIED_AT = 'When the upcoming profit takes effect: in the future, and required with one.';
const COMPANY = 'Company it is for, one of the team’s; null means any.';
const COUNTRY = 'Country it is for; null means any.';
const NETWORK = 'Network it is for, one of the country’s; null means any.';
const BRAND = 'Brand it is for, one of the country’s and the network’s; null means any.';

export const CreateProfitRuleInput = builder.inputType('CreateSellerProfitLogicRuleInput', {
  description: 'A new profit rule.',
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
      description: 'The profit from now on: at least 0, as a percentage at most 100.',
    }),
    upcomingProfit: t.field({ type: 'Decimal', description: `${UPCOMING}.` }),
    appliedAt: t.field({ type: 'DateTime', description: APPLIED_AT }),
    clientCompanyId: t.id({ description: COMPANY }),
    countryId: t.int({ description: COUNTRY }),
    networkId: t.int({ description: NETWORK }),
    networkBrandId: t.id({ description: BRAND }),
  }),
});

export const UpdateProfitRuleInput = builder.inputType('UpdateSellerProfitLogicRuleInput', {
  description: 'What changes about a profit rule (E5). Absent keeps; null clears where the rule may be without.',
  fields: (t) => ({
    marginType: t.field({ type: MarginTypeEnum, description: 'What the profits’ numbers mean.' }),
    currentProfit: t.field({
      type: 'Decimal',
      description:
        'The profit from now on: at least 0, as a percentage at most 100. The one before becomes `oldProfit`.',
    }),
    oldProfit: t.field({
      type: 'Decimal',
      description: 'Corrects the profit before, at least 0. Passed over when the current profit changes.',
    }),
    upcomingProfit: t.field({
      type: 'Decimal',
      description: `${UPCOMING}; null calls it off.`,
    }),
    appliedAt: t.field({
      type: 'DateTime',
      description: APPLIED_AT,
    }),
    clientCompanyId: t.id({ description: COMPANY }),
    countryId: t.int({ description: COUNTRY }),
    networkId: t.int({ description: NETWORK }),
    networkBrandId: t.id({ description: BRAND }),
  }),
});
