import '../../providers/voice-catalogue.ts';
import type { PlacementStatus } from '../../../../generated/prisma/client.ts';
import { builder } from '../../../../graphql/builder.ts';
import { columns } from '../../../../graphql/selection.ts';
import { getRecord } from '../../../../records/get-record.ts';
import { ShownRequestType } from '../../../delivery/routing/graphql/provider-types.ts';
import { MAY } from '../../../identity/teams/rules.ts';
import { CallType } from '../../calls/graphql/types.ts';
import { CALL } from '../../calls/operations.ts';
import { getVoiceTest, type StartedTest, testVoiceAccount, type VoiceTest, watchVoiceTest } from '../test-call.ts';
import { checkVoiceAccount, previewVoiceAccountRequest } from '../try-account.ts';
import { VoiceAccountType } from './types.ts';

const CheckVoiceAccountInput = builder.inputType('CheckVoiceAccountInput', {
  description: 'The voice account to check.',
  fields: (t) => ({ voiceAccountId: t.id({ required: true, description: 'Its id.' }) }),
});

const CheckVoiceAccountPayload = builder
  .objectRef<Awaited<ReturnType<typeof checkVoiceAccount>>>('CheckVoiceAccountPayload')
  .implement({
    description: 'Whether a provider accepts the credentials of a voice account.',
    fields: (t) => ({
      voiceAccount: t.expose('voiceAccount', { type: VoiceAccountType, description: 'The account.' }),
      isValid: t.exposeBoolean('isValid', { description: 'Whether the provider accepted the credentials.' }),
      message: t.exposeString('message', { description: 'What the provider said, for the person who entered them.' }),
    }),
  });

builder.mutationField('checkVoiceAccount', (t) =>
  t.field({
    type: CheckVoiceAccountPayload,
    access: MAY.manageVoiceAccounts,
    creates: false,
    changes: 'nothing',
    description:
      'Proves the credentials of a voice account with its provider, without a call. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, `NOT_FOUND` when the team has none of this id, `CONFLICT` for an account without a provider, whose provider has no such request, or whose credentials cannot be decrypted with `TOKEN_KEY`.',
    args: { input: t.arg({ type: CheckVoiceAccountInput, required: true, description: 'Which account.' }) },
    resolve: (_root, { input }, ctx) => checkVoiceAccount(ctx, input.voiceAccountId),
  }),
);

const singleCall = (name: string, description: string, to: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      voiceAccountId: t.id({ required: true, description: 'One of the team’s voice accounts.' }),
      numberId: t.id({ required: true, description: 'The number it comes from.' }),
      agentId: t.id({ required: true, description: 'The agent that talks.' }),
      to: t.field({ type: 'PhoneNumber', required: true, description: to }),
    }),
  });

const TO = 'Phone number it goes to, with its country code.';
const PreviewVoiceAccountRequestInput = singleCall('PreviewVoiceAccountRequestInput', 'A call that is only shown.', TO);
const TestVoiceAccountInput = singleCall(
  'TestVoiceAccountInput',
  'A test call.',
  `${TO} Use a phone that you can answer.`,
);

builder.queryField('previewVoiceAccountRequest', (t) =>
  t.field({
    type: ShownRequestType,
    nullable: true,
    access: MAY.manageVoiceAccounts,
    description:
      'The request that would place this call, with secrets masked; nobody is called. Null for `http` and `simulator`. `NOT_FOUND` when the team has no such voice account, number or agent, `CONFLICT` for an account without a provider or whose credentials cannot be decrypted with `TOKEN_KEY`, or for a number or agent without the provider’s id, `VALIDATION_FAILED` for a wrong phone number.',
    args: { input: t.arg({ type: PreviewVoiceAccountRequestInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, ctx) => previewVoiceAccountRequest(ctx, input),
  }),
);

const VoiceTestStatusEnum = builder.enumType('VoiceTestStatus', {
  description: 'How far a test call is.',
  values: {
    claimed: { description: 'Waits for a worker.' },
    placing: { description: 'The provider is asked to call.' },
    placed: { description: 'The provider calls.' },
    unknown: { description: 'The provider may call: its answer is not known. It is not asked again.' },
    ended: { description: 'Over, or not placed; `endedReason` of the call says why.' },
  } satisfies Record<PlacementStatus, { description: string }>,
});

const VoiceTestType = builder.objectRef<VoiceTest>('VoiceTest').implement({
  description: 'A test call. It belongs to no campaign and to no contact.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of its call.' }),
    status: t.expose('status', { type: VoiceTestStatusEnum, description: 'How far it is.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the provider’s answer is not known; null unless its status is `unknown`.',
    }),
    call: t.field({
      type: CallType,
      description: 'The call, with its events. `callSource` is `manual`.',
      resolve: ({ id }, _args, ctx, info) => getRecord(ctx, CALL, id, columns(info)),
    }),
  }),
});

const NO_TEST = '`NOT_FOUND` when the team has no test call of this id';
const TEST_ID = 'Its id, as `testVoiceAccount` answers it.';

builder.queryField('voiceTest', (t) =>
  t.field({
    type: VoiceTestType,
    nullable: true,
    access: 'viewer',
    description: `One test call. ${NO_TEST}.`,
    args: { id: t.arg.id({ required: true, description: TEST_ID }) },
    resolve: (_root, { id }, ctx) => getVoiceTest(ctx, id),
  }),
);

builder.subscriptionField('voiceTestProgress', (t) =>
  t.field({
    type: VoiceTestType,
    access: 'viewer',
    description: `Sends a test call at once, and again after each change: when the provider answered, and with each event. Changes within 0.2 seconds are sent as one. ${NO_TEST}.`,
    args: { id: t.arg.id({ required: true, description: TEST_ID }) },
    subscribe: (_root, { id }, ctx) => watchVoiceTest(ctx, id),
    resolve: ({ id }, _args, ctx) => getVoiceTest(ctx, id),
  }),
);

const TestVoiceAccountPayload = builder.objectRef<StartedTest>('TestVoiceAccountPayload').implement({
  description: 'A test call under way.',
  fields: (t) => ({
    request: t.field({
      type: ShownRequestType,
      nullable: true,
      description: 'The request that places it, with secrets masked; null for `http` and `simulator`.',
      resolve: ({ request }) => request,
    }),
    voiceTest: t.field({
      type: VoiceTestType,
      description: 'The test. Watch it with `voiceTestProgress`, or read it again with `voiceTest`.',
      resolve: ({ test }) => test,
    }),
  }),
});

builder.mutationField('testVoiceAccount', (t) =>
  t.field({
    type: TestVoiceAccountPayload,
    access: MAY.manageVoiceAccounts,
    creates: true,
    changes: CALL,
    description:
      'Places one real call, to a phone of your own, at any hour; it costs what other calls do and takes a slot of the account. It is placed at most once: one that the provider refuses is not tried again. A number that has opted out, is on the suppression list or was erased is refused. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, `NOT_FOUND` when the team has no such voice account, number or agent, `CONFLICT` for an account that is archived, has no provider or whose credentials cannot be decrypted with `TOKEN_KEY`, or for a number or agent without the provider’s id, `VALIDATION_FAILED` for a wrong phone number, one of a country that the number must not call, or a number or agent that is archived or of another account.',
    args: { input: t.arg({ type: TestVoiceAccountInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, ctx) => testVoiceAccount(ctx, input),
  }),
);
