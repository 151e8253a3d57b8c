import { tables } from '../../../../database/tables.ts';
import { builder } from '../../../../graphql/builder.ts';
import { inputPair } from '../../../../graphql/input-pair.ts';
import { AccessTokenType, HttpMethodEnum } from '../../auth/graphql/schema.ts';
import { createFirstOwner } from '../first-owner.ts';
import { acceptInvitation, inviteMember } from '../invitation-operations.ts';
import { changeMemberRole, leaveTeam, leaveTeamAhead, removeMember, removeMemberAhead } from '../members.ts';
import { createTeam, myTeams, updateTeam } from '../my-teams.ts';
import { MAY } from '../rules.ts';
import { createTeamToken, revokeTeamToken } from '../token-operations.ts';
import { RoleEnum } from './enums.ts';
import { InvitationType, MemberType, MyTeamType } from './member-types.ts';
import { TeamTokenType, TeamType } from './types.ts';

const REFUSED = '`FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, or for a role above theirs';
const LAST = '`CONFLICT` for the team’s last owner';
const PERSON = '`FORBIDDEN` for a team token';
const INVALID = '`VALIDATION_FAILED` lists fields that are out of range';
const NAME = 'Name, 1 to 255 characters.';
const TIMEZONE = 'IANA name, e.g. `Europe/Berlin`';

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  description: 'Whom to invite as what.',
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address; case does not matter.' }),
    role: t.field({ type: RoleEnum, required: true, defaultValue: 'member', description: 'What they will be.' }),
  }),
});

const AcceptInvitationInput = builder.inputType('AcceptInvitationInput', {
  description: 'Who accepts.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'What the link in the e-mail has behind the `#`.' }),
    name: t.string({
      required: true,
      description: 'Name of a new account, 1 to 255 characters; an existing one keeps its own.',
    }),
    password: t.string({
      required: true,
      description: 'Of a new account 10 to 200 characters; of an existing one the password that it has.',
    }),
    code: t.string({
      description: 'For an existing account with two-factor sign-in: a code from the app, or a recovery code.',
    }),
  }),
});

const CreateFirstOwnerInput = builder.inputType('CreateFirstOwnerInput', {
  description: 'The first account and its team.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'What the link in the log has behind the `#`.' }),
    email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address; case does not matter.' }),
    name: t.string({ required: true, description: 'Name of the person, 1 to 255 characters.' }),
    password: t.string({ required: true, description: 'Password, 10 to 200 characters.' }),
    teamName: t.string({ required: true, description: 'Name of the team, 1 to 255 characters.' }),
    timezone: t.string({ description: `Time zone of the team, ${TIMEZONE}; defaults to UTC.` }),
  }),
});

const ChangeMemberRoleInput = builder.inputType('ChangeMemberRoleInput', {
  description: 'What a member becomes.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'The person’s id.' }),
    role: t.field({ type: RoleEnum, required: true, description: 'The new role.' }),
  }),
});

const [CreateTeamInput, UpdateTeamInput] = inputPair('Team', {
  create: 'A new team.',
  update: 'Fields to change. Omitted fields stay as they are.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    timezone: t.string({ description: `${TIMEZONE}; defaults to UTC.`, onUpdate: `${TIMEZONE}.` }),
    currency: t.string({
      description:
        'ISO 4217 code of the currency of its amounts, e.g. `EUR`; null: not said. Amounts are not converted.',
    }),
  }),
  onlyUpdate: (t) => ({
    requiresTwoFactor: t.boolean({
      description:
        'Whether members must sign in with two factors. Members who have not set them up can then do nothing else in the team; team tokens keep working.',
    }),
  }),
});

const TokenScopeInput = builder.inputType('TokenScopeInput', {
  description: 'An endpoint that a token may use (E13).',
  fields: (t) => ({
    method: t.field({ type: HttpMethodEnum, required: true, description: 'Its HTTP method.' }),
    endpoint: t.string({ required: true, description: 'Documented path, e.g. `/v1/sms/campaigns/{campaign}`.' }),
    reason: t.string({ required: true, defaultValue: '', description: 'Why it is granted, at most 255 characters.' }),
  }),
});

const CreateTeamTokenInput = builder.inputType('CreateTeamTokenInput', {
  description: 'A new token of the team.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    role: t.field({ type: RoleEnum, required: true, defaultValue: 'member', description: 'What it may do.' }),
    scopes: t.field({
      type: [TokenScopeInput],
      required: true,
      defaultValue: [],
      description:
        'Documented endpoints it is limited to, at most 50, repeats count once; empty when it may use everything its role may.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working, after now; null when never.' }),
  }),
});

builder.queryField('myTeams', (t) =>
  t.field({
    type: [MyTeamType],
    access: 'account',
    size: 100,
    description: `The teams that the signed-in person is in, the first joined first. ${PERSON}.`,
    resolve: (_root, _args, ctx) => myTeams(ctx),
  }),
);

const RemoveMemberInput = builder.inputType('RemoveMemberInput', {
  description: 'Who is removed.',
  fields: (t) => ({ userId: t.id({ required: true, description: 'The person’s id.' }) }),
});

const memberIn = ({ input }: Record<string, unknown>) => (input as { userId: string }).userId;

const RemoveMemberPayload = builder.objectRef<{ id: string }>('RemoveMemberPayload').implement({
  description: 'A removed member.',
  fields: (t) => ({ userId: t.exposeID('id', { description: 'Id of the person.' }) }),
});

const LeaveTeamPayload = builder.objectRef<{ id: string }>('LeaveTeamPayload').implement({
  description: 'A team that the person left.',
  fields: (t) => ({ teamId: t.exposeID('id', { description: 'Id of the team.' }) }),
});

const RevokeTeamTokenPayload = builder.objectRef<{ id: string }>('RevokeTeamTokenPayload').implement({
  description: 'A revoked token.',
  fields: (t) => ({ teamTokenId: t.exposeID('id', { description: 'Id of the token.' }) }),
});

builder.mutationFields((t) => ({
  createTeam: t.create({
    type: MyTeamType,
    access: 'account',
    changes: 'nothing',
    description: `Creates a team that the person owns; \`switchTeam\` leads into it. ${PERSON}, ${INVALID}.`,
    input: CreateTeamInput,
    run: createTeam,
  }),
  updateTeam: t.field({
    type: TeamType,
    access: MAY.updateTeam,
    creates: false,
    changes: { table: tables.Team, key: (_args, { team }) => team.id },
    description: `Changes the viewer’s team. ${REFUSED}; only an owner changes \`requiresTwoFactor\`. ${INVALID}, and \`requiresTwoFactor\` while the owner has no two-factor sign-in.`,
    args: { input: t.arg({ type: UpdateTeamInput, required: true, description: 'What to change.' }) },
    resolve: (_root, { input }, ctx) => updateTeam(ctx, input),
  }),
  inviteMember: t.create({
    type: InvitationType,
    access: MAY.inviteMember,
    changes: { table: tables.Invitation },
    description: `Invites somebody to the team for 7 days. The link to accept it is sent to their address and shown nowhere; doing it again sends another and makes the former worthless. ${REFUSED}, \`VALIDATION_FAILED\` when they are a member already, \`RATE_LIMITED\` beyond 5 e-mails an hour to one address, \`UNAVAILABLE\` when the server is not set up to send e-mail.`,
    input: InviteMemberInput,
    run: inviteMember,
  }),
  acceptInvitation: t.field({
    type: AccessTokenType,
    access: 'public',
    creates: false,
    description: `Makes the invited person a member, with a new account or the one they have, and signs them in. \`NOT_FOUND\` when the token is wrong, used or expired, \`UNAUTHENTICATED\` when the existing account has another password, \`TWO_FACTOR_REQUIRED\` when it also needs \`code\`, \`RATE_LIMITED\` as for \`login\`, ${INVALID}.`,
    args: { input: t.arg({ type: AcceptInvitationInput, required: true, description: 'Who accepts.' }) },
    resolve: (_root, { input }, ctx) => acceptInvitation(ctx, input),
  }),
  createFirstOwner: t.field({
    type: AccessTokenType,
    access: 'public',
    creates: false,
    description: `Makes the first account, the owner of a new team, and signs it in. \`NOT_FOUND\` when the token is none that a start has written to the log, and once there is an account; ${INVALID}.`,
    args: { input: t.arg({ type: CreateFirstOwnerInput, required: true, description: 'The account and its team.' }) },
    resolve: (_root, { input }, ctx) => createFirstOwner(ctx, input),
  }),
  changeMemberRole: t.field({
    type: MemberType,
    access: MAY.changeMemberRole,
    creates: false,
    changes: { table: tables.Membership, field: 'userId', key: memberIn },
    description: `Gives a member another role. Tokens that they made and their pending invitations end where they are above the new role. ${REFUSED}, \`NOT_FOUND\` when the team has no such member, ${LAST}.`,
    args: { input: t.arg({ type: ChangeMemberRoleInput, required: true, description: 'Whose role.' }) },
    resolve: (_root, { input }, ctx) => changeMemberRole(ctx, input.userId, input.role),
  }),
  removeMember: t.field({
    type: RemoveMemberPayload,
    access: MAY.removeMember,
    creates: false,
    changes: { table: tables.Membership, field: 'userId', key: memberIn },
    description: `Removes a member and ends their sessions in the team, the tokens that they made and their invitations that wait. ${REFUSED}, \`NOT_FOUND\` when the team has no such member, ${LAST}.`,
    args: { input: t.arg({ type: RemoveMemberInput, required: true, description: 'Which member.' }) },
    ahead: (ctx, { input }) => removeMemberAhead(ctx, input.userId),
    resolve: (_root, { input }, ctx) => removeMember(ctx, input.userId),
  }),
  leaveTeam: t.field({
    type: LeaveTeamPayload,
    access: 'account',
    creates: false,
    changes: { table: tables.Membership, field: 'userId', key: (_args, { user }) => user?.id },
    description: `Takes the person out of the team and ends their sessions in it, the tokens that they made and their invitations that wait. ${PERSON}, ${LAST}.`,
    ahead: leaveTeamAhead,
    resolve: (_root, _args, ctx) => leaveTeam(ctx),
  }),
  createTeamToken: t.create({
    type: TeamTokenType,
    access: MAY.createTeamToken,
    description: `Creates a token of the team; its secret is in \`accessToken\`. ${REFUSED}, \`VALIDATION_FAILED\` names scopes that are no documented endpoint.`,
    input: CreateTeamTokenInput,
    run: createTeamToken,
  }),
  revokeTeamToken: t.change({
    type: RevokeTeamTokenPayload,
    access: MAY.revokeTeamToken,
    changes: { table: tables.TeamToken },
    description:
      'Revokes a token; it stops working at once. `FORBIDDEN` (`Action not allowed`) unless the viewer is an owner or admin, `NOT_FOUND` when they see none of this id (E13).',
    run: revokeTeamToken,
  }),
}));
