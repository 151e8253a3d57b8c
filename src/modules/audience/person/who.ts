import { everyForm } from 'phone-numbers';
import { idIn, idOf } from '../../../database/partitions.ts';
import type { Sql } from '../../../database/sql.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { endsOf, spellingOf } from './spellings.ts';

/** What names a person in a team's rows. */
export interface Who {
  teamId: string;
  /** Every form of their number. */
  numbers: string[];
  /** The digits that every way of writing the number has. */
  digits: string[];
  emails: string[];
  contactIds: string[];
  messageIds: string[];
  callIds: string[];
  /** Of their calls before these were known, and of calls that never were. */
  callEventIds: string[];
  /** Of messages that sellers submitted, and of their parts. */
  hubMessageIds: string[];
  /** Of all their records. */
  recordIds: string[];
  /** Their rows in uploaded files: id of the file, a blank, line. */
  fileLines: string[];
}

interface Found {
  contactIds: string[];
  emails: string[];
}

export async function whoHas(tx: Sql, teamId: string, number: number | string): Promise<Who> {
  const numbers = everyForm(number);
  const digits = endsOf(numbers);
  const own = Prisma.sql`team_id = ${teamId}::uuid`;
  const isTheirs = (column: string) => Prisma.sql`${own} AND ${Prisma.raw(column)} = ANY(${numbers}::bigint[])`;
  const found = await tx.row<Found>`SELECT COALESCE(array_agg(id::text), '{}') AS "contactIds",
      COALESCE(array_agg(lower(email)) FILTER (WHERE email <> ''), '{}') AS emails FROM contacts WHERE ${isTheirs('number')}`;
  const { contactIds, emails } = found!;
  const ofContact = Prisma.sql`${own} AND contact_id = ANY(${contactIds}::uuid[])`;
  const idsOf = async (table: string, ...conditions: Prisma.Sql[]) => {
    const parts = conditions.map((where) => Prisma.sql`SELECT id::text FROM ${Prisma.raw(table)} WHERE ${where}`);
    return (await tx.rows<{ id: string }>(Prisma.join(parts, ' UNION '))).map(({ id }) => id);
  };
  const formerIds = await formerOf(tx, { teamId, numbers, digits });
  const messageIds = await idsOf(
    'sms_messages',
    ofContact,
    // Of contacts that have another number now.
    Prisma.sql`${own} AND contact_id = ANY(${formerIds}::uuid[]) AND phone_normalized = ANY(${numbers}::text[])`,
  );
  const callIds = await idsOf('calls', ofContact, isTheirs('to_number'));
  const hubIds = await idsOf('hub_messages', isTheirs('number'));
  const ofHub = Prisma.sql`${own} AND ${idIn(Prisma.sql`message_id`, hubIds)}`;
  const hubMessageIds = [...hubIds, ...(await idsOf('hub_parts', ofHub))];
  const callEventIds = await eventsOf(tx, { teamId, numbers, digits, emails, callIds });
  const others = [
    await idsOf('sms_replies', ofContact, isTheirs('from_number')),
    await idsOf('direct_messages', ofContact, isTheirs('number')),
    await idsOf('conversations', ofContact, isTheirs('number')),
    await idsOf('lookup_results', ofContact, isTheirs('number')),
    await idsOf('suppressed_numbers', isTheirs('number')),
    await idsOf('consent_events', isTheirs('number')),
    await idsOf('call_post_processings', Prisma.sql`${own} AND ${idIn(Prisma.sql`call_id`, callIds)}`),
  ];
  return {
    teamId,
    numbers,
    digits,
    emails,
    contactIds,
    messageIds,
    callIds,
    callEventIds,
    hubMessageIds,
    recordIds: [...contactIds, ...messageIds, ...callIds, ...hubMessageIds, ...others.flat()],
    fileLines: [],
  };
}

/** Contacts whose number was changed, by what the audit log has of it: no index finds messages by their number. */
async function formerOf(tx: Sql, { teamId, ...who }: Pick<Who, 'teamId' | 'numbers' | 'digits'>): Promise<string[]> {
  const all = Prisma.sql`(e.input::text || COALESCE(e.before::text, '') || COALESCE(e.after::text, ''))`;
  const rows = await tx.rows<{ id: string | null }>`SELECT DISTINCT e.target_id AS id FROM audit_entries e
    WHERE e.team_id = ${teamId}::uuid AND e.action = 'updateContact' AND ${mentionsByIndex({ ...who, emails: [] }, all)}`;
  return rows.flatMap(({ id }) => id ?? []);
}

/** An event that came before its call was known, or whose call never was, names its customer. */
async function eventsOf(
  tx: Sql,
  { callIds, ...who }: Pick<Who, 'teamId' | 'numbers' | 'digits' | 'emails' | 'callIds'>,
): Promise<string[]> {
  const own = Prisma.sql`team_id = ${who.teamId}::uuid`;
  const endings = [...new Set([...who.numbers, ...who.digits].map((form) => form.slice(-6)))];
  const named = await tx.rows<{ id: string | null }>`
    SELECT external_id AS id FROM calls WHERE ${own} AND ${idIn(Prisma.sql`id`, callIds)}
    UNION SELECT external_call_id FROM call_events WHERE ${own} AND call_id IS NULL
      AND right(regexp_replace(COALESCE(payload #>> '{customer,number}', payload #>> '{call,customer,number}'), '[^0-9]', '', 'g'), 6)
        = ANY(${endings}::text[]) AND ${mentions(who, Prisma.sql`payload::text`)}`;
  const calls = named.flatMap(({ id }) => id ?? []);
  const found = await tx.rows<{ id: string }>`
    SELECT id::text FROM call_events WHERE ${own} AND ${idOf(Prisma.sql`external_call_id`, Prisma.sql`SELECT unnest(${calls}::text[])`)}`;
  return found.map(({ id }) => id);
}

/** What is found now, and what was found before, by an earlier release perhaps. */
export function withKnown(found: Who, known: Partial<Who>): Who {
  const both = (key: Exclude<keyof Who, 'teamId'>) => [...new Set([...(known[key] ?? []), ...found[key]])];
  return {
    teamId: found.teamId,
    numbers: both('numbers'),
    digits: both('digits'),
    emails: both('emails'),
    contactIds: both('contactIds'),
    messageIds: both('messageIds'),
    callIds: both('callIds'),
    callEventIds: both('callEventIds'),
    hubMessageIds: both('hubMessageIds'),
    recordIds: both('recordIds'),
    fileLines: both('fileLines'),
  };
}

/**
 * Whether a text has their number, however it is written, or their e-mail. One regular expression over a megabyte takes a tenth of
 * the time of removing these characters first.
 */
export const mentions = ({ numbers, emails }: Pick<Who, 'numbers' | 'emails'>, text: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(
    [
      Prisma.sql`${text} ~ ${spellingOf(numbers)}`,
      ...emails.map((email) => Prisma.sql`position(${email} in lower(${text})) > 0`),
    ],
    ' OR ',
  )})`;

/** The same by an index of the text's `person_keys`. */
export const mentionsByIndex = (who: Pick<Who, 'numbers' | 'digits' | 'emails'>, text: Prisma.Sql): Prisma.Sql => {
  const keyed = [...who.digits, ...who.emails].map(
    (one) => Prisma.sql`person_keys(${text}) @> person_keys(${one}::text)`,
  );
  return Prisma.sql`(${Prisma.join(keyed, ' OR ')}) AND ${mentions(who, text)}`;
};
