import { all, COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { audienceOfSend } from '../../delivery/engine/audience.ts';
import { LOOK_UPS, waitWith } from '../../delivery/engine/behind.ts';
import { statusChanges } from '../../delivery/engine/change-status.ts';
import { contactSchedule } from '../../delivery/engine/contact-schedule.ts';
import { growAudience } from '../../delivery/engine/grow-audience.ts';
import { inWords } from '../../delivery/engine/logs.ts';
import { freeLookups, lookingUp, lookUp } from '../../delivery/engine/look-up.ts';
import { planOf, type SendPlan } from '../../delivery/engine/plan.ts';
import { orPutOff } from '../../delivery/engine/put-off.ts';

import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { contactHoursOf } from '../../delivery/engine/stage.ts';
import { sweepInTurn } from '../../delivery/engine/sweep-in-turn.ts';
import { callPaceOf } from './call-pace.ts';
import { type CallSend, nextCallSend } from './call-send.ts';
import { type Callers, readCallers } from './callers.ts';
import { type CallClaim, claimCalls } from './claim-calls.ts';
import { endCallSend } from './end-call-send.ts';
import { CALLS_PER_CLAIM, type CallEngine } from './engine.ts';
import { placeCalls } from './place-call.ts';
import { sweepCall } from './sweep-calls.ts';

const changes = statusChanges(VOICE_SENDS);
const { changeStatus, lookAgain, pauseCampaign } = changes;

/** How soon a send is looked at again: of an inactive campaign, of a feed without news, and with calls going on. */
const INACTIVE_MS = 5_000;
const FEED_MS = 2_000;
const UNDER_WAY_MS = 5_000;
/** How soon a send is looked at again whose providers have enough to do. */
const FULL_MS = 1_000;
/** A send that goes on within this time still counts as going out. */
const PAUSE_MS = 90_000;

/**
 * Does one step of calling: a chunk of an audience, a claim with its calls, a send's end, or a call that a dead worker left.
 * False when there is nothing to do.
 */
export async function workOnCalls(engine: CallEngine): Promise<boolean> {
  const found = await sweepInTurn(engine, sweepCall);
  const now = engine.now();
  const turn = await orPutOff(engine, changes, (taken) =>
    engine.db.transaction(
      async (tx) => {
        taken(undefined);
        const send = await nextCallSend(tx, now);
        if (!send) return null;
        taken(send);
        const { teamId, sendId, campaignId } = send;
        const claim = mustWait(engine, send)
          ? await look(tx, send, after(now, FULL_MS), now)
          : await advance(tx, send, now);
        return { teamId, sendId, campaignId, claim };
      },
      { again: COLLISION_OR_LOCKED },
    ),
  );
  if (!turn) return found || sweepCall(engine);
  const { claim } = turn;
  if (!claim) return true;
  const wait = waitWith(engine);
  await all([
    wait(turn.sendId, placeCalls(engine, claim.calls)),
    ...(claim.lookups.length > 0 ? [wait(LOOK_UPS, lookUp(engine, turn, claim.lookups, VOICE_SENDS))] : []),
  ]);
  return true;
}

/** So much is under way with slow providers that nothing more is claimed. */
const mustWait = ({ behind }: CallEngine, { sendId, meta }: CallSend) =>
  behind?.isFull(sendId) || (meta.hlrSettings?.isActive && behind?.isFull(LOOK_UPS));

async function advance(tx: Tx, send: CallSend, now: Date): Promise<CallClaim | null> {
  const plan = planOf(send.meta);
  if (!send.isActive) return look(tx, send, after(now, INACTIVE_MS), now);
  const who = await audienceOfSend(tx, send.teamId, send.meta, plan);
  if (!who) return pause(tx, send, 'A segment that the campaign names was deleted.', now);
  if (send.audienceAt === null || plan.isFeed) {
    if (!(await growAudience(tx, send, who, plan, now, VOICE_SENDS))) return null;
  }
  if (send.meta.hlrSettings?.isActive) await freeLookups(tx, send, now, VOICE_SENDS);
  return callNext(tx, send, plan, now);
}

const WAITING = 'Waiting for contacts of the feed.';

async function callNext(tx: Tx, send: CallSend, plan: SendPlan, now: Date): Promise<CallClaim | null> {
  const callers = await readCallers(tx, send.teamId, send.meta, now);
  const lack = whatLacks(callers);
  if (lack) return pause(tx, send, lack, now);
  const pace = await callPaceOf(tx, send, plan, now);
  const limit = Math.min(CALLS_PER_CLAIM, pace.allowed);
  if (limit <= 0) return look(tx, send, pace.roomAt ?? after(now, UNDER_WAY_MS), now);
  const schedule = contactSchedule(
    { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: contactHoursOf(send) },
    send.timezone,
  );
  const claim = await claimCalls(tx, { send, plan, schedule, callers, now, limit });
  if (claim.calls.length > 0) {
    await changeStatus(tx, send, { send: 'in_progress', campaign: 'in_progress' }, 'Contacts are being called.', now);
  }
  // The send is looked at earlier when a call ends.
  if (claim.busy) await look(tx, send, claim.busy.until ?? after(now, UNDER_WAY_MS), now);
  else if (claim.hasMore) await look(tx, send, now, now);
  else await waitOrEnd(tx, send, plan, now);
  if (claim.hasDecided) await announceCampaign(tx, send.campaignId);
  return claim;
}

/** Why nobody can call for the campaign until a person changes it. Null when somebody can. */
function whatLacks({ numbers, agents, accounts }: Callers): string | null {
  if (numbers.length === 0) return 'None of its numbers has a voice account of its provider with an adapter.';
  if (agents.length === 0) return 'None of its agents is there any more.';
  const all = [...accounts.values()];
  return all.every(({ isBroke }) => isBroke) ? `The integration’s balance does not cover the next calls.` : null;
}

/** Nobody is due now: the send waits for held contacts or for calls that go on, or it has ended. */
async function waitOrEnd(tx: Tx, send: CallSend, plan: SendPlan, now: Date): Promise<void> {
  const { teamId, sendId, campaignId, cycle } = send;
  const [row] = await tx.rows<{ held: Date | null; lookups: Date | null; calls: boolean; reason: string | null }>`SELECT
        (SELECT min(due_at) FROM voice_recipients WHERE team_id = ${teamId}::uuid
          AND voice_campaign_send_id = ${sendId}::uuid AND status = 'waiting') AS held,
        (SELECT min(due_at) FROM voice_recipients WHERE ${lookingUp(send, VOICE_SENDS)}) AS lookups,
        (SELECT reason FROM voice_recipients WHERE team_id = ${teamId}::uuid
          AND voice_campaign_send_id = ${sendId}::uuid AND status = 'waiting' ORDER BY due_at LIMIT 1) AS reason,
        EXISTS (SELECT FROM call_placements p
          JOIN voice_campaign_sends s ON s.team_id = p.team_id AND s.id = p.voice_campaign_send_id
          WHERE p.team_id = ${teamId}::uuid AND s.voice_campaign_id = ${campaignId}::uuid AND s.cycle = ${cycle}::int
            AND p.slot_until IS NOT NULL) AS calls`;
  const { held, lookups, calls, reason } = row!;
  if (lookups && lookups <= now) await freeLookups(tx, send, now, VOICE_SENDS);
  const looks = [
    ...(held ? [held.getTime()] : []),
    ...(calls || lookups ? [now.getTime() + UNDER_WAY_MS] : []),
    ...(plan.isFeed ? [now.getTime() + FEED_MS] : []),
  ];
  if (looks.length === 0) return endCallSend(tx, send, plan, now);
  const idles = !calls && !lookups && (held === null || held.getTime() - now.getTime() > PAUSE_MS);
  if (idles) {
    const until = held && `Waiting until ${inWords(held, send.timezone)}.`;
    const text = until === null ? WAITING : `${until} ${reason ?? 'Nobody may be called at the moment.'}`;
    await changeStatus(tx, send, { send: 'running', campaign: 'running' }, text, now);
  }
  await look(tx, send, new Date(Math.min(...looks)), now);
}

async function look(tx: Tx, send: CallSend, at: Date, now: Date): Promise<null> {
  await lookAgain(tx, send, at, now);
  return null;
}

async function pause(tx: Tx, send: CallSend, reason: string, now: Date): Promise<null> {
  await pauseCampaign(tx, send, reason, now);
  return null;
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
