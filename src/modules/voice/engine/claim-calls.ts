import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { Prisma, RecipientRule } from '../../../generated/prisma/client.ts';
import type { Taken } from '../../delivery/engine/channel.ts';
import type { ContactSchedule } from '../../delivery/engine/contact-schedule.ts';
import { contactColumns, contactOfRecipient, type LockedContact } from '../../delivery/engine/due.ts';
import {
  dueAfter,
  isHeldAlready,
  judgeHeld,
  keepJudging,
  mustWait,
  type Search,
} from '../../delivery/engine/judge-again.ts';
import { leaveOff, readOn } from '../../delivery/engine/left-off.ts';
import { takeLimits } from '../../delivery/engine/limits.ts';
import { mayBeReached } from '../../delivery/engine/may-go.ts';
import type { SendPlan } from '../../delivery/engine/plan.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { CHECKED, countTries, LOOKED_UP } from '../../delivery/engine/write-claim.ts';
import { consentNeeded } from '../../delivery/reach/lacks-consent.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import type { CallSend } from './call-send.ts';
import { type Callers, type Choice, isAnybodyFree, saveTurns } from './callers.ts';
import { countHanded } from './count-handed.ts';
import { type CallDecision, decideCall } from './decide-call.ts';
import { type CallEngine, type ClaimedCall, LEASE_MS } from './engine.ts';

/** Contacts that one claim looks at. */
const LOOK = 200;
/** Held contacts that are read at a time when they are judged again. */
const HELD = 1_000;
/** Contacts that one claim looks through for those whom somebody can call while the callers of others are busy. */
const MOST_BUSY = 10_000;

/** A contact that waits, with how often it was called. */
interface CallContact extends Omit<LockedContact, 'values'> {
  attempts: number;
}

export interface ClaimInput {
  send: CallSend;
  plan: SendPlan;
  schedule: ContactSchedule;
  callers: Callers;
  now: Date;
  /** Most calls. */
  limit: number;
}

export interface CallClaim extends Taken {
  calls: ClaimedCall[];
  /** Whether anything was decided about any contact. */
  hasDecided: boolean;
  /** Whether more contacts are due now. */
  hasMore: boolean;
  /** Those who are due have no caller with a free slot. `until` is when a pause of their providers ends. */
  busy: Extract<Choice, { kind: 'busy' }> | null;
}

interface Going {
  contact: CallContact;
  choice: Extract<Choice, { kind: 'call' }>;
}

interface Kept {
  contactId: string;
  place: string;
  status: 'waiting' | 'skipped' | 'looking_up';
  dueAt: Date;
  rule: RecipientRule;
  reason: string;
}

/**
 * Takes the next due contacts of a send, decides about each, and writes the calls of those that are called, with a lease and a
 * slot. This one transaction decides and counts everything that limits calls, so any number of workers may claim at once.
 * Providers are asked to call only after it.
 */
export async function claimCalls(tx: Tx, engine: CallEngine, input: ClaimInput): Promise<CallClaim> {
  const { send, plan, schedule, callers, now } = input;
  const read = await readOn(engine, send.sendId, now, LOOK, (place) => readDue(tx, send, dueAfter(place, now), LOOK));
  const { due } = read;
  const found = [...due];
  const looksUp = send.meta.hlrSettings?.isActive ?? false;
  const preChecks = Boolean(send.meta.preCheckUrl);
  const kept: Kept[] = [];
  const going: Going[] = [];
  const lookups: CallClaim['lookups'] = [];
  const checks: CallClaim['checks'] = [];
  let busy: CallClaim['busy'] = null;
  let looked = 0;
  const isFull = () => going.length + lookups.length + checks.length >= input.limit;
  const decideEach = (contacts: readonly CallContact[]) => {
    for (const contact of contacts) {
      if (isFull() || (busy && !isAnybodyFree(callers, now))) return;
      looked += 1;
      if (mustWait(contact, now)) continue;
      const decision = decideCall(contact, { schedule, callers, looksUp, preChecks }, now);
      if (decision.kind === 'busy') {
        busy = sooner(busy, decision);
        looked -= 1;
        // Those before a held one have been judged, and it has not.
        if (contact.dueAt > now) return;
      } else if (decision.kind === 'look up') lookups.push(lookupOf(contact));
      else if (decision.kind === 'check') checks.push({ contactId: contact.contactId, attempt: contact.checks + 1 });
      else if (decision.kind === 'call') going.push({ contact, choice: decision });
      else kept.push(keptBy(contact, decision));
    }
  };
  decideEach(due);
  for (let page = due, size = LOOK; page.length === size && busy && found.length < MOST_BUSY; size = HELD) {
    if (isFull() || !isAnybodyFree(callers, now)) break;
    page = await readDue(tx, send, dueAfter(page.at(-1)!, now), HELD);
    found.push(...page);
    decideEach(page);
  }
  const needed = consentNeeded('voice', send.meta);
  const search: Search = {
    ...{ tx, tables: VOICE_SENDS, send },
    mayGo: (alike) => schedule.opening(alike, now)?.getTime() === now.getTime(),
    which: (alike) => mayBeReached(send.teamId, 'voice', alike, { needed, schedule, plan }, now),
  };
  const judged = await judgeHeld(send, now, { first: LOOK - due.length, each: HELD }, search, async (which, limit) => {
    const before = looked;
    const held = await readDue(tx, send, which, limit);
    found.push(...held);
    decideEach(held);
    return { held, decided: looked - before, isOver: going.length + lookups.length + checks.length > 0 };
  });
  const counted = going.map(({ contact }) => ({ contactId: contact.contactId, ...schedule.periods(contact, now) }));
  const over = await takeLimits(tx, send.teamId, 'voice', counted, plan);
  for (const { contact } of going) {
    const reached = over.get(contact.contactId);
    if (!reached) continue;
    const dueAt = reached === 'day' ? schedule.nextDay(contact, now) : schedule.nextWeek(contact, now);
    kept.push({ ...placeOf(contact), status: 'waiting', dueAt, ...LIMIT_REACHED[reached] });
  }
  const days = new Map(counted.map(({ contactId, day }) => [contactId, day]));
  const calls = going.flatMap((one) =>
    over.has(one.contact.contactId)
      ? []
      : [{ ...one, callId: uuidv7(now.getTime()), day: days.get(one.contact.contactId)! }],
  );
  const former = new Map(found.map((contact) => [contact.contactId, contact]));
  const lease = { status: 'looking_up', dueAt: new Date(now.getTime() + LEASE_MS) } as const;
  const leased = [
    ...lookups.map(({ contactId }) => ({ ...placeOf(former.get(contactId)!), ...lease, ...LOOKED_UP })),
    ...checks.map(({ contactId }) => ({ ...placeOf(former.get(contactId)!), ...lease, ...CHECKED })),
  ];
  const changes = kept.filter((one) => !isHeldAlready(former.get(one.contactId)!, one));
  await keep(tx, send, [...changes, ...leased], now);
  if (judged) await keepJudging(tx, send, judged, VOICE_SENDS);
  await insertCalls(tx, send, calls, now);
  if (calls.length > 0) await saveTurns(tx, send.teamId, callers);
  if (due.length === LOOK) {
    const moved = new Set([...changes, ...leased].map(({ contactId }) => contactId));
    for (const { contact } of calls) moved.add(contact.contactId);
    tx.committed(() => leaveOff(engine, send.sendId, read, ({ contactId }) => !moved.has(contactId)));
  }
  const { teamId, sendId, campaignId } = send;
  return {
    calls: calls.map(({ callId, choice: { account } }) => ({ teamId, sendId, campaignId, callId, account })),
    lookups,
    checks,
    hasDecided: kept.length + leased.length + calls.length > 0,
    hasMore: looked < found.length || due.length === LOOK || Boolean(judged?.judgedUpTo),
    // Slots of those who are not called are free for the next claim, and others may be called after a full one.
    busy: over.size > 0 || isFull() ? null : busy,
  };
}

type Busy = NonNullable<CallClaim['busy']>;

/** A line may get free at any time, a pause ends at its own. */
const sooner = (one: Busy | null, other: Busy): Busy =>
  one === null || (one.until !== null && (other.until === null || other.until < one.until)) ? other : one;

/** Limits come after the other rules: there a contact that passes is counted. */
export const LIMIT_REACHED = {
  day: { rule: 'daily_limit', reason: 'The contact’s limit of calls for the day is reached.' },
  week: { rule: 'weekly_limit', reason: 'The contact’s limit of calls for the week is reached.' },
} as const;

function keptBy(contact: CallContact, decision: Extract<CallDecision, { kind: 'hold' | 'skip' }>): Kept {
  const { rule, reason } = decision;
  return decision.kind === 'hold'
    ? { ...placeOf(contact), status: 'waiting', dueAt: decision.until, rule, reason }
    : { ...placeOf(contact), status: 'skipped', dueAt: new Date(0), rule, reason };
}

const placeOf = ({ contactId, place }: CallContact) => ({ contactId, place });

const lookupOf = ({ contactId, number, lookups }: CallContact) => ({ contactId, number, attempt: lookups + 1 });

const readDue = (tx: Tx, { teamId, sendId, meta }: CallSend, which: Prisma.Sql, limit: number) =>
  tx.rows<CallContact>`SELECT r.ctid AS place, r.due_at AS "dueAt", r.rule, r.reason, r.attempts, r.lookups, r.tries,
        r.looked_up_at AS "lookedUpAt", r.checks, r.checked_at AS "checkedAt", ${contactColumns(teamId, consentNeeded('voice', meta))}
      FROM voice_recipients r
      CROSS JOIN ${contactOfRecipient(teamId)}
      LEFT JOIN countries n ON n.id = c.country_id
      WHERE r.team_id = ${teamId}::uuid AND r.voice_campaign_send_id = ${sendId}::uuid AND r.status = 'waiting'
        AND ${which}
      ORDER BY r.due_at, r.contact_id LIMIT ${limit}::int
      FOR UPDATE OF r`;

async function keep(tx: Tx, { teamId }: CallSend, kept: readonly Kept[], now: Date): Promise<void> {
  if (kept.length === 0) return;
  await tx.change`UPDATE voice_recipients r SET status = x.status::recipient_status, due_at = x.due_at, reason = x.reason,
        rule = x.rule::recipient_rule, decided_at = ${now}::timestamptz,
        ${countTries}
      FROM unnest(${kept.map(({ place }) => place)}::tid[], ${kept.map(({ status }) => status)}::text[],
        ${kept.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[], ${kept.map(({ reason }) => reason)}::text[],
        ${kept.map(({ rule }) => rule)}::text[]) x(place, status, due_at, reason, rule)
      WHERE r.team_id = ${teamId}::uuid AND r.ctid = x.place`;
}

async function insertCalls(
  tx: Tx,
  { teamId, sendId, campaignId }: CallSend,
  calls: readonly (Going & { callId: string; day: string })[],
  now: Date,
): Promise<void> {
  if (calls.length === 0) return;
  const column = <T>(of: (call: (typeof calls)[0]) => T) => calls.map(of);
  const ids = column(({ callId }) => callId);
  const contacts = column(({ contact }) => contact.contactId);
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  await tx.change`INSERT INTO calls (team_id, id, contact_id, number_id, agent_id, voice_campaign_id, voice_campaign_send_id,
        to_number, timezone, country_id, call_source, status, scheduled_at, created_at, updated_at)
      SELECT ${teamId}::uuid, x.id, x.contact, x.number, x.agent, ${campaignId}::uuid, ${sendId}::uuid, x.to_number::bigint,
        x.timezone, x.country, 'campaign', 'scheduled', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${ids}::uuid[], ${contacts}::uuid[], ${column(({ choice }) => choice.number.id)}::uuid[],
        ${column(({ choice }) => choice.agent.id)}::uuid[], ${column(({ contact }) => contact.number)}::text[],
        ${column(({ contact }) => contact.timezone)}::text[], ${column(({ contact }) => contact.countryId)}::int[])
        x(id, contact, number, agent, to_number, timezone, country)`;
  await markCalls(tx, teamId, ids);
  await tx.change`INSERT INTO call_placements (team_id, call_id, voice_campaign_send_id, voice_account_id, number_id, attempt,
        claimed_at, lease_until, slot_until)
      SELECT ${teamId}::uuid, x.id, ${sendId}::uuid, x.account, x.number, x.attempt, ${now}::timestamptz,
        ${leaseUntil}::timestamptz, ${leaseUntil}::timestamptz
      FROM unnest(${ids}::uuid[], ${column(({ choice }) => choice.account.id)}::uuid[],
        ${column(({ choice }) => choice.number.id)}::uuid[], ${column(({ contact }) => contact.attempts + 1)}::int[])
        x(id, account, number, attempt)`;
  await tx.change`UPDATE voice_recipients r SET status = 'handed', due_at = ${now}::timestamptz, reason = NULL,
        rule = NULL, decided_at = ${now}::timestamptz, call_id = x.id, attempts = r.attempts + 1, counted_on = x.day,
        checks = 0, checked_at = NULL
      FROM unnest(${ids}::uuid[], ${column(({ contact }) => contact.place)}::tid[], ${column(({ day }) => day)}::text[]) x(id, place, day)
      WHERE r.team_id = ${teamId}::uuid AND r.ctid = x.place`;
  await tx.change`UPDATE voice_campaigns SET calls_total = calls_total + ${calls.length}::int
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  await countHanded(tx, teamId, [[sendId, calls.length]]);
}
