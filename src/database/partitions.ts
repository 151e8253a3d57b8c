import { Prisma } from '../generated/prisma/client.ts';
import { NIL_UUID } from './uuid.ts';

/**
 * Rows by their ids. PostgreSQL takes an array that a query makes for ten ids: it looks each of them up, where it would read all
 * rows of a team of which it has no statistics. On the same table no other condition may fit an index. Not in
 * kept statements: their plan may be of a time when the table was almost empty.
 */
export const idIn = (column: Prisma.Sql, ids: readonly string[]): Prisma.Sql =>
  idOf(column, Prisma.sql`SELECT unnest(${ids}::uuid[])`);

/** As {@link idIn}, of phone numbers. */
export const numberIn = (column: Prisma.Sql, numbers: readonly (string | bigint)[]): Prisma.Sql =>
  idOf(column, Prisma.sql`SELECT unnest(${numbers}::bigint[])`);

/** As {@link idIn}, of the ids that a query finds. */
export const idOf = (column: Prisma.Sql, ids: Prisma.Sql): Prisma.Sql => Prisma.sql`${column} = ANY(ARRAY(${ids}))`;

/** Rows whose ids a query (`id`) finds, and that were written one after the other: few others lie between them. */
export const idBetween = (column: Prisma.Sql, ids: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${column} BETWEEN (${ids} ORDER BY id LIMIT 1) AND (${ids} ORDER BY id DESC LIMIT 1)`;

/**
 * A join with ids names no partition: every month would be planned for it. Between the first and the last of them lie few.
 * What is written in small letters sorts as PostgreSQL sorts it. Without ids it is one that nothing has: FALSE would be planned
 * for every month, too.
 */
export function idsWithin(column: Prisma.Sql, ids: readonly string[]): Prisma.Sql {
  const sorted = ids.map((id) => id.toLowerCase()).sort();
  return Prisma.sql`${column} BETWEEN ${sorted[0] ?? NIL_UUID}::uuid AND ${sorted.at(-1) ?? NIL_UUID}::uuid`;
}
