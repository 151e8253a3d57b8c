import { countryReached } from 'phone-numbers';
import { type Chance, chanceFrom } from '../../../chance.ts';
import { isProvider } from '../providers/settings.ts';
import type { DueContact } from './due.ts';
import type { Route } from './engine.ts';
import { costOf } from './money.ts';
import { PROBE_SHARE, weightOf } from './network-health.ts';
import { type Candidate, healthKey, type Routing, type RoutingRule, type Stage } from './stage.ts';

export const CHOICE_REASONS = ['only', 'weight', 'price', 'probe'] as const;
export const PASSED_OVER = ['retryable', 'blocked', 'balance', 'paused', 'not_connected', 'unhealthy', 'busy'] as const;

/** Why a rule of several candidates chose a route, and why not the ones by route id. Kept with the message. */
export interface RouteChoice {
  why: (typeof CHOICE_REASONS)[number];
  passed: Record<string, PassedOver>;
}

/** Refused by its provider, in the kinds of refusals, or not usable at that moment. `balance` is also our own. */
export type PassedOver = (typeof PASSED_OVER)[number];

interface Found extends Candidate {
  route: Route;
  /** Share of its messages to the contact's network that were delivered, 0 to 1. Null: not known. */
  rate: number | null;
  /** Whether that is too little. */
  isOut: boolean;
}

interface Open extends Found {
  passed: PassedOver | null;
}

type Place = Pick<DueContact, 'countryId' | 'networkId'>;
type Candidates = { rule: RoutingRule | null; candidates: Found[] } | null;

/** Where a message to a contact goes, whatever country the contact names. */
export const placeOf = (
  { number, country, networkId }: Pick<DueContact, 'number' | 'country' | 'networkId'>,
  { countryIds }: Pick<Stage, 'countryIds'>,
): Place => ({ countryId: countryIds.get(countryReached(number, country) ?? '') ?? null, networkId });

/** A claim asks about few places, thousands of times. */
const found = new WeakMap<Routing, Map<string, Candidates>>();

/** The routes that a contact's message may take: those of its rule, or the plan's default. Null: there are none. */
export function candidatesFor(routing: Routing, place: Place): Candidates {
  const places = found.get(routing) ?? new Map<string, Candidates>();
  found.set(routing, places);
  const key = `${place.countryId} ${place.networkId}`;
  const known = places.get(key);
  if (known !== undefined) return known;
  const candidates = findCandidates(routing, place);
  places.set(key, candidates);
  return candidates;
}

function findCandidates(
  { rules, routes, health, defaultRouteId }: Routing,
  { countryId, networkId }: Place,
): Candidates {
  const rule =
    rules.find(
      (one) =>
        (one.countryId === null || one.countryId === countryId) &&
        (one.networkId === null || one.networkId === networkId),
    ) ?? null;
  const named = rule?.candidates ?? [{ routeId: defaultRouteId ?? '', priority: 1, weight: 1 }];
  const candidates = named.flatMap((one) => {
    const route = routes.get(one.routeId);
    const { rate = null, isOut = false } = health.get(healthKey(one.routeId, networkId)) ?? {};
    return route ? [{ ...one, route, rate, isOut }] : [];
  });
  return candidates.length > 0 ? { rule, candidates } : null;
}

export type RouteDecision =
  | { kind: 'send'; route: Route; choice: RouteChoice | null }
  /** Nothing can go out before then, and only over this route. */
  | { kind: 'wait'; route: Route; until: Date | null };

/**
 * The route of a message: of the usable candidates of the first priority the cheapest, or one drawn by weight. The same
 * seed draws the same one, so that a dry run, an explanation and the real send agree.
 */
export function chooseRoute(
  { rule, candidates }: NonNullable<ReturnType<typeof candidatesFor>>,
  { refusals }: Pick<DueContact, 'refusals'>,
  seed: string,
  now: Date,
  isBusy: (routeId: string) => boolean = () => false,
): RouteDecision {
  const [only] = candidates;
  if (candidates.length === 1 && passedOver(only!.route, null, now) === null) {
    return { kind: 'send', route: only!.route, choice: null };
  }
  const payable = candidates.filter(({ route }) => isConnected(route) && !route.lacksBalance);
  // When every candidate has refused the message, it goes through all of them again.
  const hasOther = payable.some(({ routeId }) => !refusals?.[routeId]);
  const states = candidates.map(
    (one): Open => ({
      ...one,
      passed: passedOver(one.route, hasOther ? (refusals?.[one.routeId] ?? null) : null, now),
    }),
  );
  const open = states.filter(({ passed }) => passed === null);
  const paused = states.filter(({ passed }) => passed === 'paused').sort((a, b) => pauseOf(a) - pauseOf(b));
  // With money alone they could send: then the claim stops the campaign.
  const usable = open.length > 0 || paused.length > 0 ? open : states.filter(isUnpaid);
  if (usable.length === 0) {
    const [first = states[0]!] = paused;
    return { kind: 'wait', route: first.route, until: paused.length > 0 ? first.route.pausedUntil : null };
  }
  const byPrice = rule?.byPrice ?? false;
  const first = choose(usable, byPrice, seed);
  const isFull = ({ routeId, priority }: Open) => priority === first.one.priority && isBusy(routeId);
  const others = usable.filter((one) => one.priority === first.one.priority && !isBusy(one.routeId));
  const { one, why } = isFull(first.one) && others.length > 0 ? choose(others, byPrice, seed) : first;
  if (candidates.length === 1) return { kind: 'send', route: one.route, choice: null };
  const passed = states.flatMap((state) => {
    const reason =
      state.passed ?? (state.isOut && !one.isOut ? 'unhealthy' : one !== first.one && isFull(state) ? 'busy' : null);
    return reason ? [[state.routeId, reason] as const] : [];
  });
  return { kind: 'send', route: one.route, choice: { why, passed: Object.fromEntries(passed) } };
}

export const isConnected = ({ isConnected, provider }: Pick<Route, 'isConnected' | 'provider'>) =>
  isConnected && isProvider(provider);

function passedOver(route: Route, refusal: PassedOver | null, now: Date): PassedOver | null {
  if (refusal) return refusal;
  if (!isConnected(route)) return 'not_connected';
  if (route.pausedUntil && route.pausedUntil > now) return 'paused';
  return route.lacksBalance ? 'balance' : null;
}

const isUnpaid = ({ route, passed }: Open) => route.lacksBalance && passed === 'balance';

const pauseOf = ({ route }: Open) => route.pausedUntil!.getTime();

/** Routes that deliver too little to the network get a few test messages, and the others only where there is no better one. */
function choose(usable: readonly Open[], byPrice: boolean, seed: string): Choice {
  const healthy = usable.filter(({ isOut }) => !isOut);
  const chance = () => chanceFrom(`${seed} route`);
  if (healthy.length === 0 || healthy.length === usable.length) return best(usable, byPrice, chance);
  const chosen = best(healthy, byPrice, chance);
  const out = usable.filter(({ isOut, priority }) => isOut && priority <= chosen.one.priority);
  if (out.length === 0 || !chanceFrom(`${seed} probe`).happens(PROBE_SHARE)) return chosen;
  return { one: draw(out, chance()), why: 'probe' };
}

interface Choice {
  one: Open;
  why: RouteChoice['why'];
}

function best(usable: readonly Open[], byPrice: boolean, chance: () => Chance): Choice {
  const priority = Math.min(...usable.map((one) => one.priority));
  const first = usable.filter((one) => one.priority === priority);
  if (first.length === 1) return { one: first[0]!, why: 'only' };
  if (!byPrice) return { one: draw(first, chance()), why: 'weight' };
  const lowest = first.map(({ route }) => costOf(route, 1)).reduce((a, b) => (a < b ? a : b));
  const cheapest = first.filter(({ route }) => costOf(route, 1) === lowest);
  return { one: cheapest.length === 1 ? cheapest[0]! : draw(cheapest, chance()), why: 'price' };
}

function draw(candidates: readonly Open[], chance: Chance): Open {
  let left = chance.next() * candidates.reduce((sum, one) => sum + shareOf(one), 0);
  for (const one of candidates) {
    left -= shareOf(one);
    if (left < 0) return one;
  }
  return candidates.at(-1)!;
}

const shareOf = ({ weight, rate }: Open) => weight * weightOf(rate);
