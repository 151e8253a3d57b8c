import type { Condition } from '../../database/reads/filters.ts';
import { columnName } from '../../database/table.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { everyForm } from './canonical.ts';

/** A filter by a number, in whatever form it is given and stored. */
export const isNumber = (what: string): Condition<number> => ({
  type: 'SafeInt',
  description: `${what}, E.164 digits without the plus sign.`,
  sql: (value, key) => [Prisma.sql`t.${Prisma.raw(columnName(key))} = ANY(${everyForm(value)}::bigint[])`],
});
