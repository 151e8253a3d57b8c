import type { Tx } from '../../../database/transaction.ts';
import { CHANGEABLE } from '../../delivery/engine/judge-again.ts';
import { type Asked, type Belonging, type Facts, momentOf, openSendOf } from './facts.ts';
import type { ClaimRules, Decided, ExplainedKind, Paused } from './kind.ts';
import { nextMoment } from './next-moment.ts';
import type { Told, Verdict } from './rules.ts';

/** What keeps everybody whom the campaign has not reached; null: it is under way. */
export function atRest({ status, statusReason, isActive, pausedAt, pauseReason }: Facts): Told | null {
  const why = statusReason ? ` ${statusReason}` : '';
  if (status === 'draft') return { rule: 'not_started', text: 'The campaign is a draft: nobody is reached.' };
  if (status === 'sent') return { rule: 'ended', text: `The campaign has ended.${why}` };
  if (status === 'stopped' || status === 'failed') {
    return { rule: 'stopped', text: `The campaign is stopped. Start it again to continue.${why}` };
  }
  if (pausedAt) return { rule: 'paused', text: `The campaign is paused.${pauseReason ? ` ${pauseReason}` : ''}` };
  return isActive
    ? null
    : { rule: 'inactive', text: 'The campaign’s isActive is false. It continues once that is true.' };
}

/** Why a contact of the audience is not reached yet, and when it is. */
export async function waiting<Reached>(
  tx: Tx,
  kind: ExplainedKind<Reached>,
  asked: Asked,
  facts: Facts<Reached>,
  { contact }: Belonging,
): Promise<Verdict> {
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
  const rules = await kind.rulesOf(tx, asked, facts, send.meta);
  const pause = await pauseOf(tx, kind, asked, send, rules, now);
  const from = new Date(Math.max(now.getTime(), mayChange ? 0 : dueAt.getTime(), pause?.until.getTime() ?? 0));
  const { decision, ...next } = await nextMoment(tx, kind, asked.teamId, contact, rules, from);
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
  decision: Decided,
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
async function pauseOf<Reached>(
  tx: Tx,
  kind: ExplainedKind<Reached>,
  asked: Asked,
  send: NonNullable<Facts['send']>,
  { plan }: ClaimRules,
  now: Date,
): Promise<Paused | null> {
  if (send.audienceAt !== null) return kind.pauseOf(tx, asked, send, plan, now);
  const until = send.nextStepAt ?? now;
  if (until > now) return { rule: 'send_waits', text: 'The campaign’s send waits for its moment.', until };
  return { rule: 'audience_grows', text: 'The send’s audience is being put together.', until };
}
