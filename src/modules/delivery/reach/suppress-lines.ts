import { numberIn } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidsv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';

interface Asked {
  reason: string | null;
  at: Date;
}

/** Puts all numbers of the same phones on the suppression list, and marks their contacts. Returns the numbers that were not on it. */
export async function suppressLines(
  tx: Tx,
  teamId: string,
  lines: readonly string[],
  { reason, at }: Asked,
): Promise<string[]> {
  const added = await tx.rows<{ id: string; number: string }>`
      INSERT INTO suppressed_numbers AS s (team_id, id, number, reason, created_at)
      SELECT ${teamId}::uuid, x.id, x.number, ${reason}, ${at}::timestamptz
      FROM unnest(${uuidsv7(lines.length, at.getTime())}::uuid[], ${lines}::bigint[]) x(id, number)
      -- Locks what is there: a START that is being taken waits, and then sees this one.
      ON CONFLICT (team_id, number) DO UPDATE SET number = EXCLUDED.number WHERE FALSE RETURNING s.id, s.number::text AS number`;
  const facts = factsOf(
    'contact_unsubscribed',
    added.map(({ id }) => id),
  );
  await recordEvents(tx, teamId, records.suppressedNumber, facts, at);
  await tx.change`UPDATE contacts SET unsubscribed_at = ${at}::timestamptz, updated_at = now() WHERE team_id = ${teamId}::uuid
    AND ${numberIn(Prisma.sql`number`, lines)} AND unsubscribed_at IS NULL`;
  return added.map(({ number }) => number);
}

/**
 * Marks contacts `c` that were written with a number on the suppression list. A contact that gets another number keeps the mark:
 * its person asked.
 */
export const markListed = (
  tx: Pick<Tx, 'change'>,
  teamId: string,
  contacts: Prisma.Sql,
  numbers = Prisma.sql`c.number`,
) =>
  tx.change`UPDATE contacts c SET unsubscribed_at = s.created_at, updated_at = now() FROM suppressed_numbers s
    WHERE c.team_id = ${teamId}::uuid AND ${contacts} AND c.unsubscribed_at IS NULL
      AND s.team_id = ${teamId}::uuid AND s.number IN (${numbers})`;

/** To insert a contact from: `s.created_at` is when its number was suppressed, or null. */
export const listedSince = (teamId: string, forms: readonly string[]): Prisma.Sql =>
  Prisma.sql`teams CROSS JOIN (SELECT min(created_at) AS created_at FROM suppressed_numbers
      WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[])) s
    WHERE teams.id = ${teamId}::uuid`;
