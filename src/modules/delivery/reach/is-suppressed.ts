import { anyRow } from '../../../database/reads/any-row.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** `contact` is its alias in the statement. */
export const isSuppressed = (teamId: string, contact: string): Prisma.Sql =>
  Prisma.sql`(${Prisma.raw(contact)}.unsubscribed_at IS NOT NULL OR ${isListed(teamId, Prisma.raw(`${contact}.number`))})`;

export const isListed = (teamId: string, number: Prisma.Sql): Prisma.Sql =>
  anyRow(Prisma.sql`FROM suppressed_numbers x WHERE x.team_id = ${teamId}::uuid AND x.number = ${number}`);
