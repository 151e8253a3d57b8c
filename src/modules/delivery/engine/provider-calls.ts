import type { OutgoingSms } from 'sms-providers';
import { all, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isListed } from '../reach/is-suppressed.ts';
import { consentNeeded, lacksConsentFor } from '../reach/lacks-consent.ts';
import { enterGate } from './call-gate.ts';
import type { Carrier } from './carrier.ts';
import { type ContactSchedule, contactSchedule } from './contact-schedule.ts';
import { NO_CONSENT, SUPPRESSED, whyNotConnected, whyRoutePaused } from './decide.ts';
import { contactColumns, type DueContact } from './due.ts';
import type { BatchKey, Engine, Route, SendKey } from './engine.ts';
import { planOf, type SendMeta } from './plan.ts';
import { type SendTables, SMS_SENDS } from './send-tables.ts';
import type { NotAsked } from './sms-result.ts';
import { contactHoursOf } from './stage.ts';

/** Messages of this age since their claim are judged by all rules again before their call. */
const FRESH_MS = 2_000;

/**
 * Writes down that these messages are about to be in a call, and commits it: only such messages may have gone out when a
 * worker ends. Null when another worker has taken the batch over. It waits while one does, but not while answers are stored.
 */
export async function markCall(
  { db, now }: Engine,
  { teamId, sendId }: Pick<Carrier, 'teamId' | 'sendId'>,
  { id: batchId, takeovers }: BatchKey,
  messages: readonly OutgoingSms[],
  id = uuidv7(),
): Promise<string | null> {
  const marked =
    await db.change`INSERT INTO sms_provider_calls (team_id, id, batch_id, sms_send_id, message_ids, begun_at)
      SELECT b.team_id, ${id}::uuid, b.id, ${sendId}::uuid, ${messages.map((message) => message.id)}::uuid[],
        ${now()}::timestamptz
      FROM sms_batches b WHERE b.team_id = ${teamId}::uuid AND b.id = ${batchId}::uuid AND b.done_at IS NULL
        AND b.takeovers = ${takeovers}::int FOR KEY SHARE`;
  return marked > 0 ? id : null;
}

/**
 * Begins a call with the messages that may still go, at a moment for which STOPs and stops that are being committed wait.
 * Returns why the others stay, and the answer that is to come. Null when another worker has taken the batch over. When this
 * throws, nothing has begun.
 */
export async function beginCall<Answer>(
  engine: Engine,
  carrier: Pick<Carrier, 'teamId' | 'notToAsk'>,
  batch: BatchKey,
  route: Pick<Route, 'id' | 'name'>,
  messages: readonly OutgoingSms[],
  claimedAt: Date,
  begin: (going: readonly OutgoingSms[]) => Promise<Answer>,
): Promise<Begun<Answer> | null> {
  let begun: Begun<Answer> | undefined;
  try {
    return await engine.db.transaction(async (tx) => {
      // Sent together. The others run, and look, once the gate is entered.
      const [, state, kept] = await all([
        enterGate(tx, carrier.teamId),
        stateOf(tx, carrier, batch, route, engine.now()),
        carrier.notToAsk(tx, messages, claimedAt),
      ]);
      if (!state.isOurs) return null;
      if (state.why) return { going: [], kept: allKept(messages, state.why), answer: null };
      const going = messages.filter(({ id }) => !kept.has(id));
      const answer = going.length > 0 ? begin(going) : null;
      // It is awaited after the commit.
      answer?.catch(() => undefined);
      begun = { going, kept, answer };
      return begun;
    });
  } catch (error) {
    // The commit has nothing to write: the call continues whatever becomes of it.
    if (begun) return begun;
    throw error;
  }
}

interface Begun<Answer> {
  going: readonly OutgoingSms[];
  kept: Map<string, NotAsked>;
  answer: Promise<Answer> | null;
}

/** Whether the batch is still this worker's, and why its route takes nothing any more. */
async function stateOf(
  tx: Tx,
  { teamId }: Pick<Carrier, 'teamId'>,
  { id, takeovers }: BatchKey,
  route: Pick<Route, 'id' | 'name'>,
  now: Date,
): Promise<{ isOurs: boolean; why: NotAsked | null }> {
  const [row] = await tx.rows<{
    isOurs: boolean;
    isConnected: boolean;
    hasProvider: boolean;
    isPaused: boolean;
    outages: number;
  }>`SELECT EXISTS (SELECT FROM sms_batches b WHERE b.team_id = ${teamId}::uuid AND b.id = ${id}::uuid
          AND b.done_at IS NULL AND b.takeovers = ${takeovers}::int) AS "isOurs",
        r.is_connected AS "isConnected", r.provider IS NOT NULL AS "hasProvider",
        COALESCE(r.paused_until > ${now}::timestamptz, FALSE) AS "isPaused", r.outages
      FROM routes r WHERE r.team_id = ${teamId}::uuid AND r.id = ${route.id}::uuid`;
  if (!row?.isOurs) return { isOurs: false, why: null };
  if (row.isPaused) return { isOurs: true, why: routePaused(route, row.outages > 0) };
  const { isConnected, hasProvider } = row;
  return { isOurs: true, why: isConnected && hasProvider ? null : notConnected({ ...route, isConnected }) };
}

const allKept = (messages: readonly OutgoingSms[], why: NotAsked) => new Map(messages.map(({ id }) => [id, why]));

export const routePaused = (route: Pick<Route, 'name'>, isDown: boolean): NotAsked => ({
  status: 'not_asked',
  kept: { status: 'waiting', rule: 'route_paused', reason: whyRoutePaused(route, isDown) },
});

/** Another route may take them at once. */
const notConnected = (route: Pick<Route, 'name' | 'isConnected'>): NotAsked => ({
  status: 'not_asked',
  kept: { status: 'waiting', rule: 'came_back', reason: whyNotConnected(route) },
});

export const CAME_BACK: NotAsked = {
  status: 'not_asked',
  kept: {
    status: 'waiting',
    rule: 'came_back',
    reason: 'The message was not handed over with the others of its batch.',
  },
};
export const WORKER_STOPS: NotAsked = {
  status: 'not_asked',
  kept: {
    status: 'waiting',
    rule: 'came_back',
    reason: 'The worker was stopped before the message was handed over.',
  },
};
const STOPPED: NotAsked = {
  status: 'not_asked',
  kept: {
    status: 'waiting',
    rule: 'came_back',
    reason: 'The campaign was stopped or paused before the message was handed over.',
  },
};
export const OPTED_OUT: NotAsked = {
  status: 'not_asked',
  kept: { status: 'skipped', rule: 'suppressed', reason: SUPPRESSED },
};

const WITHDREW: NotAsked = {
  status: 'not_asked',
  kept: { status: 'skipped', rule: 'no_consent', reason: NO_CONSENT },
};

/** Messages of a campaign that must not go any more. */
export const notToAskOf = (
  tx: Tx,
  now: Date,
  send: SendKey,
  messages: readonly OutgoingSms[],
  claimedAt: Date,
): Promise<Map<string, NotAsked>> =>
  Math.abs(now.getTime() - claimedAt.getTime()) < FRESH_MS
    ? stoppedSince(tx, send, messages)
    : notToAsk(tx, now, send, messages);

/** The part of {@link notToAsk} that can have changed since a claim a moment ago. */
async function stoppedSince(
  tx: Tx,
  { teamId, sendId, campaignId }: SendKey,
  messages: readonly OutgoingSms[],
): Promise<Map<string, NotAsked>> {
  const [row] = await tx.rows<{
    isGoing: boolean;
    gone: string[] | null;
    optedOut: string[] | null;
    withdrew: string[] | null;
  }>`SELECT c.deleted_at IS NULL AND c.status IN ('running', 'in_progress') AND ${SMS_SENDS.isActive} AS "isGoing",
        x.gone, x.opted_out AS "optedOut", x.withdrew
      FROM sms_campaigns c JOIN sms_sends s ON s.team_id = c.team_id AND s.id = ${sendId}::uuid CROSS JOIN LATERAL (SELECT
          array_agg(n::text) FILTER (WHERE k.has_opted_out IS NULL) AS gone,
          array_agg(n::text) FILTER (WHERE k.has_opted_out OR ${isListed(teamId, Prisma.sql`n`)}) AS opted_out,
          array_agg(n::text) FILTER (WHERE ${lacksConsentFor(teamId, 'sms', Prisma.sql`n`, Prisma.sql`s.meta`)}) AS withdrew
        FROM (SELECT n, (SELECT x.unsubscribed_at IS NOT NULL FROM contacts x WHERE x.team_id = ${teamId}::uuid
            AND x.number = n) AS has_opted_out
          FROM unnest(${messages.map(({ to }) => to)}::bigint[]) n OFFSET 0) k) x
      WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid`;
  if (!row?.isGoing) return allKept(messages, STOPPED);
  const gone = new Set(row.gone);
  const optedOut = new Set(row.optedOut);
  const withdrew = new Set(row.withdrew);
  // A contact that is gone, or has another number by now, is looked at again.
  return new Map(
    messages.flatMap(({ id, to }) =>
      optedOut.has(to)
        ? [[id, OPTED_OUT] as const]
        : withdrew.has(to)
          ? [[id, WITHDREW] as const]
          : gone.has(to)
            ? [[id, CAME_BACK] as const]
            : [],
    ),
  );
}

/**
 * Messages that must not go any more. Since the claim their campaign was stopped, their contact opted out or was deleted, its
 * hours ended, or the day ended on which the message counts.
 */
async function notToAsk(
  tx: Tx,
  at: Date,
  { teamId, sendId, campaignId }: SendKey,
  messages: readonly OutgoingSms[],
): Promise<Map<string, NotAsked>> {
  const { meta, schedule } = await scheduleOf(tx, { teamId, sendId });
  const rows = await tx.rows<
    DueContact & { id: string; isGoing: boolean; countedOn: string | null }
  >`SELECT m.id, c.deleted_at IS NULL AND c.status IN ('running', 'in_progress') AND ${SMS_SENDS.isActive} AS "isGoing", k.*,
        (SELECT r.counted_on FROM sms_recipients r WHERE r.team_id = ${teamId}::uuid AND r.contact_id = m.contact_id
          AND r.message_id = m.id) AS "countedOn"
      FROM sms_messages m
      JOIN sms_campaigns c ON c.team_id = m.team_id AND c.id = ${campaignId}::uuid
      CROSS JOIN LATERAL (SELECT ${contactColumns(teamId, consentNeeded('sms', meta))} FROM contacts c LEFT JOIN countries n ON n.id = c.country_id
        WHERE c.team_id = ${teamId}::uuid AND c.id = m.contact_id) k
      WHERE m.team_id = ${teamId}::uuid AND m.id = ANY(${messages.map(({ id }) => id)}::uuid[])`;
  // No row, or another number: the contact is looked at again.
  const kept = new Map(messages.map(({ id }) => [id, CAME_BACK]));
  const numbers = new Map(messages.map(({ id, to }) => [id, to]));
  for (const row of rows) {
    const closed = whyClosed(schedule, row, at);
    if (row.isSuppressed) kept.set(row.id, OPTED_OUT);
    else if (row.lacksConsent) kept.set(row.id, WITHDREW);
    else if (!row.isGoing) kept.set(row.id, STOPPED);
    else if (closed) kept.set(row.id, { status: 'not_asked', kept: { status: 'waiting', ...closed } });
    else if (row.number === numbers.get(row.id) && schedule.periods(row, at).day === row.countedOn) kept.delete(row.id);
  }
  return kept;
}

/** When a send reaches contacts, by the rules of now. */
export async function scheduleOf(
  tx: Tx,
  { teamId, sendId }: Pick<SendKey, 'teamId' | 'sendId'>,
  { sends }: SendTables = SMS_SENDS,
): Promise<{ meta: SendMeta; schedule: ContactSchedule }> {
  const send = await tx.row<
    Hours & { meta: SendMeta; timezone: string }
  >`SELECT s.meta, t.timezone, x.contact_from AS "contactFrom", x.contact_until AS "contactUntil",
        x.team_id IS NOT NULL AS "areSet"
      FROM ${sends} s JOIN teams t ON t.id = s.team_id LEFT JOIN sending_settings x ON x.team_id = s.team_id
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid`;
  const { meta, timezone } = send!;
  const plan = planOf(meta);
  const hours = { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: contactHoursOf(send) };
  return { meta, schedule: contactSchedule(hours, timezone) };
}

type Hours = NonNullable<Parameters<typeof contactHoursOf>[0]>;

/** Null: the contact may be reached. */
export function whyClosed(schedule: ContactSchedule, contact: DueContact, at: Date) {
  const opening = schedule.opening(contact, at);
  return opening !== null && opening <= at
    ? null
    : { rule: schedule.closedBy(contact, at), reason: schedule.whyClosed(contact, at) };
}
