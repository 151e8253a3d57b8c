import { everyForm } from 'phone-numbers';
import type { Services } from '../../../context.ts';
import { idsWithin } from '../../../database/partitions.ts';
import { all, COLLISION, COLLISION_OR_LOCKED, FOREIGN_KEY, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { type CallEventStatus, Prisma } from '../../../generated/prisma/client.ts';
import { announceAll, callEventTopic, callTopic, campaignTopic } from '../../../live/announce.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { closeGate } from '../../delivery/engine/call-gate.ts';
import { erasedAsFarAsKnown, holdErasures } from '../../delivery/reach/erased-numbers.ts';
import { optOut } from '../../delivery/receipts/opt-out.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import { suppressCalled, WORDS } from '../engine/after-call.ts';
import { chargeCall } from '../engine/charge-call.ts';
import { followUp } from '../engine/follow-up.ts';
import { recordCallChanges } from '../engine/record-changes.ts';
import { hurrySteps } from '../post-processing/plan-steps.ts';

import { ensureApplied, settleCallEventJob } from './call-event-job.ts';
import { type Arrival, type EventRow, storeEvents } from './call-event-rows.ts';
import { asksNotToBeCalled, factOf, foldFacts, isFact } from './call-facts.ts';
import { TOOL_CALLS } from './call-message.ts';
import { type CallEventFailure, customerOf, findCallOfEvent, isBeingPlaced } from './call-of-event.ts';
import { type CallRow, isErased, type KnownCalls, readCalls, writeCalls } from './call-rows.ts';
import { countTransitions } from './campaign-counters.ts';

export interface FailedEvent {
  reason: CallEventFailure;
  mayPass: boolean;
  /** It may be about a call that is being placed; a job applies it once the call has its id. */
  isBeingPlaced: boolean;
}

interface Change {
  event: EventRow;
  before: CallRow;
  after: CallRow;
  isTool: boolean;
}

interface Mark {
  event: EventRow;
  status: CallEventStatus;
  callId: string | null;
  failureReason: CallEventFailure | null;
}

const isDone = (status: CallEventStatus) => status === 'processed' || status === 'ignored';
const externalIdsOf = (events: readonly { externalCallId: string | null }[]) =>
  events.flatMap(({ externalCallId }) => externalCallId ?? []);

/** E12. At most one event per call. An event that cannot be applied yet is left to a job. Returns each event's failure. */
export function applyArrivals(
  { db, tokenKeys }: Pick<Services, 'db' | 'tokenKeys'>,
  teamId: string,
  arrivals: readonly Arrival[],
): Promise<(FailedEvent | null)[]> {
  return db.transaction(
    async (tx) => {
      // The gate is closed before rows are locked.
      if (arrivals.some(({ message }) => asksNotToBeCalled(message))) await tx.rows(closeGate(teamId));
      // Sent together: each statement sees what the one before it waited for.
      const [, events, calls] = await all([
        holdErasures(tx, teamId),
        storeEvents(tx, teamId, arrivals),
        readCalls(tx, teamId, externalIdsOf(arrivals.map(({ message }) => message))),
      ]);
      const { failures, deferred, settled } = await apply(tx, tokenKeys, teamId, events, calls);
      for (const event of deferred.filter(({ isNew }) => isNew)) {
        await ensureApplied(tx, event, arrivals[events.indexOf(event)]!.traceId);
      }
      for (const event of settled.filter(({ isNew }) => !isNew)) await settleCallEventJob(tx, event.id);
      return failures;
      // A locked row makes the team's other events wait, so this is tried only once.
    },
    { again: [...COLLISION, FOREIGN_KEY] },
  );
}

export function applyStored(
  { db, tokenKeys }: Pick<Services, 'db' | 'tokenKeys'>,
  { id, teamId }: Pick<EventRow, 'id' | 'teamId'>,
  { settle = false } = {},
): Promise<FailedEvent | null> {
  return db.transaction(
    async (tx) => {
      await tx.rows(closeGate(teamId));
      const [, [event]] = await all([holdErasures(tx, teamId), lockEvent(tx, teamId, id)]);
      if (!event) return null;
      const calls = await readCalls(tx, teamId, externalIdsOf([event]));
      const { failures, settled } = await apply(tx, tokenKeys, teamId, [event], calls);
      if (settle && settled.length > 0) await settleCallEventJob(tx, id);
      return failures[0]!;
    },
    { again: [...COLLISION_OR_LOCKED, FOREIGN_KEY] },
  );
}

/** Applied events are skipped, those that can never be applied fail, and others stay as they were. */
async function apply(tx: Tx, keys: TokenKeys, teamId: string, events: readonly EventRow[], calls: KnownCalls) {
  const marks: Mark[] = [];
  const changes: Change[] = [];
  const deferred: EventRow[] = [];
  const failed = new Map<EventRow, FailedEvent>();
  for (const event of inOneOrder(events)) {
    const result = isDone(event.status) ? null : await judge(event);
    if (result?.mayPass) deferred.push(event);
    if (result) failed.set(event, result);
  }
  const failures = events.map((event) => failed.get(event) ?? null);
  await write(tx, teamId, marks, changes);
  await recordCallChanges(tx, teamId, changes, new Date());
  for (const change of changes) await follow(tx, change);
  // Behind the sends, as a claim locks them.
  await useNumbers(tx, teamId, changes);
  const settled = marks.map(({ event }) => event).filter((event) => !deferred.includes(event));
  return { failures, deferred, settled };

  async function judge(event: EventRow): Promise<FailedEvent | null> {
    const isTool = event.type === TOOL_CALLS;
    const matters = isTool || isFact(event);
    const call = await findCallOfEvent(tx, keys, event, calls);
    if (typeof call !== 'string') {
      // By two names of a call. Its row does not show the first one's change yet, so each is applied by itself.
      if (changes.some(({ before }) => before.id === call.id))
        throw new Error('Two events of a batch are of one call.');
      changes.push({ event, before: call, after: changedBy(event, call, calls, isTool), isTool });
      marks.push({ event, status: matters ? 'processed' : 'ignored', callId: call.id, failureReason: null });
      return null;
    }
    // Once: a person may have been taken off the suppression list since.
    if (event.attempts === 0 && asksNotToBeCalled(event)) await suppressCustomer(tx, keys, event);
    // Not in the reference: an event that would change nothing is acknowledged even if its call is unknown.
    const mayPass = call === 'Call not found' && event.externalCallId !== null;
    const status = matters ? (mayPass ? event.status : 'failed') : 'ignored';
    marks.push({ event, status, callId: null, failureReason: matters ? call : null });
    return matters ? { reason: call, mayPass, isBeingPlaced: mayPass && (await isBeingPlaced(tx, event)) } : null;
  }
}

/** Somebody asked not to be called, and no call leads to them. */
async function suppressCustomer(tx: Tx, keys: TokenKeys, event: EventRow): Promise<void> {
  const { teamId, payload } = event;
  const number = customerOf(payload)?.number;
  if (number === undefined || (await erasedAsFarAsKnown(tx, keys, teamId, everyForm(number))).size > 0) return;
  const evidence = factOf(event).chat?.slice(-WORDS) ?? null;
  await optOut(tx, { teamId, number: String(number), method: 'call', evidence, messageId: null, now: new Date() });
}

/** Calls are created in one order, so that two processes with the same events do not deadlock. */
const inOneOrder = (events: readonly EventRow[]) =>
  [...events].sort((a, b) => ((a.externalCallId ?? '') < (b.externalCallId ?? '') ? -1 : 1));

const changedBy = (event: EventRow, call: CallRow, { facts }: KnownCalls, isTool: boolean): CallRow => ({
  ...call,
  ...(isFact(event) && foldFacts(call, [...(facts.get(call.id) ?? []), event])),
  eventsCount: call.eventsCount + 1,
  toolLogsCount: call.toolLogsCount + (isTool ? 1 : 0),
  ...(isErased(call) && { chat: null, summary: null, recordingUrl: null, endedReason: null }),
});

async function write(tx: Tx, teamId: string, marks: readonly Mark[], changes: readonly Change[]): Promise<void> {
  if (marks.length === 0) return;
  const campaigns = changes.flatMap(({ after }) => after.voiceCampaignId ?? []).map(campaignTopic);
  const calls = changes.map(({ after }) => callTopic(after.id));
  const settled = marks.filter(({ event, status }) => status !== 'received' && status !== event.status);
  const events = settled.map(({ event }) => `${callEventTopic(teamId)} ${event.id}`);
  await Promise.all([
    writeCalls(tx, teamId, changes),
    markCalls(
      tx,
      teamId,
      changes.map(({ after }) => after.id),
    ),
    logOutcomes(tx, teamId, changes),
    countTransitions(tx, teamId, changes),
    markEvents(tx, teamId, marks),
    emptyEvents(
      tx,
      teamId,
      changes.filter(({ after }) => isErased(after)).map(({ event }) => event.id),
    ),
    announceAll(tx, [...new Set(campaigns), ...calls, ...events]),
  ]);
}

async function follow(tx: Tx, { event, before, after }: Change): Promise<void> {
  const now = new Date();
  const { teamId, id: callId } = after;
  await followUp(tx, before, after, now);
  // An outcome that a person set stays, and one that comes later may say something else.
  if (asksNotToBeCalled(event) && after.callOutcome !== 'do_not_call') await suppressCalled(tx, teamId, callId, now);
  const isReported = after.isProcessed && !before.isProcessed;
  const isHeard = before.status === 'ended' && after.chat !== null && after.chat !== before.chat;
  const isDecided = before.status === 'ended' && after.callOutcome !== before.callOutcome;
  await hurrySteps(tx, { teamId, callId }, { isReported, isHeard, isDecided }, now);
  if (after.isProcessed && after.cost !== null) await chargeCall(tx, after, event.voiceAccountId, after.cost);
}

async function logOutcomes(tx: Tx, teamId: string, changes: readonly Change[]): Promise<void> {
  const decided = changes.filter(({ before, after }) => after.callOutcome !== before.callOutcome);
  if (decided.length === 0) return;
  const rows = decided.map(({ before, after }) => ({
    id: uuidv7(),
    call: after.id,
    was: before.callOutcome,
    is: after.callOutcome,
  }));
  await tx.keptChange`INSERT INTO call_outcome_logs (team_id, id, call_id, initial_call_outcome, new_call_outcome, status)
      SELECT ${teamId}::uuid, x.id, x.call, x.was, x.is, 'applied'
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, call uuid, was call_outcome, "is" call_outcome)`;
}

/** Events may arrive in another order than the calls began. */
async function useNumbers(tx: Tx, teamId: string, changes: readonly Change[]): Promise<void> {
  const began = changes.filter(
    ({ before, after }) =>
      after.numberId !== null && after.startedAt !== null && after.startedAt.getTime() !== before.startedAt?.getTime(),
  );
  if (began.length === 0) return;
  await tx.keptChange`UPDATE numbers n SET last_used_at = x.at
      FROM (SELECT id, max(at) AS at FROM unnest(${began.map(({ after }) => after.numberId)}::uuid[],
        ${began.map(({ after }) => after.startedAt!.toISOString())}::timestamptz[]) x(id, at) GROUP BY id) x
      WHERE n.team_id = ${teamId}::uuid AND n.id = x.id AND (n.last_used_at < x.at) IS NOT FALSE`;
}

const lockEvent = (tx: Tx, teamId: string, id: string) => tx.rows<EventRow>`
  SELECT team_id AS "teamId", id, voice_account_id AS "voiceAccountId", external_call_id AS "externalCallId",
    type, call_status AS "callStatus", occurred_at AS "occurredAt", fingerprint, payload, status, attempts, false AS "isNew"
  FROM call_events
  WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND status NOT IN ('processed', 'ignored') FOR UPDATE`;

const markEvents = (tx: Tx, teamId: string, marks: readonly Mark[]) =>
  tx.keptChange`UPDATE call_events e SET status = x.status, call_id = coalesce(x.call, e.call_id),
        failure_reason = x.reason, attempts = e.attempts + 1,
        processed_at = CASE WHEN x.status IN ('processed', 'ignored') THEN moment END
      FROM unnest(${marks.map(({ event }) => event.id)}::uuid[], ${marks.map(({ status }) => status)}::call_event_status[],
        ${marks.map(({ callId }) => callId)}::uuid[], ${marks.map(({ failureReason }) => failureReason)}::text[])
        x(id, status, call, reason), now() moment
      WHERE e.team_id = ${teamId}::uuid AND e.id = x.id AND ${idsWithin(
        Prisma.sql`e.id`,
        marks.map(({ event }) => event.id),
      )}`;

async function emptyEvents(tx: Tx, teamId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.keptChange`UPDATE call_events e SET payload = '{}'
      WHERE e.team_id = ${teamId}::uuid AND e.id = ANY(${ids}::uuid[]) AND ${idsWithin(Prisma.sql`e.id`, ids)}`;
}
