import { builder } from '../../../../graphql/builder.ts';
import type { MyTeam } from '../my-teams.ts';
import { MAY } from '../rules.ts';
import { DeliveryEnum, RoleEnum } from './enums.ts';
import { TeamType } from './types.ts';

export const PersonType = builder.prismaObject('User', {
  name: 'Person',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    emailConfirmedAt: t.expose('emailConfirmedAt', { type: 'DateTime', nullable: true }),
    isTwoFactorOn: t.boolean({
      access: MAY.readTwoFactor,
      select: { twoFactorAt: true },
      description: 'Whether they sign in with two factors. Owners and admins only.',
      resolve: ({ twoFactorAt }) => twoFactorAt !== null,
    }),
  }),
});

export const MemberType = builder.prismaObject('Membership', {
  name: 'Member',
  select: {},
  fields: (t) => ({
    userId: t.exposeID('userId'),
    role: t.expose('role', { type: RoleEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    person: t.one('user', { access: 'viewer' }),
  }),
});

export const InvitationType = builder.prismaObject('Invitation', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    delivery: t.expose('delivery', { type: DeliveryEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
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

builder.prismaObjectFields(TeamType, (t) => ({
  members: t.list('memberships', { access: 'viewer', orderBy: { createdAt: 'asc', userId: 'asc' } }),
  invitations: t.list('invitations', { access: MAY.readInvitations }),
}));
