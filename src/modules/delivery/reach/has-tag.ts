import { anyRow } from '../../../database/reads/any-row.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Whether a contact has at least one of these tags. */
export const hasTag = (teamId: string, contactId: Prisma.Sql, names: readonly string[]): Prisma.Sql =>
  anyRow(Prisma.sql`FROM contact_tags x WHERE x.team_id = ${teamId}::uuid AND x.contact_id = ${contactId}
    AND ${taggedAs(teamId, names)}`);

/** `contact_tags x` of one of these tags, which are looked up once, not for each contact. */
export const taggedAs = (teamId: string, names: readonly string[]): Prisma.Sql =>
  Prisma.sql`x.tag_id = ANY(ARRAY(SELECT g.id FROM tags g WHERE g.team_id = ${teamId}::uuid AND g.name = ANY(${names}::text[])))`;
