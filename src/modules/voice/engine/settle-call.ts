import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceAll, callTopic, campaignTopic } from '../../../live/announce.ts';
import { publish } from '../../../observability/events.ts';
import { closeGate } from '../../delivery/engine/call-gate.ts';
import { statusChanges } from '../../delivery/engine/change-status.ts';
import { NO_ERROR_SET, noteError } from '../../delivery/engine/last-error.ts';
import { writeBothLogs } from '../../delivery/engine/logs.ts';
import { noteBack, pauseLonger } from '../../delivery/engine/outages.ts';
import { MAX_FAILURES, MAX_UNANSWERED, UNANSWERED } from '../../delivery/engine/route-health.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { optOut } from '../../delivery/receipts/opt-out.ts';
import { markCalls } from '../../insight/reports/roll-ups/marks.ts';
import type { PlaceResult } from '../providers/voice-provider.ts';
import { endCallAs } from './end-call.ts';
import type { CallEngine, CallKey, ClaimedCall } from './engine.ts';
import { releaseCall } from './release-call.ts';

const { pauseCampaign } = statusChanges(VOICE_SENDS);

/** A call is tried again this often when a provider asks for it. Then it has failed. */
const MAX_TRIES = 5;
const RETRY_SECONDS = 60;
const THROTTLED_SECONDS = 1;

type Rejected = Extract<PlaceResult, { status: 'rejected' }>;

/** Stores what a provider answered for a call, once. Events may have come before and said more. */
export async function settleCall(engine: CallEngine, call: ClaimedCall, result: PlaceResult): Promise<void> {
  const why = await engine.db.transaction(
    async (tx) => {
      const now = engine.now();
      if (result.status === 'rejected' && result.kind === 'opted_out') await tx.rows(closeGate(call.teamId));
      await lockCall(tx, call);
      if (result.status === 'accepted') await accept(tx, call, result, now);
      else if (!(await isPlacing(tx, call))) return null;
      const pausedUntil = await noteOutage(tx, call, result, now);
      if (result.status === 'unreachable') await letWait(tx, call, result.reason, pausedUntil ?? now, now);
      else if (result.status === 'unknown') await markUnknown(tx, call, result.reason);
      else if (result.status === 'rejected') await reject(tx, call, result, now);
      await noteError(tx, 'voice_accounts', call.teamId, call.account.id, result, now);
      const failures = await countFailures(tx, call, result);
      await announceAll(tx, [campaignTopic(call.campaignId), callTopic(call.callId)]);
      return whyPaused(call, result, failures);
    },
    { again: COLLISION_OR_LOCKED },
  );
  // In a transaction of its own: a claim locks the send before the account, which is locked here already.
  if (!why) return;
  const stop = { reason: why, isBalance: result.status === 'rejected' && result.kind === 'balance' };
  await engine.db.transaction((tx) => pauseCampaign(tx, call, stop, engine.now()), { again: COLLISION_OR_LOCKED });
}

/** The campaign before its account, as a claim does, and before the placement, as who places the call does. */
export async function lockCall(
  tx: Tx,
  { teamId, campaignId, callId }: Pick<ClaimedCall, 'teamId' | 'campaignId' | 'callId'>,
): Promise<void> {
  await tx.rows`SELECT id FROM calls WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid FOR UPDATE`;
  await tx.rows`SELECT id FROM voice_campaigns WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid
      FOR NO KEY UPDATE`;
}

/** Whether nothing else decided about it: no event named it, and nobody ended it. Another worker may have taken this one for dead. */
export async function isPlacing(tx: Tx, { teamId, callId }: CallKey): Promise<boolean> {
  const rows = await tx.rows`SELECT 1 AS one FROM call_placements p
      WHERE p.team_id = ${teamId}::uuid AND p.call_id = ${callId}::uuid AND p.status IN ('placing', 'unknown')
        AND EXISTS (SELECT FROM calls k WHERE k.team_id = ${teamId}::uuid AND k.id = ${callId}::uuid
          AND k.status = 'scheduled') FOR UPDATE OF p`;
  return rows.length > 0;
}

export async function accept(
  tx: Tx,
  call: CallKey,
  { providerId, listenUrl = null, controlUrl = null }: Extract<PlaceResult, { status: 'accepted' }>,
  now: Date,
): Promise<void> {
  const { teamId, campaignId, callId } = call;
  // An event that named our reference has stored the provider's id already if it could, and may have changed the status.
  const unnamed = Prisma.sql`calls
    WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid AND status <> 'ended' AND external_id IS NULL
      AND EXISTS (SELECT 1 FROM call_placements WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid
        AND status IN ('placing', 'unknown'))`;
  const row = await tx.row<{ isTaken: boolean }>`WITH named AS (
        INSERT INTO call_names (team_id, external_id, call_id) SELECT team_id, ${providerId}, id FROM ${unnamed}
        ON CONFLICT (team_id, external_id) DO NOTHING RETURNING call_id),
      queued AS (
        UPDATE calls SET external_id = ${providerId},
          status = CASE WHEN status = 'scheduled' THEN 'queued' ELSE status END, updated_at = ${now}::timestamptz
        WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid AND EXISTS (SELECT 1 FROM named)),
      counted AS (
        UPDATE voice_campaigns SET calls_in_flight = calls_in_flight + 1
        WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid AND EXISTS (SELECT 1 FROM named))
      SELECT EXISTS (SELECT 1 FROM ${unnamed}) AND NOT EXISTS (SELECT 1 FROM named) AS "isTaken"`;
  // Over the same account, an event with this id is of this call only if it has our reference.
  if (row!.isTaken) return markUnknown(tx, call, `The provider gave it the id of another call, ${providerId}.`);
  if (listenUrl !== null || controlUrl !== null) {
    await tx.change`UPDATE calls SET listen_url = ${listenUrl}, control_url = ${controlUrl}
      WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid AND status <> 'ended'`;
  }
  await markCalls(tx, teamId, [callId]);
  await tx.change`UPDATE call_placements SET status = 'placed', reason = NULL
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid AND status IN ('placing', 'unknown')`;
}

/** The call may go on: the contact is not called again, and the slot stays taken as long as a call can last. */
export async function markUnknown(tx: Tx, { teamId, campaignId, callId }: CallKey, why: string): Promise<void> {
  const reason = `It is unknown whether the call was placed: ${why}`;
  await tx.change`UPDATE call_placements SET status = 'unknown', reason = ${reason}
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid AND status = 'placing'`;
  await tx.change`UPDATE voice_recipients SET reason = ${reason}
      WHERE team_id = ${teamId}::uuid AND voice_campaign_id = ${campaignId}::uuid AND call_id = ${callId}::uuid
        AND status = 'handed'`;
}

/** A link that is down is no failure of the call: its contact waits until the account is tried again. */
const letWait = (tx: Tx, call: ClaimedCall, reason: string, dueAt: Date, now: Date) =>
  releaseCall(tx, call, { status: 'waiting', rule: 'route_paused', reason, dueAt }, now);

/** Returns until when the account is not used, if its link is down. */
async function noteOutage(tx: Tx, call: ClaimedCall, result: PlaceResult, now: Date): Promise<Date | null> {
  const { teamId, account } = call;
  const log = (text: string) => writeBothLogs(tx, VOICE_SENDS.logs, call, text, now);
  if (!isDown(result)) {
    if (await noteBack(tx, 'voice_accounts', teamId, account.id)) {
      await log(`Voice account ${account.name} is back.`);
      tx.committed(() => publish({ is: 'route_back', kind: 'voice', teamId, id: account.id, reason: null }));
    }
    return null;
  }
  const least = result.status === 'unreachable' ? (result.retryAfterSeconds ?? 0) : 0;
  const { pausedUntil, isFirst } = await pauseLonger(tx, 'voice_accounts', teamId, account.id, {
    least,
    hadAnswer: false,
    now,
  });
  const told = `Voice account ${account.name} is down. Its calls wait, and it is tried again until it is back.`;
  if (isFirst) {
    await log(`${told} ${result.reason}`);
    const { reason } = result;
    tx.committed(() => publish({ is: 'route_down', kind: 'voice', teamId, id: account.id, reason }));
  }
  return pausedUntil;
}

type Down = Extract<PlaceResult, { status: 'unreachable' | 'unknown' }>;

const isDown = (result: PlaceResult): result is Down =>
  result.status === 'unreachable' || (result.status === 'unknown' && result.isUnanswered === true);

/** Does what each kind of refusal means for the call. */
async function reject(tx: Tx, call: ClaimedCall, { kind, reason, retryAfterSeconds }: Rejected, now: Date) {
  const isFinal =
    kind === 'permanent' || kind === 'opted_out' || (kind === 'retryable' && (await triesOf(tx, call)) >= MAX_TRIES);
  if (isFinal) {
    const number = await endCallAs(tx, call, { outcome: 'failed', reason: `not placed: ${reason}` }, now);
    if (kind === 'opted_out' && number !== null) {
      const { teamId } = call;
      await optOut(tx, { teamId, number, method: 'provider', evidence: reason, messageId: null, now });
    }
    return;
  }
  const dueAt = new Date(now.getTime() + 1_000 * (retryAfterSeconds ?? RETRY_SECONDS));
  const why = `The provider refused it for now: ${reason}`;
  const isTry = kind === 'retryable';
  await releaseCall(tx, call, { status: 'waiting', rule: 'refused_for_now', reason: why, dueAt, isTry }, now);
  if (kind !== 'throttled') return;
  const until = new Date(now.getTime() + 1_000 * (retryAfterSeconds ?? THROTTLED_SECONDS));
  await tx.change`UPDATE voice_accounts SET paused_until = GREATEST(paused_until, ${until}::timestamptz)
      WHERE team_id = ${call.teamId}::uuid AND id = ${call.account.id}::uuid`;
}

async function triesOf(tx: Tx, { teamId, campaignId, callId }: ClaimedCall): Promise<number> {
  const [row] = await tx.rows<{
    tries: number;
  }>`SELECT tries + 1 AS tries FROM voice_recipients WHERE team_id = ${teamId}::uuid
      AND voice_campaign_id = ${campaignId}::uuid AND call_id = ${callId}::uuid`;
  return row?.tries ?? 0;
}

/** Counts failures of one kind in a row on the account, over all campaigns and workers. A link that is down counts as none. */
async function countFailures(tx: Tx, { teamId, account }: ClaimedCall, result: PlaceResult): Promise<number> {
  if (result.status === 'unreachable') return 0;
  const kind = failureOf(result);
  if (kind === null) {
    await tx.change`UPDATE voice_accounts SET failures = 0, failure_kind = NULL, ${NO_ERROR_SET}
        WHERE team_id = ${teamId}::uuid AND id = ${account.id}::uuid AND (failures > 0 OR last_error_at IS NOT NULL)`;
    return 0;
  }
  const [row] = await tx.rows<{ failures: number }>`UPDATE voice_accounts SET failure_kind = ${kind},
        failures = CASE WHEN failure_kind = ${kind} THEN failures + 1 ELSE 1 END
      WHERE team_id = ${teamId}::uuid AND id = ${account.id}::uuid
      RETURNING failures`;
  return row?.failures ?? 0;
}

function failureOf(result: Exclude<PlaceResult, { status: 'unreachable' }>): string | null {
  if (result.status === 'accepted') return null;
  if (result.status === 'rejected') return result.kind;
  return result.isUnanswered ? UNANSWERED : 'unknown';
}

function whyPaused({ account: { name } }: ClaimedCall, result: PlaceResult, failures: number): string | null {
  if (result.status === 'accepted' || result.status === 'unreachable') return null;
  const kind = failureOf(result);
  if (kind === UNANSWERED) {
    return failures >= MAX_UNANSWERED
      ? `${failures} calls in a row over voice account ${name} got no answer. They may have been placed.`
      : null;
  }
  if (kind === 'balance') return `The provider of voice account ${name} says that its balance is used up.`;
  if (kind === 'blocked')
    return `The provider of voice account ${name} refuses everything: ${(result as Rejected).reason}`;
  return failures >= MAX_FAILURES && kind !== 'throttled'
    ? `${failures} calls in a row failed over voice account ${name} (${kind}).`
    : null;
}
