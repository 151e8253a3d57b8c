import { everyForm } from 'phone-numbers';
import type { Services } from '../../../context.ts';
import { idIn, numberIn } from '../../../database/partitions.ts';
import { COLLISION_OR_LOCKED, type Db, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Task } from '../../../jobs/task.ts';
import { type Concerned, judgeHeldAgain } from '../../../pipeline/rule-changes.ts';
import { type Alike, isAlike, type Place, readStretch, type Stretch } from './alike.ts';
import { contactOfRecipient } from './due.ts';
import { CHANGEABLE, NOBODY } from './judge-again.ts';
import { type SendTables, SMS_SENDS, VOICE_SENDS } from './send-tables.ts';

/** The same for some contacts. Most contacts wait in no send, and need no job. */
export async function judgeContactsAgain(tx: Tx, of: Required<Concerned>): Promise<void> {
  const [sms, voice] = KINDS.map(({ recipients }) => waitingIn(recipients, of));
  const waiting = await tx.rows<{ contactId: string }>`${sms!} UNION ${voice!}`;
  if (waiting.length > 0)
    await judgeHeldAgain(tx, { teamId: of.teamId, contactIds: waiting.map(({ contactId }) => contactId) });
}

/** The same for the contacts of numbers that may be reached again, in whichever of their forms. */
export async function judgeNumbersAgain(tx: Tx, teamId: string, numbers: readonly string[]): Promise<void> {
  const contacts = await tx.rows<{ id: string }>`SELECT id FROM contacts
      WHERE team_id = ${teamId}::uuid AND ${numberIn(
        Prisma.sql`number`,
        numbers.flatMap((number) => everyForm(number)),
      )}`;
  await judgeContactsAgain(tx, { teamId, contactIds: contacts.map(({ id }) => id) });
}

/** How the contacts of a channel's sends find who carries their messages or calls. */
export interface Carried {
  tables: SendTables;
  /** Whether somebody may now carry what a send has for such contacts. The claim decides. */
  leads(tx: Tx, send: OpenSend): Promise<(alike: Alike) => boolean>;
}

export const judgeHeldTask = (channels: readonly Carried[]): Task => ({
  async run({ db }, payload) {
    const { teamId, contactIds } = payload as Concerned;
    for (const channel of channels) {
      const { tables } = channel;
      if (contactIds) await freeContacts(db, tables, { teamId, contactIds });
      else
        for (const send of await openSendsOf(db, tables, teamId))
          if (await begin(db, tables, send)) await freeUnrouted(db, channel, send);
    }
  },
});

/**
 * When a worker starts, its rules may be others than those by which contacts are held: those of a new version, or time zones.
 * False: not for all teams.
 */
export async function judgeAllAgain({ db, logger }: Pick<Services, 'db' | 'logger'>): Promise<boolean> {
  try {
    for (const tables of KINDS) for (const send of await allOpenSends(db, tables)) await begin(db, tables, send);
    return db.reach.isWhole;
  } catch (error) {
    logger.warn({ err: error }, 'held contacts could not be judged again at the start');
    return false;
  }
}

const KINDS = [SMS_SENDS, VOICE_SENDS];

/**
 * Recipients `r` whom a rule holds that people change, or who, when they were looked at, had asked not to be contacted, had not
 * consented, or were where nothing led to.
 */
const mayGo = Prisma.sql`(r.status = 'waiting' AND r.rule::text = ANY(${[...CHANGEABLE]}::text[])
  OR r.status = 'skipped' AND r.rule IN ('suppressed', 'no_consent', 'no_route', 'no_caller'))`;

const waitingIn = (recipients: Prisma.Sql, { teamId, contactIds }: Required<Concerned>) =>
  Prisma.sql`SELECT r.contact_id AS "contactId" FROM ${recipients} r
    WHERE r.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`r.contact_id`, contactIds)} AND ${mayGo}`;

/** Sends `s` that have begun and had a turn: others hold nobody, and wait for their moment. */
const IS_OPEN = Prisma.sql`s.status IN ('pending', 'running', 'in_progress') AND s.turn_at IS NOT NULL
  AND s.audience_at IS NOT NULL`;

interface OpenSend {
  teamId: string;
  id: string;
  campaignId: string;
  meta: unknown;
}

const openSendsOf = (db: Db, { sends, campaignId }: SendTables, teamId: string) =>
  db.rows<OpenSend>`SELECT s.team_id AS "teamId", s.id, s.${campaignId} AS "campaignId", s.meta FROM ${sends} s WHERE s.team_id = ${teamId}::uuid AND ${IS_OPEN}`;

const allOpenSends = (db: Db, { sends }: SendTables) =>
  db.rows<
    Pick<OpenSend, 'teamId' | 'id'>
  >`SELECT /* across teams: a worker starts */ s.team_id AS "teamId", s.id FROM ${sends} s WHERE ${IS_OPEN}${db.reach.within('s.team_id')}`;

/** One send after the other: each waits for the claim that has it, and no claim waits for two. */
const begin = async (
  db: Db,
  { sends }: SendTables,
  { teamId, id }: Pick<OpenSend, 'teamId' | 'id'>,
): Promise<boolean> =>
  (await db.change`UPDATE ${sends} s SET judged_up_to = ${NOBODY.dueAt}::timestamptz,
        judged_contact = ${NOBODY.contactId}::uuid, is_searching = TRUE, next_step_at = LEAST(s.next_step_at, s.turn_at)
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${id}::uuid AND ${IS_OPEN}`) > 0;

/** However many were skipped, no claim waits for more of them. */
const FREED_AT_ONCE = 5_000;
const UNROUTED = ['no_route', 'no_caller'];

/**
 * Makes contacts due who were skipped because nothing led to them, and to whom something leads now. Who is skipped anew
 * meanwhile comes after the last of these.
 */
async function freeUnrouted(db: Db, { tables, leads }: Carried, send: OpenSend): Promise<void> {
  const { sends, recipients, sendId } = tables;
  const { teamId, id } = send;
  const isSkipped = Prisma.sql`r.status = 'skipped' AND r.rule IN ('no_route', 'no_caller')`;
  const skipped = Prisma.sql`r.team_id = ${teamId}::uuid AND r.${sendId} = ${id}::uuid AND ${isSkipped}`;
  const [last] = await db.rows<Place>`SELECT r.due_at AS "dueAt", r.contact_id AS "contactId" FROM ${recipients} r
    WHERE ${skipped} ORDER BY r.due_at DESC, r.contact_id DESC LIMIT 1`;
  if (!last) return;
  const isLed = await db.transaction((tx) => leads(tx, send), { again: COLLISION_OR_LOCKED });
  const between = (after: Place, upTo: Place) =>
    Prisma.sql`(r.due_at, r.contact_id) > (${after.dueAt}::timestamptz, ${after.contactId}::uuid)
      AND (r.due_at, r.contact_id) <= (${upTo.dueAt}::timestamptz, ${upTo.contactId}::uuid)`;
  const key = { teamId, sendId: id, campaignId: send.campaignId };
  const read = (after: Place) => (tx: Tx) =>
    readStretch(tx, tables, key, {
      rows: Prisma.sql`${isSkipped} AND ${between(after, last)}`,
      heldBy: UNROUTED,
      limit: FREED_AT_ONCE,
    });
  const free = (after: Place, upTo: Place, alike: readonly Alike[]) => async (tx: Tx) => {
    // Sends are locked before their recipients, as a claim does.
    const isOpen = await tx.change`UPDATE ${sends} s SET next_step_at = LEAST(s.next_step_at, s.turn_at)
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${id}::uuid AND ${IS_OPEN}`;
    if (!isOpen) return false;
    await tx.change`UPDATE ${recipients} r SET status = 'waiting', reason = NULL, rule = NULL
      WHERE ${skipped} AND r.ctid = ANY(ARRAY(
        SELECT r.ctid FROM ${recipients} r CROSS JOIN ${contactOfRecipient(teamId)}
        WHERE ${skipped} AND ${between(after, upTo)} AND ${isAlike(alike)}
        ORDER BY r.due_at, r.contact_id LIMIT ${FREED_AT_ONCE}))`;
    return true;
  };
  for (let after: Place | null = NOBODY; after; ) {
    const stretch: Stretch = await db.transaction(read(after), { again: COLLISION_OR_LOCKED });
    const { last: upTo, alike } = stretch;
    const going = alike.filter(isLed);
    if (upTo && going.length > 0) {
      if (!(await db.transaction(free(after, upTo, going), { again: COLLISION_OR_LOCKED }))) return;
    }
    after = upTo;
  }
}

/** Makes contacts due in every send in which they wait. A send has had its turn by the clock of the worker that claims. */
const freeContacts = (db: Db, tables: SendTables, { teamId, contactIds }: Required<Concerned>) =>
  db.transaction(
    async (tx) => {
      const { sends, recipients, sendId } = tables;
      // Sends are locked before their recipients, as a claim does.
      await tx.rows`SELECT s.id FROM ${sends} s WHERE s.team_id = ${teamId}::uuid AND ${IS_OPEN}
          AND s.id = ANY(ARRAY(SELECT r.${sendId} FROM ${recipients} r
            WHERE r.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`r.contact_id`, contactIds)} AND ${mayGo}))
        ORDER BY s.id FOR NO KEY UPDATE OF s`;
      const freed = await tx.rows<{
        id: string;
      }>`UPDATE ${recipients} r SET status = 'waiting', due_at = LEAST(r.due_at, s.turn_at), reason = NULL, rule = NULL
        FROM ${sends} s WHERE s.team_id = ${teamId}::uuid AND s.id = r.${sendId} AND ${IS_OPEN}
          AND r.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`r.contact_id`, contactIds)} AND ${mayGo}
        RETURNING s.id`;
      if (freed.length === 0) return;
      await tx.change`UPDATE ${sends} s SET next_step_at = LEAST(s.next_step_at, s.turn_at)
        WHERE s.team_id = ${teamId}::uuid AND s.id = ANY(${freed.map(({ id }) => id)}::uuid[]) AND ${IS_OPEN}`;
    },
    { again: COLLISION_OR_LOCKED },
  );
