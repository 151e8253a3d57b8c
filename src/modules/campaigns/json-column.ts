import { Prisma } from '../../generated/prisma/client.ts';

/** A change of a JSON column: absent keeps, null clears, anything else is stored as `stored` makes it. */
export function json<T>(given: T | null | undefined, stored: (given: T) => object) {
  if (given === undefined) return undefined;
  return given === null ? Prisma.DbNull : (stored(given) as Prisma.InputJsonValue);
}

/** The record as it would be with these columns: undefined keeps, and what clears a JSON column leaves null. */
export const withColumns = <Model extends object>(record: Model, columns: object): Model =>
  Object.assign(
    { ...record },
    Object.fromEntries(
      Object.entries(columns)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, value === Prisma.DbNull ? null : value]),
    ),
  );
