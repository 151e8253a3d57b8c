import type { RecipientRule } from '../../../generated/prisma/client.ts';
import type { ContactSchedule } from '../../delivery/engine/contact-schedule.ts';
import { NEVER_OPEN, NO_CONSENT, SUPPRESSED } from '../../delivery/engine/decide.ts';
import type { DueContact } from '../../delivery/engine/due.ts';
import { mustAsk } from '../../delivery/engine/pre-checks.ts';
import { type Callers, type Choice, callersFor, chooseCaller } from './callers.ts';

/** What happens to a contact whose turn it is. The explanation of a contact uses the same function. */
export type CallDecision =
  | Choice
  | { kind: 'look up' }
  | { kind: 'check' }
  | { kind: 'hold'; until: Date; rule: RecipientRule; reason: string }
  | { kind: 'skip'; rule: RecipientRule; reason: string };

export interface CallRules {
  callers: Callers;
  schedule: ContactSchedule;
  /** Whether numbers are looked up before they are called. */
  looksUp: boolean;
  /** Whether a service of the team is asked first (pre-check). */
  preChecks: boolean;
}

/** Applies the rules in this order. A caller that is chosen has one call more. Contact limits come later, in the claim. */
export function decideCall(
  contact: DueContact,
  { callers, schedule, looksUp, preChecks }: CallRules,
  now: Date,
): CallDecision {
  if (contact.isSuppressed) return { kind: 'skip', rule: 'suppressed', reason: SUPPRESSED };
  if (contact.lacksConsent) return { kind: 'skip', rule: 'no_consent', reason: NO_CONSENT };
  const opening = schedule.opening(contact, now);
  if (opening === null) return { kind: 'skip', rule: 'never_open', reason: NEVER_OPEN };
  if (opening > now) {
    const why = { rule: schedule.closedBy(contact, now), reason: schedule.whyClosed(contact, now) };
    return { kind: 'hold', until: opening, ...why };
  }
  const able = callersFor(callers, contact);
  if (typeof able === 'string') return { kind: 'skip', rule: 'no_caller', reason: able };
  if (looksUp && contact.lookedUpAt === null) return { kind: 'look up' };
  if (preChecks && mustAsk(contact, now)) return { kind: 'check' };
  return chooseCaller(callers, able, now);
}
