import { isDistributed } from '../../../../database/distribute.ts';
import { identifier } from '../../../../database/table.ts';
import type { Tx } from '../../../../database/transaction.ts';
import { NIL_UUID } from '../../../../database/uuid.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import type { SendKey } from '../engine.ts';
import type { SendTables } from '../send-tables.ts';

export interface Shadowed extends Pick<SendKey, 'teamId' | 'campaignId'> {
  cycle: number;
  /** Whom the campaign reaches, as a condition on `contacts t`. */
  who: Prisma.Sql;
  /** Most contacts that are copied: those that the campaign would take first. */
  most: number;
}

/** Which rows `t` of a table are copied, and which of its columns if not all. */
export interface Copied {
  rows: Prisma.Sql;
  columns?: readonly string[];
}

type CopiedBy = (of: Shadowed, contacts: readonly string[]) => Record<string, Copied>;

/** The tables of a channel's engine. */
export interface Shadows {
  tables: SendTables;
  /** Tables that it changes, beside contacts and those that `changed` names: they begin empty. */
  empty: readonly string[];
  /** Tables that it changes, and their rows. */
  changed: CopiedBy;
  /** Tables that it only reads. On Citus they are copied, too. */
  read: CopiedBy;
  /** Brings what is under way elsewhere to its end. */
  settle(tx: Tx, of: Shadowed): Promise<unknown>;
}

/**
 * Makes a temporary table for each table that the engine writes or locks, with the rows that it reads for one campaign. A
 * session finds its temporary tables first, so in this transaction the engine's own statements use them, and the real
 * tables are neither changed nor locked. Returns whether there are more contacts than were copied.
 */
export async function layShadows(tx: Tx, shadows: Shadows, of: Shadowed): Promise<boolean> {
  // Citus joins no temporary table with those on its nodes.
  const readsCopies = await isDistributed(tx);
  const copied = (contacts: readonly string[]) => ({
    ...shadows.changed(of, contacts),
    ...(readsCopies ? shadows.read(of, contacts) : {}),
  });
  const names = ['contacts', ...shadows.empty, ...Object.keys(copied([]))];
  // A temporary table hides the real one as soon as it has its name: all are filled first, then named.
  for (const name of names) {
    await tx.query(`/* across teams: the shape of a table, no rows */
      CREATE TEMPORARY TABLE pg_temp.preview_${name} (LIKE ${name} INCLUDING ALL) ON COMMIT DROP`);
  }
  const { contacts, isCut } = await copyContacts(tx, shadows.tables, of);
  for (const [name, { rows, columns }] of Object.entries(copied(contacts))) {
    const listed = columns && Prisma.join(columns.map(identifier));
    const into = listed ? Prisma.sql` (${listed})` : Prisma.empty;
    await tx.change`INSERT INTO pg_temp.${identifier(`preview_${name}`)}${into}
        SELECT ${listed ?? Prisma.sql`t.*`} FROM ${identifier(name)} t WHERE ${rows}`;
  }
  for (const name of names) {
    await tx.query(`/* across teams: temporary tables */ ALTER TABLE pg_temp.preview_${name} RENAME TO ${name}`);
  }
  await shadows.settle(tx, of);
  return isCut;
}

export const ofTeam = (teamId: string) => Prisma.sql`t.team_id = ${teamId}::uuid`;

// By their ids: without statistics PostgreSQL looks through the temporary table for each row of the real one.
export const ofContacts = (teamId: string, contacts: readonly string[]) =>
  Prisma.sql`${ofTeam(teamId)} AND t.contact_id = ANY(${contacts}::uuid[])`;

const ofNumbers = (teamId: string) =>
  Prisma.sql`${ofTeam(teamId)} AND t.number IN (SELECT number FROM pg_temp.preview_contacts)`;

/** What every engine changes. */
export const CHANGED_BY_ALL = [
  'logs',
  'report_marks',
  // Nobody listens to a preview.
  'webhook_endpoints',
  'webhook_events',
  'webhook_deliveries',
];

/** What every engine reads. */
export const readByAll: Shadows['read'] = ({ teamId }, contacts) => ({
  teams: { rows: Prisma.sql`t.id = ${teamId}::uuid` },
  sending_settings: { rows: ofTeam(teamId) },
  segments: { rows: ofTeam(teamId) },
  tags: { rows: ofTeam(teamId) },
  contact_tags: { rows: ofContacts(teamId, contacts) },
  suppressed_numbers: { rows: ofNumbers(teamId) },
  consents: { rows: ofNumbers(teamId) },
});

/** Without statistics PostgreSQL plans queries of a new table as if it were empty. */
export const refreshStatistics = (tx: Tx, table: string) =>
  tx.query(`/* across teams: a temporary table */ ANALYZE pg_temp.${table}`);

/** Copies contacts that wait or are not reached yet first. Those reached in this cycle are for the next one. */
async function copyContacts(
  tx: Tx,
  { recipients, campaignId: campaign }: SendTables,
  { teamId, campaignId, cycle, who, most }: Shadowed,
): Promise<{ contacts: string[]; isCut: boolean }> {
  const inCycle = (waits: boolean) => Prisma.sql`EXISTS (SELECT FROM ${recipients} r
    WHERE r.team_id = ${teamId}::uuid AND r.${campaign} = ${campaignId}::uuid AND r.cycle = ${cycle}::int
      AND r.contact_id = t.id AND (r.status IN ('waiting', 'looking_up')) = ${waits})`;
  const open = Prisma.sql`(${inCycle(true)} OR (${who} AND NOT ${inCycle(false)}))`;
  const reached = Prisma.sql`${who} AND ${inCycle(false)}`;
  const contacts: string[] = [];
  let isCut = false;
  for (const these of [open, reached]) {
    const left = most - contacts.length;
    const taken = await tx.rows<{ id: string }>`INSERT INTO pg_temp.preview_contacts SELECT t.* FROM contacts t
        WHERE t.team_id = ${teamId}::uuid AND ${these} ORDER BY t.id LIMIT ${left}::int RETURNING id`;
    contacts.push(...taken.map(({ id }) => id));
    if (taken.length < left) continue;
    const last = taken.reduce((highest, { id }) => (id > highest ? id : highest), NIL_UUID);
    const [row] = await tx.rows<{
      more: boolean;
    }>`SELECT EXISTS (SELECT FROM contacts t WHERE t.team_id = ${teamId}::uuid AND ${these}
        AND t.id > ${last}::uuid) AS more`;
    isCut ||= row!.more;
  }
  await refreshStatistics(tx, 'preview_contacts');
  return { contacts, isCut };
}
