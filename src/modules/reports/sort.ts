import { Prisma } from '../../generated/prisma/client.ts';
import type { Kind } from './key.ts';

export type Direction = 'asc' | 'desc';

/** One value that rows are ordered by. */
export interface Term {
  /** Tells a cursor of this order from those of others. */
  readonly name: string;
  readonly sql: Prisma.Sql;
  readonly type: string;
  readonly isRequired: boolean;
  readonly direction: Direction;
}

/** Texts in the alphabet without regard to case, the same on every database. */
export function termOf(name: string, kind: Kind, sql: Prisma.Sql, isRequired: boolean, direction: Direction): Term {
  if (kind === 'text' || kind === 'enum') {
    return { name, sql: Prisma.sql`lower(${sql}::text) COLLATE "C"`, type: 'text', isRequired, direction };
  }
  return { name, sql, type: TYPES[kind], isRequired, direction };
}

const TYPES: Record<Exclude<Kind, 'text' | 'enum'>, string> = {
  uuid: 'uuid',
  integer: 'int',
  bigint: 'bigint',
  decimal: 'numeric',
  percent: 'numeric',
  flag: 'int',
  time: 'timestamptz',
};

/** What is blank counts as the largest. */
export const orderBy = (terms: readonly Term[]): Prisma.Sql =>
  Prisma.join(terms.map(({ sql, direction }) => Prisma.sql`${sql} ${Prisma.raw(direction.toUpperCase())}`));
