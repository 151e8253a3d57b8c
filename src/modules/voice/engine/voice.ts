import { all, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { lookUpsOf, waitWith } from '../../delivery/engine/behind.ts';
import { type Stop, statusChanges } from '../../delivery/engine/change-status.ts';
import type { Channel, Step } from '../../delivery/engine/channel.ts';
import { contactSchedule } from '../../delivery/engine/contact-schedule.ts';
import type { Carried } from '../../delivery/engine/judge-held.ts';
import { lookUp } from '../../delivery/engine/look-up.ts';
import type { SendPlan } from '../../delivery/engine/plan.ts';
import { checksOf, preCheck } from '../../delivery/engine/pre-check.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { contactHoursOf } from '../../delivery/engine/stage.ts';
import { workOn } from '../../delivery/engine/turn.ts';
import { callPaceOf } from './call-pace.ts';
import { CALL_COLUMNS, CALL_JOINS, type CallSend, keptMetaOf, readCallSend } from './call-send.ts';
import { type Callers, callersFor, readCallers } from './callers.ts';
import { type CallClaim, claimCalls } from './claim-calls.ts';
import { CALLS_PER_CLAIM, type CallEngine } from './engine.ts';
import { placeCalls } from './place-call.ts';
import { sweepCall } from './sweep-calls.ts';

const UNDER_WAY_MS = 5_000;

export const CALLS_CARRIED: Carried = {
  tables: VOICE_SENDS,
  async leads(tx, { teamId, meta }) {
    const callers = await readCallers(tx, teamId, keptMetaOf(meta), new Date(), { lock: false });
    // The number of one says nothing of the others, unless no country is stated. The claim decides.
    return ({ country, number }) =>
      typeof callersFor(callers, { country, number: country === null ? number : '' }) !== 'string';
  },
};

export const VOICE: Channel<CallEngine, CallSend, CallClaim> = {
  tables: VOICE_SENDS,
  columns: CALL_COLUMNS,
  joins: CALL_JOINS,
  read: readCallSend,
  isFull: ({ behind }, { teamId, sendId, campaignId, meta }) =>
    Boolean(
      behind?.isFull(sendId) ||
        (meta.hlrSettings?.isActive && behind?.isFull(lookUpsOf({ teamId }))) ||
        (meta.preCheckUrl && behind?.isFull(checksOf({ campaignId }))),
    ),
  goOut,
  async carryOut(engine, turn, { calls, lookups, checks }) {
    const wait = waitWith(engine);
    await all([
      wait(turn.sendId, placeCalls(engine, calls)),
      ...(lookups.length > 0 ? [wait(lookUpsOf(turn), lookUp(engine, turn, lookups, VOICE_SENDS))] : []),
      ...(checks.length > 0 ? [wait(checksOf(turn), preCheck(engine, turn, checks, VOICE_SENDS))] : []),
    ]);
  },
  sweep: sweepCall,
  underWay: ({ teamId, campaignId, cycle }) => Prisma.sql`EXISTS (SELECT FROM call_placements p
    JOIN voice_campaign_sends s ON s.team_id = p.team_id AND s.id = p.voice_campaign_send_id
    WHERE p.team_id = ${teamId}::uuid AND s.voice_campaign_id = ${campaignId}::uuid AND s.cycle = ${cycle}::int
      AND p.slot_until IS NOT NULL AND p.status <> 'ended')`,
  underWayMs: UNDER_WAY_MS,
  async sizesOf(tx, { teamId, sendId }) {
    const [row] = await tx.rows<{
      reached: number;
      size: number;
    }>`UPDATE voice_campaign_sends s SET audience_size = r.size
        FROM (SELECT count(*)::int AS size, (count(*) FILTER (WHERE attempts > 0))::int AS called FROM voice_recipients
          WHERE team_id = ${teamId}::uuid AND voice_campaign_send_id = ${sendId}::uuid) r
        WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid
        RETURNING r.called AS reached, r.size`;
    return row!;
  },
  async reachedInCycle(tx, { teamId, campaignId, cycle }) {
    const [row] = await tx.rows<{ called: number }>`SELECT count(*)::int AS called FROM voice_recipients
        WHERE team_id = ${teamId}::uuid AND voice_campaign_id = ${campaignId}::uuid AND cycle = ${cycle}::int
          AND attempts > 0`;
    return row!.called;
  },
  reachedText: 'were called',
};

/** One step of placing calls. */
export const workOnCalls = (engine: CallEngine): Promise<boolean> => workOn(VOICE, engine);

const { changeStatus } = statusChanges(VOICE_SENDS);

async function goOut(engine: CallEngine, tx: Tx, send: CallSend, plan: SendPlan, now: Date): Promise<Step<CallClaim>> {
  const callers = await readCallers(tx, send.teamId, send.meta, now);
  const lack = whatLacks(callers);
  if (lack) return { kind: 'pause', ...lack };
  const pace = await callPaceOf(tx, send, plan, now);
  const limit = Math.min(CALLS_PER_CLAIM, pace.allowed);
  const later = new Date(now.getTime() + UNDER_WAY_MS);
  if (limit <= 0) return { kind: 'look', at: pace.roomAt ?? later };
  const schedule = contactSchedule(
    { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: contactHoursOf(send) },
    send.timezone,
  );
  const claim = await claimCalls(tx, engine, { send, plan, schedule, callers, now, limit });
  if (claim.calls.length > 0) {
    await changeStatus(tx, send, { send: 'in_progress', campaign: 'in_progress' }, 'Contacts are being called.', now);
  }
  if (claim.hasDecided) await announceCampaign(tx, send.campaignId);
  // The send is looked at earlier when a call ends.
  const moreAt = claim.busy ? (claim.busy.until ?? later) : claim.hasMore ? now : null;
  return { kind: 'claimed', claim, moreAt };
}

/** Why nobody can call for the campaign until a person changes it. Null when somebody can. */
export function whatLacks({ numbers, agents, accounts }: Callers): Stop | null {
  if (numbers.length === 0) return { reason: 'None of its numbers has a connected voice account of its provider.' };
  if (agents.length === 0) return { reason: 'None of its agents is there any more.' };
  return [...accounts.values()].every(({ isBroke }) => isBroke)
    ? { reason: 'The integration’s balance does not cover the next calls.', isBalance: true }
    : null;
}
