import { readByIndex } from '../database/read-by-index.ts';
import { identifier } from '../database/table.ts';
import type { Tx } from '../database/transaction.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** Rows that name a record, as many as a team has of them. An index begins with `team_id`, `column` and `by`. */
export interface Naming {
  table: string;
  column: string;
  by: string;
  /** They stay and no longer name it; without it they are deleted. */
  stay?: true;
}

type Key = { id: string; teamId: string };

/** Rows of a statement. One for all of them would run into the time limit each time. */
export const BLOCK = 1_000;

/** Locks the record and runs `work` on one block of its rows, in its own transaction. Throws if the record may no longer be deleted. */
export type InOne = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * Before a record is deleted, `ahead` of the mutation. Whatever ends it, the record is still there, and its deletion can be
 * repeated. What is written meanwhile, and rows without a value in `by`, the mutation’s transaction has to find.
 */
export async function letGo(inOne: InOne, record: Key, named: readonly Naming[]): Promise<void> {
  for (const naming of named) await inBlocks((last) => inOne((tx) => letGoOfSome(tx, record, naming, last)));
}

/** Each block begins where the one before it ended: what that left behind may not have been cleared away yet. */
export async function inBlocks(some: (last: string | null) => Promise<string | null>): Promise<void> {
  for (let last = await some(null); last !== null; ) last = await some(last);
}

/** Returns where it ended; null when no rows are left. */
export async function letGoOfSome(
  tx: Tx,
  { id, teamId }: Key,
  { stay, ...naming }: Naming,
  last: string | null,
): Promise<string | null> {
  const [table, column, by] = [naming.table, naming.column, naming.by].map(identifier);
  const rest = Prisma.sql`team_id = ${teamId}::uuid AND ${column} = ${id}::uuid
    AND ${last === null ? Prisma.sql`${by} IS NOT NULL` : Prisma.sql`${by} > ${last}`}`;
  await readByIndex(tx);
  const end = await tx.row<{ at: string }>`SELECT ${by}::text AS at FROM ${table} WHERE ${rest}
    ORDER BY ${by} OFFSET ${BLOCK - 1}::int LIMIT 1`;
  const some = end ? Prisma.sql`${rest} AND ${by} <= ${end.at}` : rest;
  await (stay
    ? tx.change`UPDATE ${table} SET ${column} = NULL WHERE ${some}`
    : tx.change`DELETE FROM ${table} WHERE ${some}`);
  return end?.at ?? null;
}
