import type { Checked, ProviderField, ProviderFieldType, ShownRequest } from 'sms-providers';
import { builder } from '../../../../graphql/builder.ts';
import type { ProviderInfo, ProviderKind } from '../../providers/catalogue.ts';
import type { RouteTest } from '../try-route.ts';
import { SmsTestResultType } from './types.ts';

const ProviderKindEnum = builder.enumType('ProviderKind', {
  description: 'What a provider is for.',
  values: {
    sms: { description: 'Carries messages of routes.' },
    voice: { description: 'Places calls of voice accounts.' },
    lookup: { description: 'Looks phone numbers up.' },
  } satisfies Record<ProviderKind, { description: string }>,
});

const ProviderFieldTypeEnum = builder.enumType('ProviderFieldType', {
  description: 'What a form asks for.',
  values: {
    text: { description: 'Text.' },
    url: { description: 'An address that begins with http:// or https://.' },
    number: { description: 'A number.' },
    boolean: { description: 'True or false.' },
    texts: { description: 'A list of texts.' },
    map: { description: 'An object of texts by name.' },
    numbers: { description: 'An object of numbers by name.' },
    json: { description: 'Any other JSON value.' },
  } satisfies Record<ProviderFieldType, { description: string }>,
});

const FieldType = builder.objectRef<ProviderField>('ProviderField').implement({
  description: 'A value to fill in. Secret ones belong into `credentials`, all others into `settings`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in `settings` or `credentials`.' }),
    label: t.exposeString('label', { description: 'What the provider calls it.' }),
    hint: t.exposeString('hint', { description: 'What it is, and where the provider’s console shows it.' }),
    type: t.expose('type', { type: ProviderFieldTypeEnum, description: 'What a form asks for.' }),
    isSecret: t.exposeBoolean('isSecret', { description: 'Stored encrypted and never returned.' }),
    isRequired: t.exposeBoolean('isRequired', { description: 'Whether it must be given.' }),
    pattern: t.exposeString('pattern', {
      nullable: true,
      description: 'A regular expression for the whole value; null: any.',
    }),
    options: t.field({
      type: ['String'],
      description: 'The values it may have, or its texts by name; empty: any.',
      resolve: ({ options }) => [...options],
    }),
    default: t.string({
      nullable: true,
      description: 'What it is when left out, as text; null: nothing.',
      resolve: ({ usual }) => usual,
    }),
  }),
});

const Capabilities = builder.objectRef<NonNullable<ProviderInfo['capabilities']>>('SmsProviderCapabilities').implement({
  description: 'What an SMS provider can do.',
  fields: (t) => ({
    recognizesRepeats: t.exposeBoolean('recognizesRepeats', {
      description: 'It takes a message with the same id once, so unknown messages are sent again without harm.',
    }),
    batchSize: t.exposeInt('batchSize', { description: 'Messages per request.' }),
    perSecond: t.exposeInt('perSecond', {
      nullable: true,
      description: 'Messages per second unless the settings say otherwise; null: no limit.',
    }),
    reportsSegments: t.exposeBoolean('reportsSegments', { description: 'It reports how many parts a message had.' }),
    reportsPrice: t.exposeBoolean('reportsPrice', { description: 'It reports what a message cost.' }),
    canCheck: t.exposeBoolean('canCheck', { description: '`checkRoute` can prove its credentials.' }),
    signsCallbacks: t.exposeBoolean('signsCallbacks', {
      description: 'It signs receipts and replies. Otherwise the callback URL ends with a secret.',
    }),
  }),
});

const VoiceCapabilities = builder
  .objectRef<NonNullable<ProviderInfo['voiceCapabilities']>>('VoiceProviderCapabilities')
  .implement({
    description: 'What a voice provider can do.',
    fields: (t) => ({
      canCheck: t.exposeBoolean('canCheck', { description: '`checkVoiceAccount` can prove its credentials.' }),
      canEnd: t.exposeBoolean('canEnd', { description: '`endCall` can end its calls.' }),
      signsEvents: t.exposeBoolean('signsEvents', {
        description: 'It signs events. Otherwise they carry the webhook secret of the voice account.',
      }),
    }),
  });

export const ProviderType = builder.objectRef<ProviderInfo>('Provider').implement({
  description: 'A service that can carry messages, place calls or look numbers up, with what it needs from you.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the API, e.g. in `setRouteProvider`.' }),
    kind: t.expose('kind', { type: ProviderKindEnum, description: 'What it is for.' }),
    label: t.exposeString('label', { description: 'Its name for people.' }),
    fields: t.field({
      type: [FieldType],
      size: 20,
      description: 'What to fill in, in the order of a form.',
      resolve: ({ fields }) => [...fields],
    }),
    capabilities: t.field({
      type: Capabilities,
      nullable: true,
      description: 'What it can do; null unless its kind is `sms`.',
      resolve: ({ capabilities }) => capabilities,
    }),
    voiceCapabilities: t.field({
      type: VoiceCapabilities,
      nullable: true,
      description: 'What it can do; null unless its kind is `voice`.',
      resolve: ({ voiceCapabilities }) => voiceCapabilities,
    }),
    takesAnyCredentials: t.exposeBoolean('takesAnyCredentials', {
      description: 'It also takes up to 20 credentials of any name: those that its settings name in braces.',
    }),
    documentation: t.exposeString('documentation', { description: 'The page that describes it, in the repository.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'URL of the provider’s API documentation; null for a service of your own and for what is built in.',
    }),
    isTried: t.exposeBoolean('isTried', { description: 'Whether it has been tried against the live service.' }),
  }),
});

export const ShownRequestType = builder.objectRef<ShownRequest>('ProviderRequest').implement({
  description: 'An HTTP request to a provider. Secrets are masked as `***`.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'E.g. `POST`.' }),
    url: t.exposeString('url', { description: 'The address with its query.' }),
    headers: t.field({
      type: 'JSONObject',
      description: 'Headers by their lower-case names.',
      resolve: ({ headers }) => ({ ...headers }),
    }),
    body: t.exposeString('body', { nullable: true, description: 'The body as sent; null: none.' }),
  }),
});

const RouteCheckResultEnum = builder.enumType('RouteCheckResult', {
  description: 'What a check of credentials found.',
  values: {
    ok: { description: 'The provider accepted them.' },
    refused: { description: 'The provider refused them, or could not be reached.' },
    unsupported: { description: 'The provider cannot tell without sending; use `testRoute`.' },
  },
});

export const CheckRoutePayload = builder.objectRef<Checked | 'unsupported'>('CheckRoutePayload').implement({
  description: 'What a provider says of a route’s credentials.',
  fields: (t) => ({
    result: t.field({
      type: RouteCheckResultEnum,
      description: 'Whether they are good.',
      resolve: (checked) => (checked === 'unsupported' ? 'unsupported' : checked.isOk ? 'ok' : 'refused'),
    }),
    code: t.string({
      nullable: true,
      description: 'The provider’s code, or the HTTP status; null when accepted or without an answer.',
      resolve: (checked) => (checked === 'unsupported' ? null : checked.code),
    }),
    reason: t.string({
      description: 'What the provider said.',
      resolve: (checked) =>
        checked === 'unsupported' ? 'This provider cannot check credentials without sending.' : checked.reason,
    }),
    advice: t.string({
      nullable: true,
      description: 'What to do; null when nothing is.',
      resolve: (checked) => (checked === 'unsupported' ? 'Send a test message.' : checked.advice),
    }),
  }),
});

export const TestRoutePayload = builder.objectRef<RouteTest>('TestRoutePayload').implement({
  description: 'A test message under way.',
  fields: (t) => ({
    request: t.field({
      type: ShownRequestType,
      nullable: true,
      description: 'The request that carries it; null where the provider is not asked over HTTP.',
      resolve: ({ request }) => request,
    }),
    smsTestResult: t.field({
      type: SmsTestResultType,
      description:
        'The message. Watch it with `smsTestProgress`, or read it again with `smsTestResult`, until it is `delivered` or `failed`.',
      resolve: ({ result }) => result,
    }),
  }),
});
