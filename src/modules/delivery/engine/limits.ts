import { anyRow } from '../../../database/reads/any-row.ts';
import type { Tx } from '../../../database/transaction.ts';
import { type Channel, Prisma } from '../../../generated/prisma/client.ts';
import type { SendPlan } from './plan.ts';

/** A contact with its current local day and ISO week. */
export interface Counted {
  contactId: string;
  day: string;
  week: string;
}

/** Which limit keeps a contact: that of the day or that of the week. */
export type Over = 'day' | 'week';

type Limits = Pick<SendPlan, 'perDay' | 'perWeek'>;

/** Whether `contact_limits l` has reached the limit of a day or of a week. */
const overDay = ({ perDay }: Limits, day: Prisma.Sql) =>
  Prisma.sql`(${perDay}::int IS NOT NULL AND l.day = ${day} AND l.day_count >= ${perDay}::int)`;
const overWeek = ({ perWeek }: Limits, week: Prisma.Sql) =>
  Prisma.sql`(${perWeek}::int IS NOT NULL AND l.week = ${week} AND l.week_count >= ${perWeek}::int)`;

/** Whether a limit of the contact `c` is reached in a day and week. */
export const isOver = (teamId: string, channel: Channel, { day, week }: Omit<Counted, 'contactId'>, limits: Limits) =>
  anyRow(Prisma.sql`FROM contact_limits l WHERE l.team_id = ${teamId}::uuid AND l.contact_id = c.id
    AND l.channel = ${channel}::channel
    AND (${overDay(limits, Prisma.sql`${day}`)} OR ${overWeek(limits, Prisma.sql`${week}`)})`);

/** The limit that would keep a contact. Counts nothing. */
export async function limitOver(
  tx: Tx,
  teamId: string,
  channel: Channel,
  { contactId, day, week }: Counted,
  limits: Limits,
): Promise<Over | null> {
  const [row] = await tx.rows<{
    over: Over | null;
  }>`SELECT CASE WHEN ${overWeek(limits, Prisma.sql`${week}`)} THEN 'week'
        WHEN ${overDay(limits, Prisma.sql`${day}`)} THEN 'day' END AS over
      FROM contact_limits l WHERE l.team_id = ${teamId}::uuid AND l.contact_id = ${contactId}::uuid
        AND l.channel = ${channel}::channel`;
  return row?.over ?? null;
}

/**
 * Counts one more message or call for each contact, and returns those whose limit is reached instead. One statement checks
 * and counts, so that no two of a hundred campaigns take the same place. It goes in the order of the contacts, so that two
 * such statements never wait for each other.
 */
export async function takeLimits(
  tx: Tx,
  teamId: string,
  channel: Channel,
  contacts: readonly Counted[],
  limits: Limits,
): Promise<Map<string, Over>> {
  if (contacts.length === 0) return new Map();
  // All time zones together have few days and weeks at one moment.
  const periods = new Map(contacts.map(({ day, week }) => [day, week]));
  const days = [...periods.keys()];
  const taken = await tx.rows<{
    contactId: string;
  }>`INSERT INTO contact_limits AS l (team_id, contact_id, channel, day, day_count, week, week_count)
      SELECT t.id, x.id, ${channel}::channel, (${days}::text[])[x.period], 1, (${[...periods.values()]}::text[])[x.period], 1
      FROM teams t CROSS JOIN unnest(${contacts.map(({ contactId }) => contactId)}::uuid[],
        ${contacts.map(({ day }) => days.indexOf(day) + 1)}::int[]) x(id, period)
      WHERE t.id = ${teamId}::uuid ORDER BY x.id
      ON CONFLICT (team_id, contact_id, channel) DO UPDATE SET
        day = EXCLUDED.day, day_count = CASE WHEN l.day = EXCLUDED.day THEN l.day_count ELSE 0 END + 1,
        week = EXCLUDED.week, week_count = CASE WHEN l.week = EXCLUDED.week THEN l.week_count ELSE 0 END + 1
      WHERE NOT ${overDay(limits, Prisma.sql`EXCLUDED.day`)} AND NOT ${overWeek(limits, Prisma.sql`EXCLUDED.week`)}
      RETURNING l.contact_id AS "contactId"`;
  if (taken.length === contacts.length) return new Map();
  const within = new Set(taken.map(({ contactId }) => contactId));
  const over = contacts.filter(({ contactId }) => !within.has(contactId));
  const weekly = await tx.rows<{ contactId: string }>`SELECT l.contact_id AS "contactId"
      FROM unnest(${over.map(({ contactId }) => contactId)}::uuid[], ${over.map(({ week }) => week)}::text[]) x(id, week)
      JOIN contact_limits l ON l.team_id = ${teamId}::uuid AND l.contact_id = x.id AND l.channel = ${channel}::channel
      WHERE ${overWeek(limits, Prisma.sql`x.week`)}`;
  const forTheWeek = new Set(weekly.map(({ contactId }) => contactId));
  return new Map(over.map(({ contactId }) => [contactId, forTheWeek.has(contactId) ? 'week' : 'day']));
}

/** Counts contacts no longer whom `takeLimits` counted in this transaction: it has locked their rows, and set their day and week. */
export async function giveBackLimits(
  tx: Tx,
  teamId: string,
  channel: Channel,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length === 0) return;
  await tx.change`UPDATE contact_limits SET day_count = day_count - 1, week_count = week_count - 1
      WHERE team_id = ${teamId}::uuid AND contact_id = ANY(${contactIds}::uuid[]) AND channel = ${channel}::channel`;
}
