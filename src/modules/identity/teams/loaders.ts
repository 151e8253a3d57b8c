import { nestedList } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma, type Role } from '../../../generated/prisma/client.ts';

/** Not in the reference: a token with more rights than the viewer's is not counted, as it is not seen. */
export const tokensOfTeam = nestedList(tables.TeamToken, {
  parent: Prisma.sql`t.team_id`,
  order: Prisma.sql`t.created_at DESC, t.id DESC`,
  filter: ({ role }: { role: Role }) => [Prisma.sql`t.role >= ${role}::role`],
});
