import { builder } from '../../../graphql/builder.ts';
import { orderInput } from '../../../graphql/lists.ts';
import { MarginTypeEnum } from './enums.ts';

export const ProfitRuleFilter = builder.inputType('SellerProfitLogicRuleFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    marginType: t.field({ type: [MarginTypeEnum], description: 'One of these margin types.' }),
    clientCompanyId: t.field({ type: 'UUID', description: 'For this company.' }),
    countryId: t.int({ description: 'For this country.' }),
    networkId: t.int({ description: 'For this network.' }),
    networkBrandId: t.field({ type: 'UUID', description: 'For this brand.' }),
  }),
});

export const ProfitRuleOrder = orderInput('SellerProfitLogicRule', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
});
