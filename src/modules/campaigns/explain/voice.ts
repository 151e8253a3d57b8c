import type { Tx } from '../../../database/transaction.ts';
import { type CallOutcome, type CallStatus, type PlacementStatus, Prisma } from '../../../generated/prisma/client.ts';
import { contactSchedule } from '../../delivery/engine/contact-schedule.ts';
import { planOf, type SendMeta, type SendPlan } from '../../delivery/engine/plan.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { contactHoursOf } from '../../delivery/engine/stage.ts';
import { callPaceOf } from '../../voice/engine/call-pace.ts';
import { type CallMeta, keptMetaOf } from '../../voice/engine/call-send.ts';
import { type Callers, readCallers } from '../../voice/engine/callers.ts';
import { LIMIT_REACHED } from '../../voice/engine/claim-calls.ts';
import { type CallRules, decideCall } from '../../voice/engine/decide-call.ts';
import { whatLacks } from '../../voice/engine/voice.ts';
import { type Asked, type Facts, openSendOf } from './facts.ts';
import type { ClaimRules, Decided, ExplainedKind, Paused } from './kind.ts';
import type { Verdict } from './rules.ts';

export interface ReachedByCall {
  id: string;
  status: CallStatus;
  outcome: CallOutcome | null;
  endedReason: string | null;
  placement: PlacementStatus | null;
  account: string | null;
  /** E.164 digits. */
  number: string | null;
  attempts: number;
  claimedAt: Date;
  placedAt: Date | null;
  endedAt: Date | null;
}

export const VOICE_EXPLAINED: ExplainedKind<ReachedByCall> = {
  thing: 'Voice campaign',
  channel: 'voice',
  tables: VOICE_SENDS,
  metaOf: keptMetaOf,
  columns: () => Prisma.sql`r.attempts, k.id AS "callId", k.status AS "callStatus", k.call_outcome AS outcome,
    k.ended_reason AS "endedReason", k.created_at AS "claimedAt", k.ended_at AS "endedAt", p.status AS placement,
    p.handed_at AS "placedAt", a.name AS account, n.number::text AS number`,
  joins: ({
    teamId,
  }) => Prisma.sql`LEFT JOIN LATERAL (SELECT * FROM calls k WHERE k.team_id = ${teamId}::uuid AND k.id = r.call_id OFFSET 0) k ON true
    LEFT JOIN LATERAL (SELECT * FROM call_placements p WHERE p.team_id = ${teamId}::uuid AND p.call_id = k.id OFFSET 0) p ON true
    LEFT JOIN voice_accounts a ON a.team_id = ${teamId}::uuid AND a.id = p.voice_account_id
    LEFT JOIN numbers n ON n.team_id = ${teamId}::uuid AND n.id = k.number_id`,
  lastReached: ({ teamId, contactId }) => Prisma.sql`SELECT max(y.handed_at) FROM calls x
    JOIN call_placements y ON y.team_id = x.team_id AND y.call_id = x.id
    WHERE x.team_id = ${teamId}::uuid AND x.contact_id = ${contactId}::uuid AND x.voice_campaign_id = c.id
      AND x.external_id IS NOT NULL`,
  read(row) {
    const { callId, callStatus, ...call } = row as CallRow;
    return callId === null ? null : { ...call, id: callId, status: callStatus };
  },
  ofReached: ofCall,
  rulesOf,
  limitReached: LIMIT_REACHED,
  pauseOf,
};

type CallRow = Omit<ReachedByCall, 'id' | 'status'> & { callId: string | null; callStatus: CallStatus };

async function rulesOf(tx: Tx, { teamId }: Asked, { timezone, send }: Facts, meta: SendMeta): Promise<ClaimRules> {
  const now = new Date(Math.max(Date.now(), send?.turnAt?.getTime() ?? 0));
  const plan = planOf(meta);
  const settings = await tx.row<NonNullable<Parameters<typeof contactHoursOf>[0]>>`
    SELECT contact_from AS "contactFrom", contact_until AS "contactUntil", true AS "areSet"
    FROM sending_settings WHERE team_id = ${teamId}::uuid`;
  const hours = { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: contactHoursOf(settings) };
  const schedule = contactSchedule(hours, timezone);
  const callers = await readCallers(tx, teamId, meta as CallMeta, now, { lock: false });
  // What its pre-check answers shows once it was asked.
  const rules = { schedule, looksUp: meta.hlrSettings?.isActive ?? false, preChecks: false };
  return {
    plan,
    schedule,
    decide: (contact, at) => decided(contact, { ...rules, callers: at > now ? free(callers) : copyOf(callers) }, at),
  };
}

const BUSY = 'All numbers and accounts that may call the contact have as many calls as they may have.';
const PAUSED = 'All voice accounts that may call the contact are down or asked for a pause.';

function decided(contact: Parameters<typeof decideCall>[0], rules: CallRules, at: Date): Decided {
  const lack = whatLacks(rules.callers);
  const decision = decideCall(contact, rules, at);
  const needsCaller = decision.kind === 'busy' || (decision.kind === 'skip' && decision.rule === 'no_caller');
  if (lack && needsCaller) return { kind: 'skip', rule: 'no_caller', reason: lack.reason };
  if (decision.kind !== 'busy') return decision;
  const { until } = decision;
  return until === null
    ? { kind: 'hold', until, rule: 'callers_busy', reason: BUSY }
    : { kind: 'hold', until, rule: 'route_paused', reason: PAUSED };
}

/** A choice takes its slot in the callers that it is made of. */
const copyOf = ({ accounts, numbers, agents }: Callers): Callers => ({
  accounts: new Map([...accounts].map(([id, account]) => [id, { ...account }])),
  numbers: numbers.map((number) => ({ ...number })),
  agents: agents.map((agent) => ({ ...agent })),
});

/** By a later moment the calls of now have ended. */
const free = ({ accounts, numbers, agents }: Callers): Callers => ({
  accounts: new Map([...accounts].map(([id, account]) => [id, { ...account, inUse: 0 }])),
  numbers: numbers.map((number) => ({ ...number, inUse: 0 })),
  agents: agents.map((agent) => ({ ...agent })),
});

async function pauseOf(
  tx: Tx,
  { teamId, campaignId }: Asked,
  { nextStepAt }: NonNullable<Facts['send']>,
  plan: SendPlan,
  now: Date,
): Promise<Paused | null> {
  const pace = await callPaceOf(tx, { teamId, campaignId }, plan, now);
  if (pace.allowed > 0) return null;
  const text =
    plan.perMinute > 0
      ? `The campaign places at most ${plan.perMinute} calls in 60 seconds.`
      : `The campaign places at most ${plan.perHour} calls an hour.`;
  return { rule: 'throttle', text, until: pace.roomAt ?? nextStepAt ?? now };
}

/** A contact that was called: how far its last call is, or how it ended. */
function ofCall(facts: Facts<ReachedByCall>): Verdict {
  const { reached: call, recipient } = facts;
  if (!call) return { ...NEXT, rule: 'unknown', text: 'Its call is gone.', status: 'unknown', decidedAt: null };
  const { status, outcome, endedReason, placement, account, number, attempts, claimedAt, placedAt, endedAt } = call;
  if (status !== 'ended' && placement === 'unknown') {
    const text = recipient?.reason ?? 'It is unknown whether its call was placed.';
    return { ...NEXT, rule: 'unknown', text, status: 'unknown', decidedAt: placedAt ?? claimedAt };
  }
  if (status === 'scheduled') {
    return { ...NEXT, rule: 'sending', text: 'Its call is being placed.', status: 'calling', decidedAt: claimedAt };
  }
  const how = `Call ${attempts} from ${number ? `+${number}` : 'a number that is gone'} over voice account ${account ?? 'that is gone'}`;
  if (status !== 'ended') {
    return {
      ...NEXT,
      rule: 'calling',
      text: `${how} is going on.`,
      status: 'calling',
      decidedAt: placedAt ?? claimedAt,
    };
  }
  const ended = { ...NEXT, status: 'ended', decidedAt: endedAt } as const;
  const refusal = /^not placed: (.*)/s.exec(endedReason ?? '')?.[1];
  if (refusal) return { ...ended, rule: 'failed', text: `The provider did not place its call: ${refusal}` };
  const text = `${how} ended${outcome ? ` with the outcome ${outcome}` : ''}.`;
  const open = openSendOf(facts);
  if (!open || open.id === recipient?.sendId) return { ...ended, rule: 'reached', text };
  const more = 'An earlier send of this cycle did: the present one leaves it out.';
  return { ...ended, rule: 'reached_in_cycle', text: `${text} ${more}` };
}

const NEXT = { nextAt: null };
