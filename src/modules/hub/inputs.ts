import { builder } from '../../graphql/builder.ts';
import { MarginTypeEnum } from './enums.ts';

const ActiveConnectionsInput = builder.inputType('ActiveConnectionsInput', {
  description: 'Connections that a seller has open.',
  fields: (t) => ({
    tx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Only to send.' }),
    rx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Only to receive.' }),
    trx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'To do both.' }),
  }),
});

/** Not in the reference: which fields are required, and the defaults of the others. A documented `id` is passed over. */
export const CreateSellerEndpointInput = builder.inputType('CreateSellerEndpointInput', {
  description: 'A new way for a seller to connect (E4).',
  fields: (t) => ({
    username: t.string({
      required: true,
      description: '3 to 64 printable ASCII characters without blanks and colons; one across the installation.',
    }),
    password: t.string({
      required: true,
      description: '8 to 128 characters. It must not equal or contain the username, whatever the case.',
    }),
    name: t.string({ description: 'Name, at most 255 characters.' }),
    clientCompanyId: t.id({ description: 'The company it belongs to, one of the team’s.' }),
    smsRoutingPlanId: t.id({ description: 'The routing plan its messages take, one of the team’s.' }),
    defaultRouteId: t.id({
      description: 'The route of messages that no rule of the plan matches, one of the team’s.',
    }),
    pricingUpdateEmail: t.field({ type: 'EmailAddress', description: 'E-mail address that new prices are sent to.' }),
    allowedIps: t.stringList({
      description: 'IP addresses and CIDR ranges, v4 or v6, at most 100; empty or absent allows any.',
    }),
    tags: t.stringList({ description: 'Labels of 1 to 255 characters, at most 100.' }),
    tx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Connections it may open only to send.' }),
    rx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Connections it may open only to receive.' }),
    trx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Connections it may open to do both.' }),
    isSendingAllowed: t.boolean({ defaultValue: true, description: 'Whether it may send.' }),
    maxPrice: t.field({
      type: 'Decimal',
      description: 'What a message may cost at most, in the team’s currency; at least 0.',
    }),
    isMaxPriceEnabled: t.boolean({
      defaultValue: false,
      description: 'Whether `maxPrice`, then required, is enforced.',
    }),
    minMargin: t.field({
      type: 'Decimal',
      description: 'What must be left of a message’s price at least, in the team’s currency; at least 0.',
    }),
    activeConnections: t.field({
      type: ActiveConnectionsInput,
      description: 'Connections it has open; none unless given.',
    }),
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
      description: 'The profit from `appliedAt` on, with the bounds of `currentProfit`; null calls it off.',
    }),
    appliedAt: t.field({
      type: 'DateTime',
      description: 'When the upcoming profit takes effect: in the future, and required with one.',
    }),
    clientCompanyId: t.id({ description: 'Company it is for, one of the team’s; null means any.' }),
    countryId: t.int({ description: 'Country it is for; null means any.' }),
    networkId: t.int({ description: 'Network it is for, one of the country’s; null means any.' }),
    networkBrandId: t.id({ description: 'Brand it is for, one of the country’s and the network’s; null means any.' }),
  }),
});
