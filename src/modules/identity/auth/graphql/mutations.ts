import { builder } from '../../../../graphql/builder.ts';
import { changePassword, logout, switchTeam } from '../sessions.ts';
import { AccessTokenType } from './schema.ts';

const PERSON = '`FORBIDDEN` for a team token.';

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'The former password and the new one.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The password as it is.' }),
    newPassword: t.string({ required: true, description: 'The password as it will be, 10 to 200 characters.' }),
  }),
});

const SwitchTeamInput = builder.inputType('SwitchTeamInput', {
  description: 'Where to.',
  fields: (t) => ({ teamId: t.id({ required: true, description: 'The team’s id.' }) }),
});

const LogoutPayload = builder.objectRef<{ id: string }>('LogoutPayload').implement({
  description: 'An ended session.',
  fields: (t) => ({ sessionId: t.exposeID('id', { description: 'Id of the session.' }) }),
});

const ChangePasswordPayload = builder.objectRef<{ id: string }>('ChangePasswordPayload').implement({
  description: 'A changed password.',
  fields: (t) => ({ userId: t.exposeID('id', { description: 'Id of the person.' }) }),
});

builder.mutationFields((t) => ({
  logout: t.field({
    type: LogoutPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Ends the session; its token stops working. ${PERSON}`,
    resolve: (_root, _args, ctx) => logout(ctx),
  }),
  switchTeam: t.field({
    type: AccessTokenType,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Moves the session to another of the person’s teams and answers its new token; the former stops working. \`NOT_FOUND\` when the person is in no team of this id. ${PERSON}`,
    args: { input: t.arg({ type: SwitchTeamInput, required: true, description: 'Where to.' }) },
    resolve: (_root, { input }, ctx) => switchTeam(ctx, input.teamId),
  }),
  changePassword: t.field({
    type: ChangePasswordPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Changes the person’s password and ends all their other sessions. The person gets an e-mail about it if \`EMAIL_URL\` is set. \`VALIDATION_FAILED\` when the current password is wrong, \`RATE_LIMITED\` after too many of them. ${PERSON}`,
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'The passwords.' }) },
    resolve: (_root, { input }, ctx) => changePassword(ctx, input),
  }),
}));
