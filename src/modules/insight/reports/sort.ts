import { orderedText } from '../../../database/reads/text-match.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Kind } from './key.ts';

export type Direction = 'asc' | 'desc';

export interface Term {
  /** Tells cursors of different orders apart. */
  readonly name: string;
  readonly sql: Prisma.Sql;
  readonly type: string;
  readonly isRequired: boolean;
  readonly direction: Direction;
}

/** Case-insensitive and the same on every database; blank texts count as null. */
export function termOf(name: string, kind: Kind, sql: Prisma.Sql, isRequired: boolean, direction: Direction): Term {
  if (kind === 'text') return { name, sql: orderedText(sql), type: 'text', isRequired: false, direction };
  if (kind === 'enum') return { name, sql: Prisma.sql`${sql}::text COLLATE "C"`, type: 'text', isRequired, direction };
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

/** Null counts as the largest value. */
export const orderBy = (terms: readonly Term[]): Prisma.Sql =>
  Prisma.join(terms.map(({ sql, direction }) => Prisma.sql`${sql} ${Prisma.raw(direction.toUpperCase())}`));
