import type { Tx } from '../../../database/transaction.ts';
import type { DueContact } from '../../delivery/engine/due.ts';
import { limitOver } from '../../delivery/engine/limits.ts';
import type { ClaimRules, Decided, ExplainedKind } from './kind.ts';
import type { ChosenRoute } from './rules.ts';

/** A contact is held by hours, then by a limit, then by the next day's hours and a pause of its route; no longer chain is. */
const HOLDS = 4;

/** What a claim at `from` would decide, and the first moment at which one would reach the contact; null: none would, or nobody knows. */
export async function nextMoment(
  tx: Tx,
  { channel, limitReached }: Pick<ExplainedKind<unknown>, 'channel' | 'limitReached'>,
  teamId: string,
  contact: DueContact,
  rules: ClaimRules,
  from: Date,
): Promise<{ decision: Decided; nextAt: Date | null; chosen: ChosenRoute | null }> {
  const { schedule, plan } = rules;
  let decision: Decided | undefined;
  let hasAskedLimits = false;
  let at = from;
  for (let holds = 0; holds < HOLDS; holds += 1) {
    const found = rules.decide(contact, at);
    decision ??= found;
    if (found.kind === 'skip') return { decision, nextAt: null, chosen: null };
    if (found.kind === 'hold') {
      if (found.until === null) return { decision, nextAt: null, chosen: null };
      at = found.until;
      continue;
    }
    const { chosen = null } = found;
    if (hasAskedLimits) return { decision, nextAt: at, chosen };
    hasAskedLimits = true;
    const counted = { contactId: contact.contactId, ...schedule.periods(contact, at) };
    const over = await limitOver(tx, teamId, channel, counted, plan);
    if (!over) return { decision, nextAt: at, chosen };
    const until = over === 'day' ? schedule.nextDay(contact, at) : schedule.nextWeek(contact, at);
    // The first rule that keeps it is the one to name.
    if (holds === 0) decision = { kind: 'hold', until, ...limitReached[over] };
    at = until;
  }
  return { decision: decision!, nextAt: at, chosen: null };
}
