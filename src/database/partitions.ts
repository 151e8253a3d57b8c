import { Prisma } from '../generated/prisma/client.ts';

/**
 * A join with ids names no partition: every month would be planned for it. Between the first and the last of them lie few.
 * What is written in small letters sorts as PostgreSQL sorts it.
 */
export function idsWithin(column: Prisma.Sql, ids: readonly string[]): Prisma.Sql {
  const sorted = ids.map((id) => id.toLowerCase()).sort();
  return Prisma.sql`${column} BETWEEN ${sorted[0]}::uuid AND ${sorted.at(-1)}::uuid`;
}
