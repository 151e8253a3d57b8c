import { builder } from '../../../../graphql/builder.ts';

const ActiveConnectionsInput = builder.inputType('ActiveConnectionsInput', {
  description: 'Connections that a seller has open.',
  fields: (t) => ({
    tx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Only to send.' }),
    rx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Only to receive.' }),
    trx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'To do both.' }),
  }),
});

/** Not in the reference: which fields are required, and the defaults. A documented `id` is ignored. */
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

export const UpdateSellerEndpointInput = builder.inputType('UpdateSellerEndpointInput', {
  description:
    'What changes about a seller endpoint. Absent keeps, null clears. Username and password change by `rotateSellerEndpointCredentials`.',
  fields: (t) => ({
    name: t.string({ description: 'Name, at most 255 characters.' }),
    clientCompanyId: t.id({ description: 'The company it belongs to, one of the team’s.' }),
    smsRoutingPlanId: t.id({ description: 'The routing plan its messages take, one of the team’s.' }),
    defaultRouteId: t.id({
      description: 'The route of messages that no rule of the plan matches, one of the team’s.',
    }),
    pricingUpdateEmail: t.field({ type: 'EmailAddress', description: 'E-mail address that new prices are sent to.' }),
    allowedIps: t.stringList({
      description: 'IP addresses and CIDR ranges, v4 or v6, at most 100; empty or null allows any.',
    }),
    tags: t.stringList({ description: 'Labels of 1 to 255 characters, at most 100; null means none.' }),
    tx: t.field({ type: 'NonNegativeInt', description: 'Connections it may open only to send; null means 0.' }),
    rx: t.field({ type: 'NonNegativeInt', description: 'Connections it may open only to receive; null means 0.' }),
    trx: t.field({ type: 'NonNegativeInt', description: 'Connections it may open to do both; null means 0.' }),
    isSendingAllowed: t.boolean({
      description: 'Whether it may send: how an endpoint is switched off and on again.',
    }),
    maxPrice: t.field({
      type: 'Decimal',
      description: 'What a message may cost at most, in the team’s currency; at least 0.',
    }),
    isMaxPriceEnabled: t.boolean({
      description: 'Whether `maxPrice`, then required, is enforced; null means not.',
    }),
    minMargin: t.field({
      type: 'Decimal',
      description: 'What must be left of a message’s price at least, in the team’s currency; at least 0.',
    }),
    activeConnections: t.field({
      type: ActiveConnectionsInput,
      description: 'Connections it has open; null means none.',
    }),
  }),
});

export const RotateSellerEndpointCredentialsInput = builder.inputType('RotateSellerEndpointCredentialsInput', {
  description: 'What a seller signs in with from now on.',
  fields: (t) => ({
    username: t.string({ description: 'As in `CreateSellerEndpointInput`; absent or null keeps the present one.' }),
    password: t.string({ description: 'As in `CreateSellerEndpointInput`; absent or null has one made.' }),
  }),
});

const NAME = 'Name, 1 to 255 characters.';

export const CreateClientCompanyInput = builder.inputType('CreateClientCompanyInput', {
  description: 'A new company of the hub.',
  fields: (t) => ({ name: t.string({ required: true, description: NAME }) }),
});

export const UpdateClientCompanyInput = builder.inputType('UpdateClientCompanyInput', {
  description: 'What changes about a company; absent keeps.',
  fields: (t) => ({ name: t.string({ description: NAME }) }),
});
