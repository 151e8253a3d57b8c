import { builder } from '../../../../graphql/builder.ts';
import { type InputBuilder, inputPair } from '../../../../graphql/input-pair.ts';
import { MAX_OVERLAP_HOURS } from '../../../../records/previous-secrets.ts';
import { MAX_CANDIDATES } from '../candidates.ts';
import { MAX_SENDERS } from '../senders.ts';
import { RouteProviderEnum } from './enums.ts';

const NAME = 'Name, 1 to 255 characters.';
const COUNTRY = 'Country it is for, ISO 3166-1 numeric code; null means any.';
const NETWORK = 'Network it is for, one of the country’s; null means any.';
const RouteSenderInput = builder.inputType('RouteSenderInput', {
  description: 'A sender of a route’s pool.',
  fields: (t) => ({
    sender: t.string({
      required: true,
      description: '3 to 15 digits, or 1 to 11 letters, digits and blanks.',
    }),
    countryId: t.id({
      description: 'Country whose numbers it is for, ISO 3166-1 numeric code; null: numbers of all other countries.',
    }),
  }),
});

export const [CreateRouteInput, UpdateRouteInput] = inputPair('Route', {
  create: 'A new way out for messages.',
  update: 'What changes about a route; omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    companyName: t.string({ description: 'Whose route it is, at most 255 characters; null: nobody’s by name.' }),
    isConnected: t.boolean({ defaultValue: true, description: 'Whether messages can leave over it.' }),
    price: t.field({
      type: 'Decimal',
      defaultValue: '0',
      description: 'What a part of a message costs, in the team’s currency, 0 to 1,000,000.',
    }),
    senderId: t.string({
      description:
        'The sender that recipients see: 3 to 15 digits, or 1 to 11 letters, digits and blanks; null: the provider’s own.',
    }),
    senders: t.field({
      type: [RouteSenderInput],
      description: `The sender pool, at most ${MAX_SENDERS}; null: none. A contact keeps the sender that it heard from over this route within the last 90 days. Without one for the contact’s country \`senderId\` is used.`,
    }),
    perSecond: t.field({
      type: 'PositiveInt',
      description: 'Messages per second at most, up to 100,000; null: as many as the provider takes.',
    }),
    integrationId: t.id({
      description: 'Whose balance pays for it, one of the team’s; null: nothing is charged.',
    }),
  }),
});

const RoutingPlanCandidateInput = builder.inputType('RoutingPlanCandidateInput', {
  description: 'A route that a rule may choose.',
  fields: (t) => ({
    routeId: t.id({ required: true, description: 'The route, one of the team’s.' }),
    priority: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 1,
      description: '1 to 100. Candidates of a higher number are used only while none of a lower one is usable.',
    }),
    weight: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 1,
      description: '1 to 100. Share of the messages among the usable candidates of the same priority.',
    }),
  }),
});

const CANDIDATES = `Routes to choose from, 1 to ${MAX_CANDIDATES}, each once. Give either these or \`routeId\`.`;
const ONE_ROUTE = 'The only route of the rule, one of the team’s. Give either this or `candidates`.';
const BY_PRICE =
  'Whether the cheapest usable candidate of the first priority is taken, instead of one drawn by weight.';

const ruleFields = (t: InputBuilder) => ({
  routeId: t.id({ description: ONE_ROUTE }),
  candidates: t.field({ type: [RoutingPlanCandidateInput], description: CANDIDATES }),
  byPrice: t.boolean({ required: true, defaultValue: false, description: BY_PRICE }),
  countryId: t.id({ description: COUNTRY }),
  networkId: t.id({ description: NETWORK }),
});

const NewRoutingPlanRuleInput = builder.inputType('NewRoutingPlanRuleInput', {
  description: 'A rule of a new routing plan.',
  fields: ruleFields,
});

export const [CreateRoutingPlanInput, UpdateRoutingPlanInput] = inputPair('RoutingPlan', {
  create: 'A new routing plan.',
  update:
    'What to change in a routing plan. Omitted fields keep their values. Its rules are changed with the mutations for rules.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    defaultRouteId: t.id({
      description: 'Where messages go that no rule matches, one of the team’s routes; null: they are skipped.',
    }),
  }),
  onlyCreate: (t) => ({
    rules: t.field({
      type: [NewRoutingPlanRuleInput],
      description: 'Its rules in the order in which they are tried, at most 500.',
    }),
  }),
});

export const [CreateRoutingPlanRuleInput, UpdateRoutingPlanRuleInput] = inputPair('RoutingPlanRule', {
  create: 'A further rule of a routing plan.',
  update: 'What changes about a rule; omitted fields stay as they are. Its place changes by `reorderRoutingPlanRules`.',
  fields: ruleFields,
  onlyCreate: (t) => ({
    routingPlanId: t.id({ required: true, description: 'The routing plan, one of the team’s.' }),
    position: t.field({
      type: 'NonNegativeInt',
      description: 'Zero-based position; later rules shift down. Defaults to the end.',
    }),
  }),
});

export const ReorderRoutingPlanRulesInput = builder.inputType('ReorderRoutingPlanRulesInput', {
  description: 'A new order of a plan’s rules.',
  fields: (t) => ({
    routingPlanId: t.id({ required: true, description: 'The routing plan, one of the team’s.' }),
    ruleIds: t.idList({ required: true, description: 'Every rule of the plan once; the first is tried first.' }),
  }),
});

const INTERVAL = 'Minutes between two tests, 1 to 43,200 (30 days).';

export const [CreateSmsTestScheduleInput, UpdateSmsTestScheduleInput] = inputPair('SmsTestSchedule', {
  create: 'A test message to send over a route at fixed intervals. Tests cost what other messages do.',
  update: 'What changes about a test schedule; omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    toNumber: t.field({
      type: 'PhoneNumber',
      required: true,
      description: 'Phone number it goes to, with its country code.',
    }),
    text: t.string({ required: true, description: 'Text of the message, 1 to 1,600 characters.' }),
    intervalMinutes: t.field({
      type: 'PositiveInt',
      required: true,
      defaultValue: 60,
      description: INTERVAL,
      onUpdate: `${INTERVAL} A new interval counts from the last test.`,
    }),
    isActive: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether tests go out.',
      onUpdate:
        'Whether tests go out. After it is switched on again, the next test goes out an interval after the last one, or at once when that time has passed.',
    }),
  }),
  onlyCreate: (t) => ({
    routeId: t.id({ required: true, description: 'The route it tests, one of the team’s.' }),
    startAt: t.field({
      type: 'DateTime',
      description: 'When the first one goes out, in the future. Defaults to within a minute.',
    }),
  }),
});

export const SetRouteProviderInput = builder.inputType('SetRouteProviderInput', {
  description: 'Who carries a route’s messages.',
  fields: (t) => ({
    provider: t.field({ type: RouteProviderEnum, required: true, description: 'The kind of provider.' }),
    settings: t.field({
      type: 'JSONObject',
      description: 'The fields that `providers` lists, apart from secret ones. Those left out get their default.',
    }),
    credentials: t.field({
      type: 'JSONObject',
      description:
        'The secret fields that `providers` lists. Fields left out stay as they are and null removes one, unless the provider or the address that requests go to changes. For `http` and `simulator` a signing secret is made.',
    }),
    rotateSecret: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Replaces the signing secret, or the secret at the end of the callback URL. `overlapHours` says how long the former one is accepted.',
    }),
    overlapHours: t.int({
      required: true,
      defaultValue: 24,
      description: `Hours in which receipts and replies that are signed the former way, or go to the former URL, are accepted, 0 to ${MAX_OVERLAP_HOURS}. They count from each replacement of a secret, signing key or token, for that one. At most five are kept. 0 ends all overlaps at once, also where nothing is replaced: use it when a secret has leaked. A change to another provider ends them, too.`,
    }),
  }),
});
