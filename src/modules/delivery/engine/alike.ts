import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { contactOfRecipient } from './due.ts';
import type { SendKey } from './engine.ts';
import type { SendTables } from './send-tables.ts';

/** What hours and routes look at in a contact. Contacts that are alike in it are decided about once. */
export interface Alike {
  /** Contacts `c` are alike when their keys are the same. */
  key: string;
  timezone: string | null;
  countryId: number | null;
  country: string | null;
  networkId: number | null;
  /** One of their numbers. */
  number: string;
}

/** The place of a recipient in the order of their times. */
export interface Place {
  dueAt: Date;
  contactId: string;
}

/**
 * The number belongs to the key as far as it says where a contact is: the whole number without a country, the exchange without
 * a time zone (in North America it has one), otherwise the area.
 */
const KEY = Prisma.sql`concat(c.timezone, ' ', c.country_id, ' ', c.network_id, ' ', CASE WHEN c.country_id IS NULL
  THEN c.number::text ELSE left(c.number::text, CASE WHEN c.timezone IS NULL THEN 7 ELSE 4 END) END)`;

/** Whether contacts `c` are among these. It is hashed, however many there are. */
export const isAlike = (alike: readonly Alike[]): Prisma.Sql =>
  Prisma.sql`((${KEY} IN (SELECT unnest(${alike.map(({ key }) => key)}::text[]))) IS TRUE)`;

export interface Stretch {
  count: number;
  last: Place | null;
  alike: Alike[];
}

/** The next so many recipients `r` of a send after a place, and the kinds of contacts of those who are held by a rule. */
export async function readStretch(
  tx: Tx,
  { recipients, sendId }: SendTables,
  send: SendKey,
  which: { rows: Prisma.Sql; heldBy: readonly string[]; limit: number },
): Promise<Stretch> {
  const { teamId } = send;
  const [row] = await tx.rows<{
    count: number;
    dueAt: Date | null;
    contactId: string | null;
    alike: Alike[] | null;
  }>`WITH stretch AS MATERIALIZED (
      SELECT r.due_at, r.contact_id, r.rule FROM ${recipients} r
      WHERE r.team_id = ${teamId}::uuid AND r.${sendId} = ${send.sendId}::uuid AND ${which.rows}
      ORDER BY r.due_at, r.contact_id LIMIT ${which.limit}::int
    ), last AS (SELECT due_at, contact_id FROM stretch ORDER BY due_at DESC, contact_id DESC LIMIT 1
    ), alike AS (
      SELECT ${KEY} AS key, min(c.timezone) AS timezone, min(c.country_id) AS country_id, min(c.network_id) AS network_id,
        min(c.number) AS number
      FROM stretch r CROSS JOIN ${contactOfRecipient(teamId)}
      WHERE r.rule::text = ANY(${which.heldBy}::text[]) GROUP BY 1)
    SELECT (SELECT count(*) FROM stretch)::int AS count, (SELECT due_at FROM last) AS "dueAt",
      (SELECT contact_id FROM last) AS "contactId",
      (SELECT json_agg(json_build_object('key', a.key, 'timezone', a.timezone, 'countryId', a.country_id, 'country', n.iso2,
          'networkId', a.network_id, 'number', a.number::text))
        FROM alike a LEFT JOIN countries n ON n.id = a.country_id) AS alike`;
  const { count, dueAt, contactId, alike } = row!;
  return { count, last: dueAt && contactId ? { dueAt, contactId } : null, alike: alike ?? [] };
}
