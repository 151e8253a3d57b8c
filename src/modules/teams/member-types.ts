import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import type { Invitation, Membership, User } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { RoleEnum } from './enums.ts';
import type { NewInvitation } from './invitation-operations.ts';
import { invitations, invitationsOfTeam, memberships, membersOfTeam, people, tokensOfTeam } from './loaders.ts';
import type { MyTeam } from './my-teams.ts';
import { MAY } from './rules.ts';
import { TeamType } from './types.ts';

const PersonType = builder.objectRef<Row<User>>('Person').implement({
  description: 'Somebody who signs in.',
  table: people,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    email: t.exposeString('email', { description: 'E-mail address in lower case.' }),
  }),
});

export const MemberType = builder.objectRef<Row<Membership>>('Member').implement({
  description: 'A person in a team.',
  table: memberships,
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the person.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What they may do in the team.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they joined.' }),
    person: t.field({
      type: PersonType,
      nullable: true,
      access: 'viewer',
      columns: ['userId'],
      description: 'The person; null when they have just left.',
      resolve: (member, _args, ctx, info) => loadById(ctx, people, member.userId, columns(info)),
    }),
  }),
});

const InvitationType = builder.objectRef<Row<Invitation>>('Invitation').implement({
  description: 'An invitation to a team that nobody has accepted yet.',
  table: invitations,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    email: t.exposeString('email', { description: 'Whom it is for, in lower case.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What they will be.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be accepted: 7 days.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was last sent.' }),
  }),
});

export const NewInvitationType = builder.objectRef<NewInvitation>('NewInvitation').implement({
  description: 'An invitation with its secret, which is shown this once.',
  fields: (t) => ({
    invitation: t.expose('invitation', { type: InvitationType, description: 'The invitation.' }),
    token: t.exposeString('token', { description: 'What the person accepts it with; hand it over yourself.' }),
  }),
});

export const MyTeamType = builder.objectRef<MyTeam>('MyTeam').implement({
  description: 'A team that the signed-in person is in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The team’s id; `switchTeam` takes it.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    timezone: t.exposeString('timezone', { description: 'Its time zone, an IANA name.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What the person may do there.' }),
  }),
});

builder.objectFields(TeamType, (t) => ({
  members: t.field({
    type: [MemberType],
    access: 'viewer',
    args: pageArgs,
    description: 'Its people in the order in which they joined.',
    ...nested(membersOfTeam),
  }),
  membersCount: t.int({
    columns: ['id'],
    description: 'How many people it has.',
    resolve: (team, _args, ctx) => membersOfTeam.count(ctx, team.id, {}),
  }),
  invitations: t.field({
    type: [InvitationType],
    access: MAY.readInvitations,
    args: pageArgs,
    description: 'Its invitations that nobody has accepted, newest first. Owners and admins only.',
    ...nested(invitationsOfTeam),
  }),
  invitationsCount: t.int({
    access: MAY.readInvitations,
    columns: ['id'],
    description: 'How many invitations nobody has accepted. Owners and admins only.',
    resolve: (team, _args, ctx) => invitationsOfTeam.count(ctx, team.id, {}),
  }),
  tokensCount: t.int({
    access: MAY.readTeamTokens,
    columns: ['id'],
    description: 'How many tokens of the viewer’s role or below it has that are not revoked. Owners and admins only.',
    resolve: (team, _args, ctx) => tokensOfTeam.count(ctx, team.id, { role: ctx.viewer!.role }),
  }),
}));
