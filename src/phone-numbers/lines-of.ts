import { everyForm, sameLine } from 'phone-numbers';
import { numberIn } from '../database/partitions.ts';
import type { Tx } from '../database/transaction.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** All numbers of the same phones, and former ones that contacts still have. Sorted, to avoid deadlocks. */
export async function linesOf(tx: Tx, teamId: string, numbers: readonly string[]): Promise<string[]> {
  const former = numbers.map(everyForm).flatMap((forms) => (forms.length > 1 ? forms : []));
  const stored =
    former.length === 0
      ? []
      : await tx.rows<{ number: string }>`SELECT number::text AS number FROM contacts
            WHERE team_id = ${teamId}::uuid AND ${numberIn(Prisma.sql`number`, former)}`;
  return [...new Set([...numbers.flatMap(sameLine), ...stored.map(({ number }) => number)])].sort();
}

/** Any number: the first key of this advisory lock. The second one is the team. */
const LINES = 7_266_021;

/**
 * For a transaction that gives contacts numbers which have several forms: another one that writes the same line in another form waits,
 * and finds it. After `holdErasures`, before rows are locked.
 */
export const holdLines = (tx: Pick<Tx, 'keptRows'>, teamId: string) =>
  tx.keptRows`SELECT pg_advisory_xact_lock(${LINES}::int, hashtext(${teamId}))::text`;
