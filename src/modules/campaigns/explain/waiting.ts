import type { Tx } from '../../../database/transaction.ts';
import type { Decision } from '../../delivery/engine/decide.ts';
import { CHANGEABLE } from '../../delivery/engine/judge-again.ts';
import { paceOf } from '../../delivery/engine/pace.ts';

import { type Asked, type Belonging, type Facts, momentOf, openSendOf } from './facts.ts';
import { type ClaimRules, nextMoment, readRules } from './next-moment.ts';
import type { Verdict } from './rules.ts';

type Told = Pick<Verdict, 'rule' | 'text'>;

/** What keeps everybody whom the campaign has not reached; null: it is under way. */
export function atRest({ status, statusReason, isActive }: Facts): Told | null {
  const why = statusReason ? ` ${statusReason}` : '';
  if (status === 'draft') return { rule: 'not_started', text: 'The campaign is a draft: nobody is reached.' };
  if (status === 'sent') return { rule: 'ended', text: `The campaign has ended.${why}` };
  if (status === 'stopped' || status === 'failed') {
    return { rule: 'stopped', text: `The campaign is stopped; started again it goes on.${why}` };
  }
  return isActive ? null : { rule: 'inactive', text: 'The campaign’s isActive is false; it goes on once it is true.' };
}

/** Why a contact of the audience has no message yet, and when it gets one. */
export async function waiting(tx: Tx, asked: Asked, facts: Facts, { contact }: Belonging): Promise<Verdict> {
  const send = openSendOf(facts);
  const { status, rule, reason, dueAt, decidedAt, sendId } = facts.recipient!;
  const now = momentOf(facts);
  const isHeld = status === 'looking_up' || (reason !== null && dueAt > now);
  // People change these rules: what they say now counts, not what they said at the last claim.
  const mayChange = isHeld && rule !== null && CHANGEABLE.includes(rule);
  const stand = isHeld ? ('held' as const) : ('queued' as const);
  const still = { status: stand, decidedAt: reason === null ? null : decidedAt, nextAt: null };
  const rest = atRest(facts);
  if (rest) return { ...still, ...rest };
  if (!send || (sendId !== send.id && send.audienceAt !== null)) {
    const text = send ? 'The campaign’s present send does not take it.' : 'It waits for the campaign’s next send.';
    return { ...still, rule: 'not_taken', text };
  }
  const rules = await readRules(tx, asked, facts, send.meta);
  const pause = await pauseOf(tx, asked, send, rules, now);
  const from = new Date(Math.max(now.getTime(), mayChange ? 0 : dueAt.getTime(), pause?.until.getTime() ?? 0));
  const { decision, ...next } = await nextMoment(tx, asked.teamId, contact, rules, from);
  if (isHeld && rule !== null && !mayChange) return { ...still, rule, text: reason!, ...next };
  if (mayChange) return { ...still, ...judgedNow(facts.recipient!, decision, pause), ...next };
  if (pause) return { ...still, rule: pause.rule, text: pause.text, ...next };
  if (decision.kind === 'hold' || decision.kind === 'skip') {
    const { rule: kept, reason: text } = decision;
    return { ...still, rule: kept, text, ...next };
  }
  return { ...still, rule: 'next', text: NEXT, ...next };
}

/** What keeps a contact now that a rule held at the last claim. */
function judgedNow(
  { rule, decidedAt }: NonNullable<Facts['recipient']>,
  decision: Decision,
  pause: Told | null,
): Omit<Verdict, 'nextAt'> {
  if (decision.kind === 'hold' || decision.kind === 'skip') {
    const { rule: now, reason: text } = decision;
    return { rule: now, text, status: 'held', decidedAt: now === rule ? decidedAt : null };
  }
  const told = pause ?? { rule: 'next', text: NEXT };
  return { rule: told.rule, text: told.text, status: 'queued', decidedAt: null };
}

const NEXT = 'Nothing keeps the contact: its turn comes.';

/** What the whole send waits for. */
async function pauseOf(
  tx: Tx,
  { teamId, campaignId }: Asked,
  { id, audienceAt, nextStepAt }: NonNullable<Facts['send']>,
  { plan }: ClaimRules,
  now: Date,
): Promise<(Told & { until: Date }) | null> {
  if (audienceAt === null) {
    const until = nextStepAt ?? now;
    if (until > now) return { rule: 'send_waits', text: 'The campaign’s send waits for its moment.', until };
    return { rule: 'audience_grows', text: 'The send’s audience is being put together.', until };
  }
  const [step] = await tx.rows<{
    step: number;
    filledAt: Date | null;
  }>`SELECT step, filled_at AS "filledAt" FROM sms_send_steps
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${id}::uuid ORDER BY step DESC LIMIT 1`;
  const judged = step?.filledAt && new Date(step.filledAt.getTime() + plan.stepDelay * 60_000);
  if (judged && judged > now) {
    const text = `Step ${step.step} is full; after ${plan.stepDelay} minutes it is judged, and the next one begins.`;
    return { rule: 'step_delay', text, until: judged };
  }
  const pace = await paceOf(tx, { teamId, campaignId, sendId: id }, plan, now);
  if (pace.allowed > 0) return null;
  const text =
    plan.perMinute > 0
      ? `The campaign sends at most ${plan.perMinute} messages in 60 seconds.`
      : `The campaign sends at most ${plan.perHour} messages an hour.`;
  return { rule: 'throttle', text, until: pace.roomAt ?? nextStepAt ?? now };
}
