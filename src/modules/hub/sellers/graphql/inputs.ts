import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { MAX_OVERLAP_HOURS } from '../../../../records/previous-secrets.ts';

const ActiveConnectionsInput = builder.inputType('ActiveConnectionsInput', {
  description: 'Connections that a seller has open.',
  fields: (t) => ({
    tx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Only to send.' }),
    rx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'Only to receive.' }),
    trx: t.field({ type: 'NonNegativeInt', defaultValue: 0, description: 'To do both.' }),
  }),
});

const IPS = 'IP addresses and CIDR ranges, v4 or v6, at most 100; empty or';
const LABELS = 'Labels of 1 to 255 characters, at most 100';
const TX = 'Connections it may open only to send';
const RX = 'Connections it may open only to receive';
const TRX = 'Connections it may open to do both';
const LOOKED_UP =
  'Whether the network of a number is looked up when it is not known, with the team’s look-up provider or the installation’s. An answer that takes longer than 2 seconds is not waited for.';
const CALLBACK =
  'Where its receipts and replies are posted, instead of over SMPP: http or https, at most 2,000 characters, without a name or password, and no private address unless PRIVATE_PROVIDERS is on. Nothing is posted before `rotateSellerEndpointCallbackSecret` has made the secret that signs it';
const PLAN = 'The routing plan its messages take, one of the team’s.';
const ENFORCED = 'Whether `maxPrice`, then required, is enforced';

/** Not in the reference: which fields are required, and the defaults of the others. A documented `id` is passed over. */
export const [CreateSellerEndpointInput, UpdateSellerEndpointInput] = inputPair('SellerEndpoint', {
  create: 'A new way for a seller to connect (E4).',
  update:
    'What changes about a seller endpoint. Absent keeps, null clears. Username and password change by `rotateSellerEndpointCredentials`.',
  fields: (t) => ({
    name: t.string({ description: 'Name, at most 255 characters.' }),
    clientCompanyId: t.id({ description: 'The company it belongs to, one of the team’s.' }),
    routingPlanId: t.id({ description: PLAN }),
    defaultRouteId: t.id({
      description: 'The route of messages that no rule of the plan matches, one of the team’s.',
    }),
    pricingUpdateEmail: t.field({ type: 'EmailAddress', description: 'E-mail address that new prices are sent to.' }),
    allowedIps: t.stringList({ description: `${IPS} absent allows any.`, onUpdate: `${IPS} null allows any.` }),
    tags: t.stringList({ description: `${LABELS}.`, onUpdate: `${LABELS}; null means none.` }),
    tx: t.field({
      type: 'NonNegativeInt',
      defaultValue: 0,
      description: `${TX}.`,
      onUpdate: `${TX}; null means 0.`,
    }),
    rx: t.field({
      type: 'NonNegativeInt',
      defaultValue: 0,
      description: `${RX}.`,
      onUpdate: `${RX}; null means 0.`,
    }),
    trx: t.field({
      type: 'NonNegativeInt',
      defaultValue: 0,
      description: `${TRX}.`,
      onUpdate: `${TRX}; null means 0.`,
    }),
    isSendingAllowed: t.boolean({
      defaultValue: true,
      description: 'Whether it may send.',
      onUpdate:
        'Whether it may send: how an endpoint is switched off and on again. While it is off, what it has queued waits, and expires by its validity.',
    }),
    maxPrice: t.field({
      type: 'Decimal',
      description: 'What a message may cost at most, in the team’s currency; at least 0.',
    }),
    isMaxPriceEnabled: t.boolean({
      defaultValue: false,
      description: `${ENFORCED}.`,
      onUpdate: `${ENFORCED}; null means not.`,
    }),
    minMargin: t.field({
      type: 'Decimal',
      description: 'What must be left of a message’s price at least, in the team’s currency; at least 0.',
    }),
    window: t.int({
      defaultValue: 100,
      description: 'Submits that it may have unanswered on a connection, 1 to 1,000.',
      onUpdate: 'Submits that it may have unanswered on a connection, 1 to 1,000; null means 100.',
    }),
    perSecond: t.int({
      description: 'Messages a second that it may submit, 1 to 10,000; without one as many as it can.',
    }),
    isLookupEnabled: t.boolean({
      defaultValue: false,
      description: LOOKED_UP,
      onUpdate: `${LOOKED_UP} Null means not.`,
    }),
    callbackUrl: t.field({
      type: 'URL',
      description: `${CALLBACK}.`,
      onUpdate: `${CALLBACK}; null: over its SMPP connections. What waits goes to the new URL, at once if the former one failed.`,
    }),
    activeConnections: t.field({
      type: ActiveConnectionsInput,
      description: 'Ignored: what an endpoint has open is counted. Kept because E4 has it.',
    }),
  }),
  onlyCreate: (t) => ({
    smsRoutingPlanId: t.id({ description: PLAN, extensions: { internal: true } }),
    username: t.string({
      required: true,
      description:
        '3 to 64 printable ASCII characters without blanks and colons; one across the installation. Strict SMPP clients send at most 15.',
    }),
    password: t.string({
      required: true,
      description:
        '8 to 128 characters; strict SMPP clients send at most 8. It must not equal or contain the username, whatever the case.',
    }),
  }),
});

export const RotateSellerEndpointCredentialsInput = builder.inputType('RotateSellerEndpointCredentialsInput', {
  description: 'What a seller signs in with from now on.',
  fields: (t) => ({
    username: t.string({ description: 'As in `CreateSellerEndpointInput`; absent or null keeps the present one.' }),
    password: t.string({
      description: 'As in `CreateSellerEndpointInput`. Omit it or pass null to generate one of 8 characters.',
    }),
  }),
});

export const RotateSellerEndpointCallbackSecretInput = builder.inputType('RotateSellerEndpointCallbackSecretInput', {
  description: 'How a seller endpoint changes over to its new secret.',
  fields: (t) => ({
    overlapHours: t.int({
      required: true,
      defaultValue: 24,
      description: `Hours in which the former secret, if there is one, signs, too: 0 to ${MAX_OVERLAP_HOURS}.`,
    }),
  }),
});

export const [CreateClientCompanyInput, UpdateClientCompanyInput] = inputPair('ClientCompany', {
  create: 'A new company of the hub.',
  update: 'What changes about a company; absent keeps, null clears.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name, 1 to 255 characters.',
      onUpdate: 'Name, 1 to 255 characters; it cannot be cleared.',
    }),
    integrationId: t.id({
      description:
        'The integration whose managed balance pays for its messages, one of the team’s. Without one nothing is charged.',
    }),
  }),
});

export const CreateHubSenderInput = builder.inputType('CreateHubSenderInput', {
  description: 'A sender whose replies go to a seller endpoint.',
  fields: (t) => ({
    sellerEndpointId: t.id({ required: true, description: 'The endpoint that gets the replies, one of the team’s.' }),
    sender: t.string({
      required: true,
      description: 'The number that people write to: 3 to 15 digits, with or without a plus sign.',
    }),
    keyword: t.string({
      description:
        'The first word of the replies, at most 20 characters; case and accents do not matter. Without one the endpoint gets all that begins with no other keyword.',
    }),
  }),
});
