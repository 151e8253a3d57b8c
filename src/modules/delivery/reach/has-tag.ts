import { anyRow } from '../../../database/reads/any-row.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export const hasTag = (teamId: string, contactId: Prisma.Sql, names: readonly string[]): Prisma.Sql =>
  anyRow(Prisma.sql`FROM contact_tags j WHERE j.team_id = ${teamId}::uuid AND j.contact_id = ${contactId}
    AND j.tag_id = ANY(ARRAY(SELECT g.id FROM tags g WHERE g.team_id = ${teamId}::uuid AND g.name = ANY(${names}::text[])))`);
