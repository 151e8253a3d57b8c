import { Prisma } from '../../generated/prisma/client.ts';

/**
 * Whether there is a row, looked up for each outer row on its own: `anyRow(sql`FROM calls c WHERE …`)`. PostgreSQL turns EXISTS
 * into a join, and where it has no statistics that join may read all inner rows for each outer row. This it leaves as it is. The
 * condition must be one that an index answers.
 */
export const anyRow = (from: Prisma.Sql): Prisma.Sql => Prisma.sql`((SELECT TRUE ${from} LIMIT 1) IS TRUE)`;
