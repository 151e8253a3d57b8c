import { builder } from '../../graphql/builder.ts';
import { orderInput, textWithin } from '../../graphql/lists.ts';
import { MarginTypeEnum } from './enums.ts';

/** For records that have little but a name. */
export const HubNameFilter = builder.inputType('HubNameFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({ name: t.string(textWithin('the name')) }),
});

export const HubNameOrder = orderInput('HubName', {
  createdAt: 'When it was created.',
  name: 'Its name.',
});

export const SellerEndpointFilter = builder.inputType('SellerEndpointFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    clientCompanyId: t.field({ type: 'UUID', description: 'Of this company.' }),
    smsRoutingPlanId: t.field({ type: 'UUID', description: 'Whose messages take this routing plan.' }),
    username: t.string(textWithin('the username')),
    tag: t.string({ description: 'With exactly this tag.' }),
    isSendingAllowed: t.boolean({ description: 'Allowed to send or not.' }),
  }),
});

export const SellerEndpointOrder = orderInput('SellerEndpoint', {
  createdAt: 'When it was created.',
  username: 'Its username.',
});

export const SmsTestScheduleFilter = builder.inputType('SmsTestScheduleFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    routeId: t.field({ type: 'UUID', description: 'Testing this route.' }),
    isActive: t.boolean({ description: 'Going out or not.' }),
  }),
});

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
