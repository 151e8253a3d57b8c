import { anyRow } from '../../database/reads/any-row.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Whether a number, E.164 digits, is on the team's suppression list. */
export const isSuppressed = (teamId: string, number: Prisma.Sql): Prisma.Sql =>
  anyRow(Prisma.sql`FROM suppressed_numbers x WHERE x.team_id = ${teamId}::uuid AND x.number = ${number}`);
