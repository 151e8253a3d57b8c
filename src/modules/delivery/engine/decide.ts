import type { RecipientRule } from '../../../generated/prisma/client.ts';
import { candidatesFor, chooseRoute, placeOf, type RouteChoice, type RouteDecision } from './choose-route.ts';
import type { ContactSchedule } from './contact-schedule.ts';
import type { DueContact } from './due.ts';
import type { Route } from './engine.ts';
import { mustAsk } from './pre-checks.ts';
import type { RoutingRule, Stage } from './stage.ts';

/** What happens to a contact whose turn it is. The dry run and the explanation of a contact use the same function. */
export type Decision =
  | { kind: 'send'; route: Route; rule: RoutingRule | null; choice: RouteChoice | null }
  | { kind: 'look up' }
  | { kind: 'check' }
  /** `needsChange`: only a change of routes or plans ends it; it is looked at again at `until` all the same. */
  | { kind: 'hold'; until: Date; rule: RecipientRule; reason: string; needsChange?: true }
  | { kind: 'skip'; rule: RecipientRule; reason: string };

export interface Rules {
  stage: Stage;
  /** When contacts may be reached: the send's days and hours within the team's. */
  schedule: ContactSchedule;
  /** Whether numbers are looked up before they are reached. */
  looksUp: boolean;
  /** Whether a service of the team is asked first (pre-check). */
  preChecks: boolean;
  /** What contacts' choices are drawn for. */
  cycle: Cycle;
  /** Whether a route takes no more at this moment. */
  isBusy?: (routeId: string) => boolean;
}

export interface Cycle {
  campaignId: string;
  cycle: number;
}

/** Without the message's id, which a dry run cannot know: what is drawn for a contact is drawn once in a cycle of the campaign. */
export const seedOf = ({ campaignId, cycle }: Cycle, contactId: string) => `${campaignId} ${cycle} ${contactId}`;

/** Applies the rules in this order. Contact limits come later, in the claim: there a contact that passes is counted. */
export function decide(
  contact: DueContact,
  { stage, schedule, looksUp, preChecks, cycle, isBusy }: Rules,
  now: Date,
): Decision {
  if (contact.isSuppressed) return { kind: 'skip', rule: 'suppressed', reason: SUPPRESSED };
  if (contact.lacksConsent) return { kind: 'skip', rule: 'no_consent', reason: NO_CONSENT };
  const found = candidatesFor(stage, placeOf(contact, stage));
  if (!found) {
    return stage.routes.size === 0
      ? untilChanged('no_route', LEADS_NOWHERE, now)
      : { kind: 'skip', rule: 'no_route', reason: NO_ROUTE };
  }
  const opening = schedule.opening(contact, now);
  if (opening === null) return { kind: 'skip', rule: 'never_open', reason: NEVER_OPEN };
  if (opening > now) {
    return {
      kind: 'hold',
      until: opening,
      rule: schedule.closedBy(contact, now),
      reason: schedule.whyClosed(contact, now),
    };
  }
  if (looksUp && contact.lookedUpAt === null) return { kind: 'look up' };
  const chosen = chooseRoute(found, contact, seedOf(cycle, contact.contactId), now, isBusy);
  if (chosen.kind === 'wait') return heldByRoute(chosen, now);
  if (preChecks && mustAsk(contact, now)) return { kind: 'check' };
  return { ...chosen, rule: found.rule };
}

function heldByRoute({ route, until }: Extract<RouteDecision, { kind: 'wait' }>, now: Date): Decision {
  const rule = 'route_paused' as const;
  if (until === null) return untilChanged(rule, whyNotConnected(route), now);
  return { kind: 'hold', until, rule, reason: whyRoutePaused(route, route.outages > 0) };
}

const untilChanged = (rule: RecipientRule, reason: string, now: Date): Decision => ({
  ...{ kind: 'hold', until: new Date(now.getTime() + UNCHANGED_MS), rule, reason, needsChange: true },
});

export const whyNotConnected = ({ name, isConnected }: Pick<Route, 'name' | 'isConnected'>): string =>
  `The route ${name} ${isConnected ? 'has no provider' : 'is not connected'}.`;

/** Why messages over a paused route wait. */
export const whyRoutePaused = ({ name }: Pick<Route, 'name'>, isDown: boolean): string =>
  isDown ? `Route ${name} is down, and is tried again.` : `The provider of route ${name} asked for a pause.`;

/** The change that ends such a hold has held contacts judged again at once. */
const UNCHANGED_MS = 3_600_000;

export const NO_ROUTE = 'No route: no rule of the routing plan matches, and it has no default route.';
const LEADS_NOWHERE = 'No route: the routing plan has neither a rule nor a default route.';
export const NEVER_OPEN = 'The campaign’s hours never overlap those in which the contact may be reached.';
export const SUPPRESSED = 'The contact asked not to be contacted.';
export const NO_CONSENT = 'The contact has not given the consent that the campaign requires.';
