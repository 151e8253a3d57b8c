import type { Tx } from '../../../database/transaction.ts';
import { NIL_UUID } from '../../../database/uuid.ts';
import { Prisma, type RecipientRule } from '../../../generated/prisma/client.ts';
import type { SendKey } from './engine.ts';

import { type SendTables, SMS_SENDS } from './send-tables.ts';

/** How far a send's held contacts have been judged again, in the order of their times. Null: all have been. */
export interface Judging {
  judgedUpTo: Date | null;
  judgedContact: string | null;
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

/** Before every time for which a contact may be held. */
export const NONE_JUDGED = { upTo: new Date(0), contact: NIL_UUID };

/** Recipients `r` who are due. */
export const dueBy = (now: Date) => Prisma.sql`r.due_at <= ${now}::timestamptz`;

/** Recipients `r` who are held for later and have not been judged again. */
export const notJudged = ({ judgedUpTo, judgedContact }: Judging, now: Date) =>
  Prisma.sql`r.due_at > ${now}::timestamptz
    AND (r.due_at, r.contact_id) > (${judgedUpTo}::timestamptz, ${judgedContact}::uuid)`;

interface Held {
  contactId: string;
  dueAt: Date;
  rule: RecipientRule | null;
  reason: string | null;
}

/** Held contacts that one claim judges, unless some of them may go: those are not kept waiting for the others. */
const MOST_HELD = 2_000;

/**
 * Reads and judges held contacts in slices: `first`, then so many `each`. Null when none are to be judged; otherwise whether the
 * last of them was reached.
 */
export async function readHeld<Contact extends Held>(
  judging: Judging,
  first: number,
  each: number,
  judge: (after: Judging, limit: number) => Promise<{ held: readonly Contact[]; isOver: boolean }>,
): Promise<{ isLast: boolean } | null> {
  if (!judging.judgedUpTo || first <= 0) return null;
  let after: Judging = judging;
  for (let read = 0, limit = first; ; limit = each) {
    const { held, isOver } = await judge(after, limit);
    read += held.length;
    if (isOver || held.length < limit || read >= MOST_HELD) return { isLast: held.length < limit };
    const last = held.at(-1)!;
    after = { judgedUpTo: last.dueAt, judgedContact: last.contactId };
  }
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

/**
 * Stores how far a claim has come: up to `last`, or to the end of the held contacts. The send is locked: a change of a rule
 * that is committed later begins again.
 */
export async function keepJudging(
  tx: Tx,
  { teamId, sendId }: SendKey,
  { last, isComplete }: { last: Held | undefined; isComplete: boolean },
  { sends }: SendTables = SMS_SENDS,
): Promise<void> {
  if (!last && !isComplete) return;
  const upTo = isComplete || !last ? null : last;
  await tx.change`UPDATE ${sends} SET judged_up_to = ${upTo?.dueAt ?? null}::timestamptz,
        judged_contact = ${upTo?.contactId ?? null}::uuid
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid`;
}
