import type { Tx } from '../../../database/transaction.ts';
import { NIL_UUID } from '../../../database/uuid.ts';
import { Prisma, type RecipientRule } from '../../../generated/prisma/client.ts';
import { type Alike, type Place, readStretch } from './alike.ts';
import type { SendKey } from './engine.ts';
import { type SendTables, SMS_SENDS } from './send-tables.ts';

/** How far a send's held contacts have been judged again, in the order of their times. Null: all have been. */
export interface Judging {
  judgedUpTo: Date | null;
  judgedContact: string | null;
  /** Those who may go are looked for first, then all are judged. */
  isSearching: boolean;
}

/** Rules that people change. What a provider, a look-up or the contact itself asked to wait for is waited for. */
export const CHANGEABLE: readonly RecipientRule[] = [
  'team_hours',
  'campaign_hours',
  'campaign_days',
  'daily_limit',
  'weekly_limit',
  'route_paused',
  'no_route',
];

/** Before every time at which a contact is due or for which it is held. */
export const NOBODY: Place = { dueAt: new Date(0), contactId: NIL_UUID };

const after = ({ dueAt, contactId }: Place) =>
  Prisma.sql`(r.due_at, r.contact_id) > (${dueAt}::timestamptz, ${contactId}::uuid)`;

/** Recipients `r` who are due, after a place in the order of their times. */
export const dueAfter = (place: Place, now: Date) => Prisma.sql`r.due_at <= ${now}::timestamptz AND ${after(place)}`;

/** Recipients `r` who are held for later than a place in the order of their times. */
export const heldAfter = (place: Place, now: Date) => Prisma.sql`r.due_at > ${now}::timestamptz AND ${after(place)}`;

interface Held extends Place {
  rule: RecipientRule | null;
  reason: string | null;
}

/** Held contacts that one claim judges, unless some of them may go: those are not kept waiting for the others. */
const MOST_HELD = 2_000;

/** Contacts that one statement looks through for those who may go, and that one claim does. */
const STRETCH = 10_000;
const MOST_SEARCHED = 50_000;

/** Reads so many recipients `r` and judges them. */
type Judge = (which: Prisma.Sql, limit: number) => Promise<Slice>;

interface Slice {
  held: readonly Place[];
  /** How many of them, the first ones, were decided about. */
  decided: number;
  /** Whether somebody may go: the others wait for the next claim. */
  isOver: boolean;
}

/** How those who may go are found sooner than all can be judged. The claim decides about them. */
export interface Search {
  tx: Tx;
  tables: SendTables;
  send: SendKey;
  /** Whether hours and routes let such contacts go now. */
  mayGo(alike: Alike): boolean;
  /** What must hold of recipients `r` and contacts `c` who are like these beyond that. */
  which(alike: readonly Alike[]): Prisma.Sql;
}

/**
 * Judges held contacts in slices: `first`, then so many `each`. Null when none are to be judged; otherwise how far it came.
 * After a change, contacts are first looked through in large stretches and only those who may go are read and judged. So
 * they go, however many stay held before them.
 */
export async function judgeHeld(
  judging: Judging,
  now: Date,
  { first, each }: { first: number; each: number },
  search: Search,
  judge: Judge,
): Promise<Judging | null> {
  if (!judging.judgedUpTo || first <= 0) return null;
  const after = { dueAt: judging.judgedUpTo, contactId: judging.judgedContact! };
  if (!judging.isSearching) return judgingFrom(await judgeAll(after, now, first, each, judge), false);
  const next = await searchHeld(after, now, first, search, judge);
  return next ? judgingFrom(next, true) : judgingFrom(NOBODY, false);
}

const judgingFrom = (place: Place | null, isSearching: boolean): Judging => ({
  judgedUpTo: place?.dueAt ?? null,
  judgedContact: place?.contactId ?? null,
  isSearching,
});

/** Where the next claim continues. Null: everybody has been judged. */
async function judgeAll(from: Place, now: Date, first: number, each: number, judge: Judge): Promise<Place | null> {
  let after = from;
  for (let read = 0, limit = first; ; limit = each) {
    const { held, decided, isOver } = await judge(heldAfter(after, now), limit);
    read += held.length;
    if (decided === held.length && held.length < limit) return null;
    after = held[decided - 1] ?? after;
    if (isOver || decided < held.length || read >= MOST_HELD) return after;
  }
}

/** The same of those who may go. A claim that finds them at once reads few others. */
async function searchHeld(
  from: Place,
  now: Date,
  limit: number,
  { tx, tables, send, mayGo, which }: Search,
  judge: Judge,
): Promise<Place | null> {
  let after = from;
  for (let read = 0, size = limit; read < MOST_SEARCHED; size = Math.min(4 * size, STRETCH)) {
    const rows = Prisma.sql`r.status = 'waiting' AND ${heldAfter(after, now)}`;
    const { count, last, alike } = await readStretch(tx, tables, send, { rows, heldBy: CHANGEABLE, limit: size });
    const going = last ? alike.filter(mayGo) : [];
    if (last && going.length > 0) {
      const upTo = Prisma.sql`(r.due_at, r.contact_id) <= (${last.dueAt}::timestamptz, ${last.contactId}::uuid)`;
      const { held, decided, isOver } = await judge(
        Prisma.sql`${heldAfter(after, now)} AND ${upTo} AND r.rule::text = ANY(${[...CHANGEABLE]}::text[]) AND ${which(going)}`,
        limit,
      );
      if (decided < held.length || held.length === limit) return held[decided - 1] ?? after;
      if (isOver) return count < size ? null : last;
    }
    if (!last || count < size) return null;
    after = last;
    read += count;
  }
  return after;
}

/** Whether a contact that is held for later must stay so, whatever the rules say now. */
export const mustWait = ({ dueAt, rule }: Held, now: Date) =>
  dueAt > now && (rule === null || !CHANGEABLE.includes(rule));

/** Whether a contact stays held as it was, so nothing is written. */
export const isHeldAlready = (held: Held, kept: Omit<Held, 'rule'> & { status: string; rule: RecipientRule | null }) =>
  kept.status === 'waiting' &&
  held.dueAt.getTime() === kept.dueAt.getTime() &&
  held.rule === kept.rule &&
  held.reason === kept.reason;

/** Stores how far a claim has come. The send is locked: a change of a rule that is committed later begins again. */
export const keepJudging = (
  tx: Tx,
  { teamId, sendId }: SendKey,
  { judgedUpTo, judgedContact, isSearching }: Judging,
  { sends }: SendTables = SMS_SENDS,
): Promise<unknown> =>
  tx.change`UPDATE ${sends} SET judged_up_to = ${judgedUpTo}::timestamptz, judged_contact = ${judgedContact}::uuid,
        is_searching = ${isSearching}
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid`;
