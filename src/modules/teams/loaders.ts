import { nestedList } from '../../database/lists.ts';
import { defineTable } from '../../database/table.ts';
import {
  type Invitation,
  type Membership,
  Prisma,
  type Role,
  type Team,
  type TeamToken,
  type User,
} from '../../generated/prisma/client.ts';

export const teams = defineTable<Team>('teams', Prisma.TeamScalarFieldEnum, {
  scope: (teamId) => Prisma.sql`t.id = ${teamId}::uuid`,
});

/** Not in the reference: a revoked token is gone. */
export const teamTokens = defineTable<TeamToken>('team_tokens', Prisma.TeamTokenScalarFieldEnum, {
  scope: (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid AND t.revoked_at IS NULL`,
});

/** People of the team. */
export const people = defineTable<User>('users', Prisma.UserScalarFieldEnum, {
  scope: (teamId) =>
    Prisma.sql`EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = t.id AND m.team_id = ${teamId}::uuid)`,
});

export const memberships = defineTable<Membership>('memberships', Prisma.MembershipScalarFieldEnum);

/** Those that wait to be accepted, or have expired. */
export const invitations = defineTable<Invitation>('invitations', Prisma.InvitationScalarFieldEnum, {
  scope: (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid AND t.accepted_at IS NULL`,
});

export const membersOfTeam = nestedList(memberships, {
  parent: Prisma.sql`t.team_id`,
  order: Prisma.sql`t.created_at, t.user_id`,
});

export const invitationsOfTeam = nestedList(invitations, {
  parent: Prisma.sql`t.team_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
});

/** Not in the reference: whoever may see a token may use it, so nobody counts one that may do more than they may. */
export const tokensOfTeam = nestedList(teamTokens, {
  parent: Prisma.sql`t.team_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
  filter: ({ role }: { role: Role }) => [Prisma.sql`t.role >= ${role}::role`],
});
