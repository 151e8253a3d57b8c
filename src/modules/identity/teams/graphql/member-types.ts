import { builder } from '../../../../graphql/builder.ts';
import type { MyTeam } from '../my-teams.ts';
import { MAY } from '../rules.ts';
import { DeliveryEnum, RoleEnum } from './enums.ts';
import { TeamType } from './types.ts';

export const PersonType = builder.prismaObject('User', {
  name: 'Person',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'email', 'emailConfirmedAt'),
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
    ...t.columns('userId', 'createdAt'),
    role: t.expose('role', { type: RoleEnum }),
    person: t.one('user', { access: 'viewer' }),
  }),
});

export const InvitationType = builder.prismaObject('Invitation', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'email', 'expiresAt', 'createdAt'),
    role: t.expose('role', { type: RoleEnum }),
    delivery: t.expose('delivery', { type: DeliveryEnum }),
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
