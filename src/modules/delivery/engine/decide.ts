import type { RecipientRule } from '../../../generated/prisma/client.ts';
import type { ContactSchedule } from './contact-schedule.ts';
import type { DueContact } from './due.ts';
import type { Route } from './engine.ts';
import { type RoutingRule, routeFor, type Stage } from './stage.ts';

/** What happens to a contact whose turn it is. The dry run and the explanation of a contact use the same function. */
export type Decision =
  | { kind: 'send'; route: Route; rule: RoutingRule | null }
  | { kind: 'look up' }
  | { kind: 'hold'; until: Date; rule: RecipientRule; reason: string }
  | { kind: 'skip'; rule: RecipientRule; reason: string };

export interface Rules {
  stage: Stage;
  /** When contacts may be reached: the send's days and hours within the team's. */
  schedule: ContactSchedule;
  /** Whether numbers are looked up before they are reached. */
  looksUp: boolean;
}

/** Applies the rules in this order. Contact limits come later, in the claim: there a contact that passes is counted. */
export function decide(contact: DueContact, { stage, schedule, looksUp }: Rules, now: Date): Decision {
  if (contact.isSuppressed) return { kind: 'skip', rule: 'suppressed', reason: SUPPRESSED };
  const chosen = routeFor(stage, contact);
  if (!chosen) return { kind: 'skip', rule: 'no_route', reason: NO_ROUTE };
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
  const { pausedUntil, outages, isConnected, provider } = chosen.route;
  if (!isConnected || provider === null) {
    return {
      kind: 'hold',
      until: new Date(now.getTime() + NOT_CONNECTED_MS),
      rule: 'route_paused',
      reason: `The route ${chosen.route.name} ${isConnected ? 'has no provider' : 'is not connected'}.`,
    };
  }
  if (pausedUntil && pausedUntil > now) {
    return {
      kind: 'hold',
      until: pausedUntil,
      rule: 'route_paused',
      reason:
        outages > 0
          ? `Route ${chosen.route.name} is down, and is tried again.`
          : `The provider of route ${chosen.route.name} asked for a pause.`,
    };
  }
  return { kind: 'send', ...chosen };
}

/** A route that cannot send is looked at again after this time. */
const NOT_CONNECTED_MS = 60_000;

export const NO_ROUTE = 'No route: no rule of the routing plan matches, and it has no default route.';
export const NEVER_OPEN = 'The campaign’s hours never overlap those in which the contact may be reached.';
export const SUPPRESSED = 'The contact asked not to be contacted.';
