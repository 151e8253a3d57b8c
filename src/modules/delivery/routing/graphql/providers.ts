import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { getRecord } from '../../../../records/get-record.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { allProviders } from '../../providers/catalogue.ts';
import '../../providers/sms-catalogue.ts';
import { TEST_RESULT } from '../kinds.ts';
import { checkRoute, previewRouteRequest, testRoute, watchSmsTest } from '../try-route.ts';
import { CheckRoutePayload, ProviderType, ShownRequestType, TestRoutePayload } from './provider-types.ts';
import { SmsTestResultType } from './types.ts';

const ROUTE = 'One of the team’s routes.';
const TO = 'Phone number it goes to, with its country code.';
const TEXT = 'Text of the message, 1 to 1,600 characters.';
const FAILS =
  '`NOT_FOUND` when the team has no such route, `CONFLICT` while it has no provider or its credentials cannot be decrypted with `TOKEN_KEY`, `VALIDATION_FAILED` lists fields that are out of range';

const PreviewRouteRequestInput = builder.inputType('PreviewRouteRequestInput', {
  description: 'A message that is only shown.',
  fields: (t) => ({
    routeId: t.id({ required: true, description: ROUTE }),
    to: t.field({ type: 'PhoneNumber', required: true, description: TO }),
    text: t.string({ required: true, description: TEXT }),
    from: t.string({ description: 'The sender. Defaults to the route’s.' }),
  }),
});

const CheckRouteInput = builder.inputType('CheckRouteInput', {
  description: 'Whose credentials to check.',
  fields: (t) => ({ routeId: t.id({ required: true, description: ROUTE }) }),
});

const TestRouteInput = builder.inputType('TestRouteInput', {
  description: 'A test message.',
  fields: (t) => ({
    routeId: t.id({ required: true, description: ROUTE }),
    to: t.field({ type: 'PhoneNumber', required: true, description: `${TO} Use a phone that you can look at.` }),
    text: t.string({ required: true, description: TEXT }),
  }),
});

builder.queryFields((t) => ({
  providers: t.field({
    type: [ProviderType],
    access: 'viewer',
    size: 30,
    description: 'Every provider that can be set up, with the fields that it needs.',
    resolve: () => allProviders(),
  }),
  previewRouteRequest: t.field({
    type: ShownRequestType,
    nullable: true,
    access: MAY.manageRouteProviders,
    description: `The request that would carry this message, with secrets masked; nothing is sent. Null for \`smpp\` and \`simulator\`, which are not asked over HTTP. ${FAILS}.`,
    args: { input: t.arg({ type: PreviewRouteRequestInput, required: true, description: 'The message.' }) },
    resolve: (_root, { input }, ctx) => previewRouteRequest(ctx, input),
  }),
  smsTestResult: t.record({
    type: SmsTestResultType,
    of: TEST_RESULT,
    access: 'viewer',
    description: 'One test message.',
  }),
}));

builder.subscriptionField('smsTestProgress', (t) =>
  t.field({
    type: SmsTestResultType,
    access: 'viewer',
    description:
      'Sends a test message at once, and again after each change, until its receipt says `delivered` or `failed`. Changes within 0.2 seconds are sent as one. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id, as `testRoute` answers it.' }) },
    subscribe: (_root, { id }, ctx) => watchSmsTest(ctx, id),
    resolve: ({ id }, _args, ctx, info) => getRecord(ctx, TEST_RESULT, id, columns(info)),
  }),
);

builder.mutationFields((t) => ({
  checkRoute: t.field({
    type: CheckRoutePayload,
    access: MAY.manageRouteProviders,
    creates: false,
    changes: 'nothing',
    description: `Asks a route’s provider whether its credentials are good, without sending anything. \`FORBIDDEN\` (\`Action not allowed\`) unless the viewer is an owner or admin, ${FAILS}.`,
    args: { input: t.arg({ type: CheckRouteInput, required: true, description: 'The route.' }) },
    resolve: async (_root, { input }, ctx) => (await checkRoute(ctx, input)) ?? 'unsupported',
  }),
  testRoute: t.field({
    type: TestRoutePayload,
    access: MAY.manageRouteProviders,
    creates: true,
    changes: TEST_RESULT,
    description: `Sends one message over a route, to a phone of your own; it costs what other messages do. A number that has opted out or is on the suppression list is refused. \`FORBIDDEN\` (\`Action not allowed\`) unless the viewer is an owner or admin, ${FAILS}.`,
    args: { input: t.arg({ type: TestRouteInput, required: true, description: 'The message.' }) },
    resolve: (_root, { input }, ctx) => testRoute(ctx, input),
  }),
}));
