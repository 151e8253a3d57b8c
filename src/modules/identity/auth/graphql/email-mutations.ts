import { builder } from '../../../../graphql/builder.ts';
import { confirmEmail, requestEmailConfirmation, requestPasswordReset, resetPassword } from '../email-operations.ts';
import type { AccessToken } from '../sessions.ts';
import { AccessTokenType } from './schema.ts';

const LINK = 'What the link in the e-mail has behind the `#`.';
const LIMITS =
  '`RATE_LIMITED` beyond 5 such e-mails an hour to one address, `UNAVAILABLE` when the server is not set up to send e-mail.';

const RequestPasswordResetInput = builder.inputType('RequestPasswordResetInput', {
  description: 'Whose password.',
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address; case does not matter.' }),
  }),
});

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'The new password.',
  fields: (t) => ({
    token: t.string({ required: true, description: LINK }),
    newPassword: t.string({ required: true, description: 'The password as it will be, 10 to 200 characters.' }),
  }),
});

const ConfirmEmailInput = builder.inputType('ConfirmEmailInput', {
  description: 'The address to confirm, by its link.',
  fields: (t) => ({ token: t.string({ required: true, description: LINK }) }),
});

const emailPayload = (name: string, description: string, email: string) =>
  builder.objectRef<{ email: string }>(name).implement({
    description,
    fields: (t) => ({ email: t.expose('email', { type: 'EmailAddress', description: email }) }),
  });

const RequestPasswordResetPayload = emailPayload(
  'RequestPasswordResetPayload',
  'A requested password reset.',
  'The address given, in lower case. The link is sent if it has an account.',
);
const RequestEmailConfirmationPayload = emailPayload(
  'RequestEmailConfirmationPayload',
  'A requested confirmation of an address.',
  'The person’s address. The link is sent unless the address is confirmed.',
);
const ConfirmEmailPayload = emailPayload('ConfirmEmailPayload', 'A confirmed address.', 'The address.');

const ResetPasswordPayload = builder.objectRef<{ accessToken: AccessToken | null }>('ResetPasswordPayload').implement({
  description: 'A password that was reset.',
  fields: (t) => ({
    accessToken: t.expose('accessToken', {
      type: AccessTokenType,
      nullable: true,
      description:
        'Signs the person in to the team they joined first; null when they are in no team or sign in with two factors, which a reset does not turn off.',
    }),
  }),
});

builder.mutationFields((t) => ({
  requestPasswordReset: t.field({
    type: RequestPasswordResetPayload,
    access: 'public',
    creates: false,
    description: `Sends a link to choose a new password, good for an hour. The answer is the same with and without such an account. ${LIMITS}`,
    args: { input: t.arg({ type: RequestPasswordResetInput, required: true, description: 'Whose password.' }) },
    resolve: (_root, { input }, ctx) => requestPasswordReset(ctx, input),
  }),
  resetPassword: t.field({
    type: ResetPasswordPayload,
    access: 'public',
    creates: false,
    description:
      'Sets a new password, ends every session of the person and signs them in. It confirms the address. `NOT_FOUND` when the token is wrong, used or expired, `VALIDATION_FAILED` lists fields that are out of range.',
    args: { input: t.arg({ type: ResetPasswordInput, required: true, description: 'The new password.' }) },
    resolve: async (_root, { input }, ctx) => ({ accessToken: await resetPassword(ctx, input) }),
  }),
  requestEmailConfirmation: t.field({
    type: RequestEmailConfirmationPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Sends the person a link that confirms their address, good for a day; none when it is confirmed. \`FORBIDDEN\` for a team token, ${LIMITS}`,
    resolve: (_root, _args, ctx) => requestEmailConfirmation(ctx),
  }),
  confirmEmail: t.field({
    type: ConfirmEmailPayload,
    access: 'public',
    creates: false,
    description: 'Confirms an address. `NOT_FOUND` when the token is wrong, used or expired.',
    args: { input: t.arg({ type: ConfirmEmailInput, required: true, description: 'Which address.' }) },
    resolve: (_root, { input }, ctx) => confirmEmail(ctx, input),
  }),
}));
