import { Prisma } from '../generated/prisma/client.ts';

/** Conditions on `t` for the filters that lists have in common; what is absent or null does not filter. */

export interface TimeRange {
  from?: Date | null | undefined;
  to?: Date | null | undefined;
}

export function within(column: Prisma.Sql, range: TimeRange | null | undefined): Prisma.Sql[] {
  return [
    ...(range?.from ? [Prisma.sql`${column} >= ${range.from.toISOString()}::timestamptz`] : []),
    ...(range?.to ? [Prisma.sql`${column} < ${range.to.toISOString()}::timestamptz`] : []),
  ];
}

/** `type` is the column's PostgreSQL enum. Of one value alone an index has the rows in the list's order, too. */
export function oneOf(column: Prisma.Sql, type: string, values: readonly string[] | null | undefined): Prisma.Sql[] {
  const distinct = values && [...new Set(values)];
  if (distinct?.length === 1) return equals(column, type, distinct[0]);
  return distinct ? [Prisma.sql`${column} = ANY(${distinct}::text[]::${Prisma.raw(type)}[])`] : [];
}

/** No column that is searched holds a longer text; looking for one would cost its length for every row. */
const LONGEST_TEXT = 2_048;

/** Case-insensitive; the caller's `%` and `_` mean themselves. */
export function contains(column: Prisma.Sql, text: string | null | undefined): Prisma.Sql[] {
  if (text && text.length > LONGEST_TEXT) return [Prisma.sql`FALSE`];
  return text ? [Prisma.sql`${column} ILIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`] : [];
}

export function equals(column: Prisma.Sql, type: string, value: unknown): Prisma.Sql[] {
  return value === null || value === undefined ? [] : [Prisma.sql`${column} = ${value as string}::${Prisma.raw(type)}`];
}

/** Whether the column holds something. */
export function isSet(column: Prisma.Sql, wanted: boolean | null | undefined): Prisma.Sql[] {
  return wanted === null || wanted === undefined ? [] : [Prisma.sql`(${column} IS NOT NULL) = ${wanted}::boolean`];
}

/** Both bounds belong to the range. */
export function between(column: Prisma.Sql, type: string, least: unknown, most: unknown): Prisma.Sql[] {
  const bound = (operator: string, value: unknown) =>
    value === null || value === undefined
      ? []
      : [Prisma.sql`${column} ${Prisma.raw(operator)} ${value as string}::${Prisma.raw(type)}`];
  return [...bound('>=', least), ...bound('<=', most)];
}
