import { everyForm } from 'phone-numbers';
import { anyRow } from '../../../database/reads/any-row.ts';
import type { Sql } from '../../../database/sql.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { ERASED, erasedAmong } from './erased-numbers.ts';

/** `contact` is its alias in the statement. */
export const isSuppressed = (teamId: string, contact: string): Prisma.Sql =>
  Prisma.sql`(${Prisma.raw(contact)}.unsubscribed_at IS NOT NULL OR ${isListed(teamId, Prisma.raw(`${contact}.number`))})`;

export const isListed = (teamId: string, number: Prisma.Sql): Prisma.Sql =>
  anyRow(Prisma.sql`FROM suppressed_numbers x WHERE x.team_id = ${teamId}::uuid AND x.number = ${number}`);

export const OPTED_OUT = 'This number asked not to be contacted.';

/** Why nobody may write to a number, in whichever of its forms it was suppressed or its contact opted out; null: they may. */
export async function whySuppressed(keys: TokenKeys, tx: Sql, teamId: string, number: string): Promise<string | null> {
  const forms = everyForm(number);
  const found = await tx.rows`SELECT FROM suppressed_numbers
      WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[])
    UNION ALL SELECT FROM contacts
      WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[]) AND unsubscribed_at IS NOT NULL LIMIT 1`;
  if (found.length > 0) return OPTED_OUT;
  return (await erasedAmong(tx, keys, teamId, [number])).size > 0 ? ERASED : null;
}
