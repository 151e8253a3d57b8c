import type { Condition } from '../database/reads/filters.ts';
import { columnName } from '../database/table.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { everyForm } from './canonical.ts';

export const isNumber = (what: string): Condition<number> => ({
  type: 'SafeInt',
  description: `${what}, E.164 digits without the plus sign.`,
  sql: (value, key) => {
    const column = Prisma.raw(columnName(key));
    const forms = everyForm(value);
    // With one form the index that gives the order serves, too.
    return forms.length === 1
      ? [Prisma.sql`t.${column} = ${forms[0]}::bigint`]
      : [Prisma.sql`t.${column} = ANY(${forms}::bigint[])`];
  },
});
