import { everyForm, MOST_DIGITS, plainNumber, readNumber } from 'phone-numbers';
import { type Condition, contains } from '../database/reads/filters.ts';
import { columnName } from '../database/table.ts';
import { Prisma } from '../generated/prisma/client.ts';

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

/** The digits of what could be a part of a number, without the zeros before a local one. */
export const digitsIn = (text: string): string =>
  /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : '';

/** Digits within the row's `number`. */
export const digitsWithin: Condition<string> = {
  type: 'String',
  description: 'Digits within the number. Blanks, signs and leading zeros do not matter.',
  isTextWithin: true,
  sql: (text) => {
    const digits = digitsIn(text);
    return text && !digits ? [Prisma.sql`FALSE`] : contains(Prisma.sql`t.number::text`, digits);
  },
};
