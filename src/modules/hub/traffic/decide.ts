import { countParts } from 'sms-text';
import { candidatesFor, chooseRoute, isConnected, type RouteChoice } from '../../delivery/engine/choose-route.ts';
import type { Route } from '../../delivery/engine/engine.ts';
import { costOf, decimalOf, type Micros, microsOf } from '../../delivery/engine/money.ts';
import type { Routing } from '../../delivery/engine/stage.ts';
import { SENDER } from '../../delivery/routing/senders.ts';
import { type PriceRule, priceOf, priceRuleFor } from '../pricing/price.ts';
import type { Submission, SubmitRefusal } from './submission.ts';

/** What is known of the number that a message is submitted to. */
export interface Reached {
  /** E.164 digits; null: the destination is no number. */
  number: string | null;
  countryId: number | null;
  networkId: number | null;
  networkBrandId: string | null;
  /** Why nobody may write to it; null: they may. */
  whySuppressed: string | null;
  /** Whether its network is to be found out before its price is made. */
  mustLookUp: boolean;
}

/** What an endpoint's messages are decided with. */
export interface Terms {
  isSendingAllowed: boolean;
  clientCompanyId: string | null;
  isLookupEnabled: boolean;
  maxPrice: string | null;
  isMaxPriceEnabled: boolean;
  minMargin: string | null;
  routing: Routing;
  rules: readonly PriceRule[];
}

export interface Accepted {
  kind: 'accept';
  parts: number;
  validUntil: Date;
  dueAt: Date;
  route: Route;
  choice: RouteChoice | null;
  profitRuleId: string | null;
  cost: Micros;
  price: Micros;
}

export interface Refused {
  kind: 'refuse';
  refusal: SubmitRefusal;
  reason: string;
}

export type Decision = Accepted | Refused | { kind: 'look up' };

const DAY_MS = 86_400_000;
const MAX_PARTS = 10;
const MOST_CHARACTERS = MAX_PARTS * 153;
const MAX_DAYS_AHEAD = 7;
/** How long a message is tried for that says nothing of it, and at most. */
const KEPT_DAYS = 3;
const MAX_VALID_DAYS = 7;

const refused = (refusal: SubmitRefusal, reason: string): Refused => ({ kind: 'refuse', refusal, reason });

export const NO_ENDPOINT = refused('not_allowed', 'The endpoint does not exist.');
export const NOT_COVERED = refused('balance', 'The balance of the company’s integration does not cover the message.');
const NOT_ALLOWED = refused('not_allowed', 'The endpoint may not send.');
const INVALID_SENDER = refused(
  'invalid_sender',
  'The sender must be empty, a number of 3 to 15 digits, or up to 11 letters, digits and spaces, not spaces alone.',
);
const INVALID_NUMBER = refused('invalid_number', 'The destination is no phone number with its country code.');
const NO_TEXT = refused('invalid_text', 'The message has no text.');
const NOT_TEXT = refused('invalid_text', 'The text contains a NUL character.');
const TOO_LONG = refused('invalid_text', `The text takes more than ${MAX_PARTS} parts.`);
const TOO_FAR = refused('invalid_time', `The message is scheduled more than ${MAX_DAYS_AHEAD} days ahead.`);
const NOT_VALID = refused('invalid_time', 'The message is no longer valid when it would go out.');
const NO_ROUTE = refused('no_route', 'No route: no rule of the routing plan matches, and there is no default route.');

/** Decides about a submitted message, by the rules in this order. The balance comes last, in the commit (charge.ts). */
export function decide(submission: Submission, reached: Reached, terms: Terms, seed: string, now: Date): Decision {
  if (!terms.isSendingAllowed) return NOT_ALLOWED;
  if (submission.sender !== '' && !SENDER.test(submission.sender)) return INVALID_SENDER;
  if (reached.number === null) return INVALID_NUMBER;
  const parts = partsOf(submission.text);
  if (typeof parts !== 'number') return parts;
  const times = timesOf(submission, now);
  if (times.kind === 'refuse') return times;
  if (reached.whySuppressed !== null) return refused('suppressed', reached.whySuppressed);
  if (reached.mustLookUp) return { kind: 'look up' };
  const way = wayOf(reached, terms, parts, seed, now);
  if (way.kind === 'refuse') return way;
  const { validUntil, dueAt } = times;
  const { route, choice, profitRuleId, cost, price } = way;
  return { kind: 'accept', parts, validUntil, dueAt, route, choice, profitRuleId, cost, price };
}

function partsOf(text: string): number | Refused {
  if (text === '') return NO_TEXT;
  if (text.includes('\0')) return NOT_TEXT;
  // Counting takes long where there is much.
  if (text.length > MOST_CHARACTERS) return TOO_LONG;
  const parts = countParts(text);
  return parts > MAX_PARTS
    ? refused('invalid_text', `The text takes ${parts} parts; at most ${MAX_PARTS} are sent.`)
    : parts;
}

type Times = Pick<Accepted, 'validUntil' | 'dueAt'> & { kind: 'times' };

function timesOf({ scheduledAt, validUntil }: Submission, now: Date): Times | Refused {
  const dueAt = scheduledAt && scheduledAt > now ? scheduledAt : now;
  if (dueAt.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS) return TOO_FAR;
  if (validUntil && validUntil <= dueAt) return NOT_VALID;
  const until = validUntil?.getTime() ?? dueAt.getTime() + KEPT_DAYS * DAY_MS;
  return {
    kind: 'times',
    dueAt,
    validUntil: new Date(Math.min(until, dueAt.getTime() + MAX_VALID_DAYS * DAY_MS)),
  };
}

type Way = Pick<Accepted, 'route' | 'choice' | 'profitRuleId' | 'cost' | 'price'> & { kind: 'way' };

type Priced = ReturnType<typeof findPriced>;

/** A commit asks about few places, hundreds of times. */
const known = new WeakMap<Terms, Map<string, Priced>>();

/** The candidates that a message may take, with prices. Those that the endpoint would not pay, or that earn too little, are passed over. */
export function pricedFor(reached: Pick<Reached, PlaceOf>, terms: Terms, parts: number, now: Date): Priced {
  const places = known.get(terms) ?? new Map<string, Priced>();
  known.set(terms, places);
  const { countryId, networkId, networkBrandId } = reached;
  const key = `${countryId} ${networkId} ${networkBrandId} ${parts} ${now.getTime()}`;
  const before = places.get(key);
  if (before !== undefined) return before;
  const priced = findPriced(reached, terms, parts, now);
  places.set(key, priced);
  return priced;
}

function findPriced(reached: Pick<Reached, PlaceOf>, terms: Terms, parts: number, now: Date) {
  const found = candidatesFor(terms.routing, reached);
  if (!found) return NO_ROUTE;
  const usable = found.candidates.filter(({ route }) => isConnected(route));
  if (usable.length === 0) return refused('route_unusable', whyUnusable(found.candidates[0]!.route));
  const profitRule = priceRuleFor(terms.rules, { ...reached, clientCompanyId: terms.clientCompanyId });
  const prices = usable.map((candidate) => {
    const cost = costOf(candidate.route, parts);
    return { candidate, cost, price: priceOf(cost, parts, profitRule, now.getTime()) };
  });
  const refusals = prices.map((one) => whyNot(one, terms));
  const left = prices.filter((_one, at) => refusals[at] === null);
  if (left.length === 0) return refusals[0]!;
  return { kind: 'priced' as const, rule: found.rule, profitRule, left };
}

type PlaceOf = 'countryId' | 'networkId' | 'networkBrandId';

/** The route and what it costs. */
function wayOf(reached: Reached, terms: Terms, parts: number, seed: string, now: Date): Way | Refused {
  const priced = pricedFor(reached, terms, parts, now);
  if (priced.kind === 'refuse') return priced;
  const { rule, profitRule, left } = priced;
  const candidates = left.map(({ candidate }) => candidate);
  const chosen = chooseRoute({ rule, candidates }, { refusals: null }, seed, now);
  const { cost, price } = left.find(({ candidate }) => candidate.route === chosen.route)!;
  const choice = chosen.kind === 'send' ? chosen.choice : null;
  return { kind: 'way', route: chosen.route, choice, profitRuleId: profitRule?.id ?? null, cost, price };
}

const whyUnusable = ({ name, isConnected: connected }: Route) =>
  `Route ${name} ${connected ? 'has no provider' : 'is not connected'}.`;

function whyNot({ cost, price }: { cost: Micros; price: Micros }, terms: Terms): Refused | null {
  const { maxPrice, isMaxPriceEnabled, minMargin } = terms;
  if (isMaxPriceEnabled && maxPrice !== null && price > microsOf(maxPrice)) {
    return refused(
      'price_too_high',
      `The price of ${decimalOf(price)} is above the endpoint’s limit of ${decimalOf(microsOf(maxPrice))}.`,
    );
  }
  if (minMargin !== null && price - cost < microsOf(minMargin)) {
    return refused(
      'margin_too_low',
      `The margin of ${decimalOf(price - cost)} is below the endpoint’s minimum of ${decimalOf(microsOf(minMargin))}.`,
    );
  }
  return null;
}
