import { defineTable } from '../../database/table.ts';
import { Prisma, type Team, type TeamToken } from '../../generated/prisma/client.ts';

export const teams = defineTable<Team>('teams', Prisma.TeamScalarFieldEnum, {
  scope: (teamId) => Prisma.sql`t.id = ${teamId}::uuid`,
});

/** Not in the reference: a revoked token is gone. */
export const teamTokens = defineTable<TeamToken>('team_tokens', Prisma.TeamTokenScalarFieldEnum, {
  scope: (teamId) => Prisma.sql`t.team_id = ${teamId}::uuid AND t.revoked_at IS NULL`,
});
