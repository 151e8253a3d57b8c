import { builder } from '../../../../graphql/builder.ts';
import {
  CHALLENGE_MINUTES,
  confirmTwoFactor,
  disableTwoFactor,
  loginWithCode,
  newRecoveryCodes,
  RECOVERY_CODES,
  startTwoFactor,
  type TwoFactorSetup,
} from '../two-factor.ts';
import { AccessTokenType } from './schema.ts';

const PERSON = '`FORBIDDEN` for a team token.';
const WRONG =
  '`VALIDATION_FAILED` when the password or the code is wrong or the code was used before, `RATE_LIMITED` after too many attempts';
const EITHER = 'A code from the authenticator app, 6 digits, or a recovery code. Each is good once.';

const StartTwoFactorInput = builder.inputType('StartTwoFactorInput', {
  description: 'Proof that it is the person.',
  fields: (t) => ({ currentPassword: t.string({ required: true, description: 'The person’s password.' }) }),
});

const ConfirmTwoFactorInput = builder.inputType('ConfirmTwoFactorInput', {
  description: 'Proof that the authenticator app has the secret.',
  fields: (t) => ({ code: t.string({ required: true, description: 'A code from the app, 6 digits.' }) }),
});

const proofInput = (name: string) =>
  builder.inputType(name, {
    description: 'Proof that it is the person.',
    fields: (t) => ({
      currentPassword: t.string({ required: true, description: 'The person’s password.' }),
      code: t.string({ required: true, description: EITHER }),
    }),
  });
const DisableTwoFactorInput = proofInput('DisableTwoFactorInput');
const NewRecoveryCodesInput = proofInput('NewRecoveryCodesInput');

const LoginWithCodeInput = builder.inputType('LoginWithCodeInput', {
  description: 'The second factor of a sign-in.',
  fields: (t) => ({
    challenge: t.string({ required: true, description: '`extensions.challenge` of the error that `login` answered.' }),
    code: t.string({ required: true, description: EITHER }),
  }),
});

const StartTwoFactorPayload = builder.objectRef<TwoFactorSetup>('StartTwoFactorPayload').implement({
  description: 'What an authenticator app needs. It is shown once.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The secret in base32, to type in.' }),
    uri: t.exposeString('uri', { description: 'The same as an `otpauth://` URI, for a QR code.' }),
  }),
});

const codesPayload = (name: string, description: string) =>
  builder.objectRef<{ recoveryCodes: string[] }>(name).implement({
    description,
    fields: (t) => ({
      recoveryCodes: t.exposeStringList('recoveryCodes', {
        description: `${RECOVERY_CODES} codes, each good for one sign-in without the app. They are shown once; earlier ones stop working.`,
      }),
    }),
  });
const ConfirmTwoFactorPayload = codesPayload('ConfirmTwoFactorPayload', 'Two-factor sign-in that was turned on.');
const NewRecoveryCodesPayload = codesPayload('NewRecoveryCodesPayload', 'Replaced recovery codes.');

const DisableTwoFactorPayload = builder.objectRef<{ id: string }>('DisableTwoFactorPayload').implement({
  description: 'Two-factor sign-in that was turned off.',
  fields: (t) => ({ userId: t.exposeID('id', { description: 'Id of the person.' }) }),
});

builder.mutationFields((t) => ({
  startTwoFactor: t.field({
    type: StartTwoFactorPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Begins to set up two-factor sign-in (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds) with a new secret; \`confirmTwoFactor\` turns it on. A repeat replaces the secret. \`VALIDATION_FAILED\` when the password is wrong, \`RATE_LIMITED\` after too many attempts, \`CONFLICT\` while it is on. ${PERSON}`,
    args: { input: t.arg({ type: StartTwoFactorInput, required: true, description: 'The proof.' }) },
    resolve: (_root, { input }, ctx) => startTwoFactor(ctx, input),
  }),
  confirmTwoFactor: t.field({
    type: ConfirmTwoFactorPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Turns two-factor sign-in on: from now on a sign-in with the password asks for a code, too. Sessions and team tokens stay. The person gets an e-mail about it if \`EMAIL_URL\` is set. \`VALIDATION_FAILED\` when the code is wrong, \`RATE_LIMITED\` after too many attempts, \`CONFLICT\` when no set-up waits. ${PERSON}`,
    args: { input: t.arg({ type: ConfirmTwoFactorInput, required: true, description: 'The proof.' }) },
    resolve: async (_root, { input }, ctx) => ({ recoveryCodes: await confirmTwoFactor(ctx, input) }),
  }),
  disableTwoFactor: t.field({
    type: DisableTwoFactorPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Turns two-factor sign-in off and deletes its secret and recovery codes. The person gets an e-mail about it if \`EMAIL_URL\` is set. ${WRONG}, \`CONFLICT\` while it is off. ${PERSON}`,
    args: { input: t.arg({ type: DisableTwoFactorInput, required: true, description: 'The proof.' }) },
    resolve: (_root, { input }, ctx) => disableTwoFactor(ctx, input),
  }),
  newRecoveryCodes: t.field({
    type: NewRecoveryCodesPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Replaces the person’s recovery codes. The person gets an e-mail about it if \`EMAIL_URL\` is set. ${WRONG}, \`CONFLICT\` while two-factor sign-in is off. ${PERSON}`,
    args: { input: t.arg({ type: NewRecoveryCodesInput, required: true, description: 'The proof.' }) },
    resolve: async (_root, { input }, ctx) => ({ recoveryCodes: await newRecoveryCodes(ctx, input) }),
  }),
  loginWithCode: t.field({
    type: AccessTokenType,
    access: 'public',
    creates: false,
    description: `Completes a sign-in that \`login\` answered with \`TWO_FACTOR_REQUIRED\`, within ${CHALLENGE_MINUTES} minutes and once. \`UNAUTHENTICATED\` when the challenge is wrong, used or expired: sign in again. \`VALIDATION_FAILED\` when the code is wrong or was used before; the challenge stays good. \`RATE_LIMITED\` after too many attempts for one account from one address, and after too many wrong codes for one account.`,
    args: { input: t.arg({ type: LoginWithCodeInput, required: true, description: 'Challenge and code.' }) },
    resolve: (_root, { input }, ctx) => loginWithCode(ctx, input),
  }),
}));
