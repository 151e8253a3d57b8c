import { builder } from '../../../../graphql/builder.ts';
import { endAhead } from '../../../../records/end-ahead.ts';
import { type LastError, lastErrorOf } from '../../engine/last-error.ts';
import { weightOf } from '../../engine/network-health.ts';
import { CountryType, NetworkType } from '../../networks/graphql/types.ts';
import { isProvider } from '../../providers/settings.ts';
import { shownCallbackUrl } from '../callback-url.ts';
import { MAX_CANDIDATES } from '../candidates.ts';
import type { RouteWithSecret } from '../route-provider.ts';
import { MAX_SENDERS } from '../senders.ts';
import { RouteHealthStateEnum, RouteProviderEnum, SmsTestStatusEnum } from './enums.ts';

export const ProviderErrorType = builder.objectRef<LastError>('ProviderError').implement({
  description: 'Why a provider takes no messages or calls.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Since when, in UTC.' }),
    reason: t.exposeString('reason', {
      description:
        'What the provider answered, or why it could not be reached. Phone numbers in it are replaced by `…`.',
    }),
    advice: t.exposeString('advice', { description: 'What to do.' }),
  }),
});

export const LAST_ERROR = {
  type: ProviderErrorType,
  nullable: true,
  select: { lastErrorAt: true, lastErrorKind: true, lastErrorReason: true },
  description:
    'What its provider last answered instead of taking messages or calls. Null once it accepts one again, and after its provider is set.',
  resolve: lastErrorOf,
} as const;

export const RouteType = builder.prismaObject('Route', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'companyName', 'isConnected', 'price', 'senderId', 'perSecond', 'integrationId'),
    ...t.columns('pausedUntil', 'deletingAt', 'createdAt', 'updatedAt'),
    provider: t.field({
      type: RouteProviderEnum,
      nullable: true,
      select: { provider: true },
      description: 'Null: nothing goes out over it.',
      resolve: ({ provider }) => (isProvider(provider) ? provider : null),
    }),
    isSimulated: t.field({
      type: 'Boolean',
      select: { provider: true },
      description: 'Whether its messages reach nobody: its provider is the simulator.',
      resolve: ({ provider }) => provider === 'simulator',
    }),
    settings: t.expose('settings', { type: 'JSONObject' }),
    lastError: t.field(LAST_ERROR),
    callbackUrl: t.field({
      type: 'String',
      nullable: true,
      select: { id: true, teamId: true, provider: true, credentials: true },
      description:
        'Where its provider reports to over HTTP. Null where none does, and for members where the address ends with a secret because the provider does not sign its requests. Null, too, while the stored credentials cannot be decrypted with `TOKEN_KEY`: set the provider again.',
      resolve: (route, _args, ctx) => shownCallbackUrl(ctx, route),
    }),
    previousSecretExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      select: { previousSecretExpiresAt: true },
      description:
        'Until when callbacks that are signed the former way, or go to the former URL, are accepted, too; null when none are.',
      resolve: ({ previousSecretExpiresAt }) => endAhead(previousSecretExpiresAt),
    }),
    testSchedules: t.list('testSchedules', { access: 'viewer' }),
    integration: t.one('integration', { access: 'viewer' }),
  }),
});

export const SmsTestResultType = builder.prismaObject('SmsTestResult', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'smsId', 'failureReason', 'cost', 'dueAt', 'sentAt'),
    status: t.expose('status', { type: SmsTestStatusEnum }),
  }),
});

export const SmsTestScheduleType = builder.prismaObject('SmsTestSchedule', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'text', 'intervalMinutes', 'isActive', 'lastRunAt', 'nextRunAt', 'createdAt'),
    ...t.columns('updatedAt', 'routeId'),
    toNumber: t.expose('toNumber', { type: 'PhoneNumber' }),
    route: t.one('route', { access: 'viewer' }),
    results: t.list('results', { access: 'viewer', orderBy: { dueAt: 'desc' } }),
  }),
});

builder.prismaObject('RoutingPlanCandidate', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'routingPlanRuleId', 'routeId', 'priority', 'weight'),
    route: t.one('route', { access: 'viewer' }),
  }),
});

export const RoutingPlanRuleType = builder.prismaObject('RoutingPlanRule', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'position', 'routingPlanId', 'routeId', 'byPrice'),
    routingPlan: t.one('routingPlan', { access: 'viewer' }),
    route: t.one('route', { access: 'viewer' }),
    candidates: t.all('candidates', { access: 'viewer', size: MAX_CANDIDATES, orderBy: { priority: 'asc' } }),
    countryId: t.exposeID('countryId', { nullable: true }),
    country: t.byId(CountryType, 'countryId', { access: 'viewer', description: 'Country it is for; null means any.' }),
    networkId: t.exposeID('networkId', { nullable: true }),
    network: t.byId(NetworkType, 'networkId', { access: 'viewer', description: 'Network it is for; null means any.' }),
  }),
});

export const RoutingPlanType = builder.prismaObject('RoutingPlan', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'defaultRouteId', 'createdAt', 'updatedAt'),
    defaultRoute: t.one('defaultRoute', {
      access: 'viewer',
      description: 'Where messages go that no rule matches; null: they are skipped.',
    }),
    rules: t.list('rules', { access: 'viewer', orderBy: { position: 'asc' } }),
    smsCampaigns: t.list('smsCampaigns', { access: 'GET /v1/sms/campaigns' }),
  }),
});

builder.prismaObjectFields(RouteType, (t) => ({
  routingPlanRules: t.list('planRules', { access: 'viewer', orderBy: { routingPlanId: 'asc', position: 'asc' } }),
  senders: t.all('senders', { access: 'viewer', size: MAX_SENDERS, orderBy: { id: 'asc' } }),
  health: t.list('health', { access: 'viewer', orderBy: { networkId: 'asc' } }),
}));

builder.prismaObject('RouteSender', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'sender'),
    countryId: t.exposeID('countryId', { nullable: true }),
    country: t.byId(CountryType, 'countryId', {
      access: 'viewer',
      description: 'The country whose numbers it is for; null: those of all other countries.',
    }),
  }),
});

builder.prismaObject('RouteHealth', {
  select: { id: true },
  fields: (t) => ({
    networkId: t.id({
      nullable: true,
      select: { networkId: true },
      description: 'The network; null: numbers whose network is not known.',
      resolve: ({ networkId }) => networkId || null,
    }),
    network: t.byId(NetworkType, 'networkId', {
      access: 'viewer',
      description: 'The network; null: numbers whose network is not known.',
    }),
    ...t.columns('rate', 'updatedAt'),
    weight: t.float({
      select: { rate: true },
      description: 'What the weights of candidates with this route are multiplied by, above 0 to 1.',
      resolve: ({ rate }) => weightOf(rate),
    }),
    state: t.field({
      type: RouteHealthStateEnum,
      select: { rate: true, outSince: true },
      description: 'Whether it is used for the network.',
      resolve: ({ rate, outSince }) => (outSince ? 'out' : rate === null ? 'unknown' : 'healthy'),
    }),
  }),
});

export const RouteWithSecretType = builder.objectRef<RouteWithSecret>('SetRouteProviderPayload').implement({
  description: 'A route with its new signing secret, which is shown this once.',
  fields: (t) => ({
    route: t.expose('route', { type: RouteType, description: 'The route.' }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'What both sides sign with, of `http` and `simulator`; null when none was made.',
    }),
  }),
});
