import { rejected, storableResult, unanswered } from 'sms-providers';
import { failureOf } from '../../../database/failures.ts';
import { all, COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import type { PlacementStatus, RecipientRule } from '../../../generated/prisma/client.ts';
import { timed } from '../../../observability/events.ts';
import { enterGate } from '../../delivery/engine/call-gate.ts';
import { enterLane } from '../../delivery/engine/call-lanes.ts';
import { NO_CONSENT, SUPPRESSED } from '../../delivery/engine/decide.ts';
import { contactColumns, type DueContact } from '../../delivery/engine/due.ts';
import { scheduleOf, whyClosed } from '../../delivery/engine/provider-calls.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { untilStored } from '../../delivery/engine/until-stored.ts';
import { whyNotOpened } from '../../delivery/providers/settings.ts';
import { consentNeeded } from '../../delivery/reach/lacks-consent.ts';
import type { OutgoingCall, PlaceResult, VoiceProvider } from '../providers/voice-provider.ts';
import { type CallEngine, type CallKey, type ClaimedCall, LEASE_MS, MAX_CALL_SECONDS } from './engine.ts';
import { outgoingCall, readOutgoing } from './outgoing-call.ts';
import { releaseCall } from './release-call.ts';
import { lockCall, settleCall } from './settle-call.ts';

/** Places the calls of a claim. Of all claims of a process, as many at a time as each account's provider takes. A call that fails does not affect others. */
export async function placeCalls(engine: CallEngine, calls: readonly ClaimedCall[]): Promise<void> {
  const byAccount = new Map<string, ClaimedCall[]>();
  for (const call of calls) byAccount.set(call.account.id, [...(byAccount.get(call.account.id) ?? []), call]);
  await all([...byAccount.values()].map((ofAccount) => placeOfAccount(engine, ofAccount)));
}

async function placeOfAccount(engine: CallEngine, calls: readonly ClaimedCall[]): Promise<void> {
  const provider = lanesOf(engine, calls[0]!);
  // Of calls that fail, the sweep decides what became of them. The turn fails.
  await all(
    calls.map(async (call) => {
      const leave = await enterLane(provider);
      await placeCall(engine, call).finally(leave);
    }),
  );
}

function lanesOf(engine: CallEngine, { account }: ClaimedCall): Pick<VoiceProvider, 'capabilities'> {
  try {
    return engine.providerOf(account);
  } catch {
    return { capabilities: { maxInFlight: 1, canEnd: false } };
  }
}

/**
 * Asks the provider to call, unless the campaign was stopped or the contact suppressed since the claim. The call is marked as
 * being placed, and the mark committed, before the provider is asked. So a call without the mark was never placed, and a
 * marked one without an answer is unknown until an event names it. The mark waits for a stop that is being committed, and a
 * stop waits for the mark.
 */
async function placeCall(engine: CallEngine, call: ClaimedCall): Promise<void> {
  const marked = engine.stopping?.aborted ? CAME_BACK : await mark(engine, call);
  if (marked === null) return;
  if ('reason' in marked) {
    return untilStored(engine, { call: call.callId }, () => returnCall(engine, call, marked, NOT_ASKED));
  }
  const whyNot = (tx: Tx) => whyNotNow(tx, call, engine.now());
  const begun = (await beginCalling(engine, call, whyNot, () => ask(engine, call, marked))) ?? CAME_BACK;
  if ('reason' in begun) {
    return untilStored(engine, { call: call.callId }, () => returnCall(engine, call, begun, NOT_ASKED));
  }
  const result = await begun.answer;
  await untilStored(engine, { call: call.callId }, () => settleCall(engine, call, result));
}

/** Where the database does not say whether the call is marked, nobody is asked. */
async function mark(engine: CallEngine, call: ClaimedCall): Promise<OutgoingCall | Reason | null> {
  try {
    return await engine.db.transaction((tx) => markPlacing(tx, engine.now(), call));
  } catch (error) {
    if (!failureOf(error)) throw error;
    engine.logger.warn({ err: error, call: call.callId }, 'the database does not say whether a call may be placed');
    return CAME_BACK;
  }
}

interface Begun {
  answer: Promise<PlaceResult>;
}

/**
 * Begins a call at a moment for which STOPs and stops that are being committed wait, unless `whyNot` finds that one of them came
 * since the mark. Null: the database does not say.
 */
export async function beginCalling<Why extends { reason: string }>(
  engine: Pick<CallEngine, 'db' | 'logger'>,
  { teamId, callId }: Pick<CallKey, 'teamId' | 'callId'>,
  whyNot: (tx: Tx) => Promise<Why | null>,
  begin: () => Promise<PlaceResult>,
): Promise<Why | Begun | null> {
  let begun: Begun | undefined;
  try {
    return await engine.db.transaction(async (tx) => {
      await enterGate(tx, teamId);
      const why = await whyNot(tx);
      if (why) return why;
      begun = { answer: begin() };
      return begun;
    });
  } catch (error) {
    if (begun) return begun;
    engine.logger.warn({ err: error, call: callId }, 'the database does not say whether a call may still be placed');
    return null;
  }
}

/** Judges the contact once more: hours may have ended, and a number may have become another one since the claim. */
async function whyNotNow(
  tx: Tx,
  { teamId, sendId, campaignId, callId, account }: ClaimedCall,
  now: Date,
): Promise<Reason | null> {
  const { meta, schedule } = await scheduleOf(tx, { teamId, sendId }, VOICE_SENDS);
  const row = await tx.row<
    DueContact & { isGoing: boolean; isPaused: boolean; to: string; countedOn: string | null }
  >`SELECT c.deleted_at IS NULL AND c.status IN ('running', 'in_progress') AND ${VOICE_SENDS.isActive} AS "isGoing",
        k.to_number::text AS "to", p.*,
        (SELECT r.counted_on FROM voice_recipients r WHERE r.team_id = ${teamId}::uuid AND r.contact_id = k.contact_id
          AND r.call_id = k.id) AS "countedOn",
        EXISTS (SELECT FROM voice_accounts a WHERE a.team_id = ${teamId}::uuid AND a.id = ${account.id}::uuid
          AND a.paused_until > ${now}::timestamptz) AS "isPaused"
      FROM (SELECT k.id, k.contact_id, k.to_number FROM calls k
        WHERE k.team_id = ${teamId}::uuid AND k.id = ${callId}::uuid OFFSET 0) k
      JOIN voice_campaigns c ON c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid
      CROSS JOIN LATERAL (SELECT ${contactColumns(teamId, consentNeeded('voice', meta))} FROM contacts c LEFT JOIN countries n ON n.id = c.country_id
        WHERE c.team_id = ${teamId}::uuid AND c.id = k.contact_id OFFSET 0) p`;
  if (!row || row.number !== row.to) return CAME_BACK;
  if (!row.isGoing) return CAMPAIGN_STOPPED;
  if (row.isSuppressed) return OPTED_OUT;
  if (row.lacksConsent) return WITHDREW;
  const closed = whyClosed(schedule, row, now);
  if (closed) return { status: 'waiting', ...closed };
  if (row.isPaused) return accountPaused(account);
  // It counts on the day of its claim, and the next day has its own limits.
  return schedule.periods(row, now).day === row.countedOn ? null : CAME_BACK;
}

const CAME_BACK: Reason = { status: 'waiting', rule: 'came_back', reason: 'The call was not placed.' };

const accountPaused = ({ name }: ClaimedCall['account']): Reason => ({
  status: 'waiting',
  rule: 'route_paused',
  reason: `Voice account ${name} is down or asked for a pause.`,
});

const OPTED_OUT: Reason = { status: 'skipped', rule: 'suppressed', reason: SUPPRESSED };

const WITHDREW: Reason = { status: 'skipped', rule: 'no_consent', reason: NO_CONSENT };

const CAMPAIGN_STOPPED: Reason = {
  status: 'waiting',
  rule: 'came_back',
  reason: 'The campaign was stopped or paused before the call was placed.',
};

export async function ask(
  engine: Pick<CallEngine, 'providerOf' | 'logger'>,
  { account, callId }: Pick<ClaimedCall, 'account' | 'callId'>,
  outgoing: OutgoingCall,
): Promise<PlaceResult> {
  try {
    const provider = engine.providerOf(account);
    const request = { kind: 'voice', provider: account.adapter } as const;
    const place = () => provider.place(outgoing);
    const result = await timed(request, place, ({ status }) => status).catch((error: unknown) => {
      engine.logger.warn({ err: error, account: account.id, call: callId }, 'a voice provider did not answer');
      return unanswered('The provider did not answer.');
    });
    return storableResult(result, outgoing.to);
  } catch (error) {
    engine.logger.warn({ err: error, account: account.id }, 'a voice account has no provider');
    return rejected('blocked', whyNotOpened(error));
  }
}

/** What goes to the provider, or why nothing does. Null when another worker has the call. */
async function markPlacing(tx: Tx, now: Date, claimed: ClaimedCall): Promise<OutgoingCall | Reason | null> {
  const { teamId, campaignId, callId } = claimed;
  const going =
    await tx.rows`SELECT c.id FROM voice_campaigns c WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid
      AND c.deleted_at IS NULL AND c.status IN ('running', 'in_progress') AND ${VOICE_SENDS.isActive} FOR SHARE`;
  const call = await readOutgoing(tx, claimed, now);
  if (!call) return null;
  if (going.length === 0) return CAMPAIGN_STOPPED;
  if (call.isSuppressed) return OPTED_OUT;
  const outgoing = outgoingCall(callId, call);
  if ('failed' in outgoing) {
    return {
      status: 'skipped',
      rule: 'text_failed',
      reason: `The variable ${outgoing.failed} could not be written for this contact.`,
    };
  }
  await tx.change`UPDATE call_placements SET status = 'placing', handed_at = ${now}::timestamptz,
        lease_until = ${new Date(now.getTime() + LEASE_MS)}::timestamptz,
        slot_until = ${new Date(now.getTime() + 1_000 * MAX_CALL_SECONDS)}::timestamptz
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid`;
  return outgoing;
}

interface Reason {
  status: 'waiting' | 'skipped';
  rule: RecipientRule;
  reason: string;
}

/** What a call may be that its worker has asked nobody to place: another worker takes a marked one for unknown. */
const NOT_ASKED = ['claimed', 'placing', 'unknown'] as const;

/** Takes back a call that no provider was asked to place, as long as it is one of these. */
export const returnCall = (
  engine: CallEngine,
  call: Omit<ClaimedCall, 'account'>,
  reason: Reason,
  statuses: readonly PlacementStatus[],
) =>
  engine.db.transaction(
    async (tx) => {
      await lockCall(tx, call);
      const [held] = await tx.rows`SELECT 1 AS one FROM call_placements p WHERE p.team_id = ${call.teamId}::uuid
        AND p.call_id = ${call.callId}::uuid AND p.status = ANY(${statuses}::placement_status[])
        AND EXISTS (SELECT FROM calls k WHERE k.team_id = ${call.teamId}::uuid AND k.id = ${call.callId}::uuid
          AND k.status = 'scheduled') FOR UPDATE OF p`;
      if (held) await releaseCall(tx, call, { ...reason, dueAt: engine.now() }, engine.now());
    },
    { again: COLLISION_OR_LOCKED },
  );
