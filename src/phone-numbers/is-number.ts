import type { Condition } from '../database/reads/filters.ts';
import { columnName } from '../database/table.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { everyForm } from './canonical.ts';
import { plainNumber } from './plain-number.ts';
import { MOST_DIGITS, readNumber } from './read-number.ts';

/** A number of no known range finds what was stored before its range was known to be none. */
export const isNumber = (what: string): Condition<string> => ({
  type: 'PhoneNumber',
  description: `${what}, with its country code.`,
  sql: (value, key) => {
    const column = Prisma.raw(columnName(key));
    const digits = readNumber(value)?.digits ?? plainNumber(value)!.digits;
    const forms = digits.length > MOST_DIGITS ? [] : everyForm(digits);
    // With one form the index that gives the order serves, too.
    return forms.length === 1
      ? [Prisma.sql`t.${column} = ${forms[0]}::bigint`]
      : [Prisma.sql`t.${column} = ANY(${forms}::bigint[])`];
  },
});
