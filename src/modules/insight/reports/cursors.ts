import { createHash } from 'node:crypto';
import { isStorable } from 'plain-json';
import { ValidationError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { Direction, Term } from './sort.ts';

type Values = readonly (string | null)[];

const signatureOf = (terms: readonly Term[]) => terms.map(({ name, direction }) => `${name} ${direction}`).join();

export const encodeCursor = (terms: readonly Term[], values: Values): string =>
  Buffer.from(JSON.stringify([signatureOf(terms), ...values])).toString('base64url');

export function behind(terms: readonly Term[], cursor: string | null | undefined): Prisma.Sql[] {
  if (!cursor) return [];
  const values = decodeCursor(terms, cursor);
  const [{ direction } = { direction: 'asc' as Direction }] = terms;
  // A row comparison uses the index.
  if (terms.every((term) => term.isRequired && term.direction === direction)) {
    const cells = Prisma.join(terms.map(({ sql }) => sql));
    const given = Prisma.join(terms.map(({ type }, at) => Prisma.sql`${values[at]}::${Prisma.raw(type)}`));
    return [Prisma.sql`(${cells}) ${Prisma.raw(direction === 'asc' ? '>' : '<')} (${given})`];
  }
  const options = terms.map((term, at) => {
    const same = terms.slice(0, at).map((one, i) => equal(one, values[i]!));
    return Prisma.sql`(${Prisma.join([...same, further(term, values[at]!)], ' AND ')})`;
  });
  return [Prisma.sql`(${Prisma.join(options, ' OR ')})`];
}

const equal = ({ sql, type }: Term, value: string | null) =>
  value === null ? Prisma.sql`${sql} IS NULL` : Prisma.sql`${sql} = ${value}::${Prisma.raw(type)}`;

function further({ sql, type, direction }: Term, value: string | null): Prisma.Sql {
  if (value === null) return direction === 'asc' ? Prisma.sql`FALSE` : Prisma.sql`${sql} IS NOT NULL`;
  const bound = Prisma.sql`${value}::${Prisma.raw(type)}`;
  return direction === 'asc' ? Prisma.sql`(${sql} > ${bound} OR ${sql} IS NULL)` : Prisma.sql`${sql} < ${bound}`;
}

function decodeCursor(terms: readonly Term[], cursor: string): Values {
  try {
    const [signature, ...values]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isValue = (value: unknown, at: number) =>
      value === null ? !terms[at]!.isRequired : typeof value === 'string' && isStorable(value);
    if (signature === signatureOf(terms) && values.length === terms.length && values.every(isValue)) {
      return values as Values;
    }
  } catch {}
  throw invalidCursor();
}

export const invalidCursor = () => new ValidationError({ after: [messages.selected('after')] });

const hashOf = (order: string) => createHash('sha256').update(order).digest('base64url').slice(0, 12);

/** Groups are summed up before they are cut, so an offset is as good as a key. */
export const encodeOffset = (order: string, offset: number): string =>
  Buffer.from(`${hashOf(order)}.${offset}`).toString('base64url');

export function decodeOffset(order: string, cursor: string): number {
  const [hash, digits = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (hash !== hashOf(order) || !/^\d{1,7}$/.test(digits)) throw invalidCursor();
  return Number(digits);
}
