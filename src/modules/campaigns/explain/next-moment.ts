import type { Tx } from '../../../database/transaction.ts';
import { LIMIT_REACHED } from '../../delivery/engine/claim.ts';
import { contactSchedule } from '../../delivery/engine/contact-schedule.ts';
import { type Decision, decide, type Rules } from '../../delivery/engine/decide.ts';
import type { DueContact } from '../../delivery/engine/due.ts';
import { limitOver } from '../../delivery/engine/limits.ts';
import { planOf, type SendMeta, type SendPlan } from '../../delivery/engine/plan.ts';
import { readStage } from '../../delivery/engine/stage.ts';
import type { Asked, Facts } from './facts.ts';
import type { ChosenRoute } from './rules.ts';

/** The rules by which a claim would decide now. */
export interface ClaimRules extends Rules {
  plan: SendPlan;
}

export async function readRules(
  tx: Tx,
  { teamId, campaignId }: Asked,
  { timezone, cycle }: Facts,
  meta: SendMeta,
): Promise<ClaimRules> {
  const plan = planOf(meta);
  const stage = await readStage(tx, { teamId, campaignId, sendId: '' }, meta);
  const hours = { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: stage.contactHours };
  return {
    plan,
    stage,
    schedule: contactSchedule(hours, timezone),
    looksUp: meta.hlrSettings?.isActive ?? false,
    cycle: { campaignId, cycle },
  };
}

/** A contact is held by hours, then by a limit, then by the next day's hours and a pause of its route; no longer chain is. */
const HOLDS = 4;

/** What a claim at `from` would decide, and the first moment at which one would hand the message over; null: none would. */
export async function nextMoment(
  tx: Tx,
  teamId: string,
  contact: DueContact,
  rules: ClaimRules,
  from: Date,
): Promise<{ decision: Decision; nextAt: Date | null; chosen: ChosenRoute | null }> {
  const { schedule, plan } = rules;
  let decision: Decision | undefined;
  let hasAskedLimits = false;
  let at = from;
  for (let holds = 0; holds < HOLDS; holds += 1) {
    const found = decide(contact, rules, at);
    decision ??= found;
    if (found.kind === 'skip') return { decision, nextAt: null, chosen: null };
    if (found.kind === 'hold') {
      at = found.until;
      continue;
    }
    const chosen = found.kind === 'send' ? { routeId: found.route.id, choice: found.choice } : null;
    if (hasAskedLimits) return { decision, nextAt: at, chosen };
    hasAskedLimits = true;
    const counted = { contactId: contact.contactId, ...schedule.periods(contact, at) };
    const over = await limitOver(tx, teamId, 'sms', counted, plan);
    if (!over) return { decision, nextAt: at, chosen };
    const until = over === 'day' ? schedule.nextDay(contact, at) : schedule.nextWeek(contact, at);
    // The first rule that keeps it is the one to name.
    if (holds === 0) decision = { kind: 'hold', until, ...LIMIT_REACHED[over] };
    at = until;
  }
  return { decision: decision!, nextAt: at, chosen: null };
}
