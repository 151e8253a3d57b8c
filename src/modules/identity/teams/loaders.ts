import { nestedList } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma, type Role } from '../../../generated/prisma/client.ts';

/** Not in the reference: only tokens that the viewer may see are counted. */
export const tokensOfTeam = nestedList(tables.TeamToken, {
  parent: Prisma.sql`t.team_id`,
  order: [Prisma.sql`t.created_at`, Prisma.sql`t.id`],
  direction: 'desc',
  filter: ({ role }: { role: Role }) => [Prisma.sql`t.role >= ${role}::role`],
});
