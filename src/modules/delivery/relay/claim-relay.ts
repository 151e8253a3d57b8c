import type { OutgoingSms } from 'sms-providers';
import { idsWithin } from '../../../database/partitions.ts';
import { all, COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { move } from '../../billing/move.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { candidatesFor, chooseRoute, isConnected } from '../engine/choose-route.ts';
import type { DueContact } from '../engine/due.ts';
import { type Engine, LARGE_BATCH_SIZE, LEASE_MS, type Route } from '../engine/engine.ts';
import { costOf, decimalOf, type Micros, microsOf } from '../engine/money.ts';
import { coveredOf, managedBalance } from '../engine/reserve.ts';
import { roomOnRoutes } from '../engine/route-pace.ts';
import { senderFor } from '../engine/senders.ts';
import { type Routing, readRoutings } from '../engine/stage.ts';
import { endUnsent } from './end.ts';
import { endTurn, holdQueue, type RelayTurn } from './relay-queue.ts';

/** Without a route, or without money, a message is looked at again after this time. So is one that all of its routes refused for now, each time later. */
const AGAIN_MS = 15_000;
const LATEST_AGAIN_MS = 900_000;

/** How many a turn looks through for those that need not wait for a busy route. */
const MOST_PASSED = 20_000;

/** A message as its provider gets it. */
export interface Relayed {
  id: string;
  sender: string;
  number: string;
  text: string;
  countryId: number | null;
}

interface Waiting extends Relayed {
  smsParts: number;
  networkId: number | null;
  routeId: string | null;
  price: string;
  refusals: DueContact['refusals'];
  /** How often it was refused, and when last. Null without refusals. */
  tries: number | null;
  updatedAt: Date | null;
  validUntil: Date;
}

interface RelayBatch {
  id: string;
  route: Route;
  messages: OutgoingSms[];
}

interface Later {
  id: string;
  until: Date;
  /** Null: as its last refusal says. Then all of its routes may take it again. */
  reason: string | null;
}

interface Going {
  message: Waiting;
  cost: Micros;
}

/** Takes an endpoint's due messages and writes them down in batches, one per route, in one transaction. */
export const claimRelayed = (engine: Engine, turn: RelayTurn): Promise<RelayBatch[]> =>
  engine.db.transaction((tx) => claim(tx, engine, turn, engine.now()), { again: COLLISION_OR_LOCKED });

async function claim(tx: Tx, engine: Engine, turn: RelayTurn, now: Date): Promise<RelayBatch[]> {
  const { teamId } = turn;
  const [due, endpoint] = await all([readDue(tx, turn, now), readEndpoint(tx, turn)]);
  const ways = await readWays(tx, teamId, endpoint);
  const whenAllowed = endpoint ? offUntil(endpoint, now) : null;
  const room = await roomOnRoutes(tx, ways.routing.routes, now);
  const isBusy = (routeId: string) => !room.has(routeId) || (engine.behind?.isFull(routeId) ?? false);
  const expired: string[] = [];
  const later: Later[] = [];
  const going = new Map<Route, Going[]>();
  let isSlowed = false;
  const look = (messages: readonly Waiting[]) => {
    for (const message of messages) {
      const way = message.validUntil <= now ? null : (whenAllowed ?? wayOf(message, ways, isBusy, now));
      if (way === null) expired.push(message.id);
      else if (!('route' in way)) later.push({ id: message.id, ...way });
      else if (isBusy(way.route.id)) isSlowed = true;
      else {
        room.take(way.route.id);
        const others = going.get(way.route) ?? [];
        going.set(way.route, others);
        others.push({ message, cost: costOf(way.route, message.smsParts) });
      }
    }
  };
  look(due);
  // What waits for a busy route holds up none of another.
  const busy = [...ways.routing.routes.keys()].filter(isBusy);
  const isOneFree = busy.length < ways.routing.routes.size;
  const others = isSlowed && isOneFree && isFull(due) ? await readOthers(tx, turn, now, due.at(-1)!.id, busy) : [];
  look(others);
  const reasons = expired.map(() => 'Its validity period ended before it was sent.');
  await endUnsent(tx, teamId, { ids: expired, reasons, status: 'expired', former: 'queued' }, now);
  const batches: RelayBatch[] = [];
  // In a fixed order, so that two claims never wait for each other's balance.
  const inOrder = [...going].sort(([a], [b]) => ((a.payerId ?? '') < (b.payerId ?? '') ? -1 : 1));
  for (const [route, wanted] of inOrder) {
    const id = uuidv7();
    const { paid, payerId } = await pay(tx, turn, id, route, wanted, now);
    const until = new Date(now.getTime() + AGAIN_MS);
    const reason = `The balance of the integration of route ${route.name} does not cover it.`;
    const gone = new Set(paid);
    later.push(...wanted.flatMap((one) => (gone.has(one) ? [] : [{ id: one.message.id, until, reason }])));
    if (paid.length === 0) continue;
    await writeBatch(tx, turn, { id, route, payerId, going: paid }, now, engine.now());
    batches.push({ id, route, messages: paid.map(({ message }) => outgoing(message, route)) });
  }
  await putOff(tx, teamId, later, now);
  const isMore = isSlowed ? isFull(others) && going.size > 0 : isFull(due);
  const next = isMore ? now : isSlowed ? room.moreAt : await nextDue(tx, turn);
  const claimed = batches.flatMap(({ messages }) => messages.map((message) => message.id));
  await all([markHubMessages(tx, teamId, claimed), endTurn(tx, turn, next)]);
  return batches;
}

const DUE = Prisma.sql`id, sender, number::text AS number, text, sms_parts AS "smsParts", country_id AS "countryId",
  network_id AS "networkId", route_id AS "routeId", price, refusals,
  CASE WHEN refusals IS NOT NULL THEN tries END AS tries, CASE WHEN refusals IS NOT NULL THEN updated_at END AS "updatedAt",
  valid_until AS "validUntil"`;

const isDue = ({ teamId, endpointId }: RelayTurn, now: Date) =>
  Prisma.sql`team_id = ${teamId}::uuid AND seller_endpoint_id = ${endpointId}::uuid AND due_at <= ${now}::timestamptz`;

const readDue = (tx: Tx, turn: RelayTurn, now: Date): Promise<Waiting[]> =>
  tx.rows<Waiting>`SELECT ${DUE} FROM hub_messages WHERE ${isDue(turn, now)}
    ORDER BY due_at, id LIMIT ${LARGE_BATCH_SIZE}::int FOR UPDATE SKIP LOCKED`;

/** Those of the next {@link MOST_PASSED} behind `last` that were not to take a busy route. */
const readOthers = (tx: Tx, turn: RelayTurn, now: Date, last: string, busy: readonly string[]): Promise<Waiting[]> =>
  tx.rows<Waiting>`SELECT ${DUE} FROM hub_messages WHERE ${isDue(turn, now)} AND id = ANY(ARRAY(
      SELECT n.id FROM (SELECT id, due_at, route_id FROM hub_messages
        WHERE ${isDue(turn, now)} AND (due_at, id) > ((SELECT due_at FROM hub_messages WHERE team_id = ${turn.teamId}::uuid AND id = ${last}::uuid), ${last}::uuid)
        ORDER BY due_at, id LIMIT ${MOST_PASSED}::int) n
      WHERE (n.route_id = ANY(${busy}::uuid[])) IS NOT TRUE ORDER BY n.due_at, n.id LIMIT ${LARGE_BATCH_SIZE}::int))
    ORDER BY due_at, id FOR UPDATE SKIP LOCKED`;

const isFull = (due: readonly Waiting[]) => due.length === LARGE_BATCH_SIZE;

async function nextDue(tx: Tx, turn: RelayTurn): Promise<Date | null> {
  const [, row] = await all([
    holdQueue(tx, turn),
    tx.row<{ at: Date }>`SELECT due_at AS at FROM hub_messages
      WHERE team_id = ${turn.teamId}::uuid AND seller_endpoint_id = ${turn.endpointId}::uuid AND due_at IS NOT NULL
      ORDER BY due_at LIMIT 1`,
  ]);
  return row?.at ?? null;
}

interface Ways {
  routing: Routing;
  /** A message never goes out at a loss. */
  minMargin: Micros;
}

interface OfEndpoint {
  planId: string | null;
  defaultRouteId: string | null;
  minMargin: string | null;
  isSendingAllowed: boolean;
  updatedAt: Date;
}

const readEndpoint = async (tx: Tx, { teamId, endpointId }: RelayTurn): Promise<OfEndpoint | undefined> => {
  const [endpoint] = await tx.keptRows<OfEndpoint>`SELECT sms_routing_plan_id AS "planId",
      default_route_id AS "defaultRouteId", min_margin AS "minMargin", is_sending_allowed AS "isSendingAllowed",
      updated_at AS "updatedAt"
    FROM seller_endpoints WHERE team_id = ${teamId}::uuid AND id = ${endpointId}::uuid`;
  return endpoint;
};

/** What is due of an endpoint that is switched off is looked at again as long after as that is ago. */
function offUntil({ isSendingAllowed, updatedAt }: OfEndpoint, now: Date): Omit<Later, 'id'> | null {
  if (isSendingAllowed) return null;
  const pauseMs = Math.min(Math.max(now.getTime() - updatedAt.getTime(), AGAIN_MS), LATEST_AGAIN_MS);
  return { until: new Date(now.getTime() + pauseMs), reason: 'The endpoint may not send.' };
}

async function readWays(tx: Tx, teamId: string, endpoint: OfEndpoint | undefined): Promise<Ways> {
  const { planId = null, defaultRouteId = null, minMargin = null } = endpoint ?? {};
  const { plans, ...routes } = await readRoutings(tx, teamId, {
    plans: Prisma.sql`= ${planId}::uuid`,
    routes: Prisma.sql`= ${defaultRouteId}::uuid`,
  });
  const plan = plans.get(planId ?? '');
  return {
    routing: { ...routes, rules: plan?.rules ?? [], defaultRouteId: defaultRouteId ?? plan?.defaultRouteId ?? null },
    minMargin: microsOf(minMargin ?? '0'),
  };
}

/** The route that was chosen when it was submitted, as long as that may be used; then the next candidate that earns enough. */
function wayOf(
  message: Waiting,
  { routing, minMargin }: Ways,
  isBusy: (routeId: string) => boolean,
  now: Date,
): { route: Route } | Omit<Later, 'id'> {
  const until = new Date(now.getTime() + AGAIN_MS);
  const found = candidatesFor(routing, message);
  if (!found) return { until, reason: 'No rule of the routing plan matches, and there is no default route.' };
  const earns = ({ route }: { route: Route }) => microsOf(message.price) - costOf(route, message.smsParts) >= minMargin;
  const candidates = found.candidates.filter(earns);
  if (candidates.length === 0)
    return { until, reason: 'No route leaves the endpoint’s minimum margin, or covers its own cost.' };
  const open = candidates.filter(({ route }) => isConnected(route) && !route.lacksBalance);
  if (open.length > 0 && open.every(({ routeId }) => message.refusals?.[routeId])) {
    const rounds = Math.ceil(message.tries! / open.length);
    const pauseMs = Math.min(AGAIN_MS * (2 ** Math.min(rounds, 7) - 1), LATEST_AGAIN_MS);
    return { until: new Date(Math.max(now.getTime(), message.updatedAt!.getTime() + pauseMs)), reason: null };
  }
  const chosen = candidates.find(({ routeId }) => routeId === message.routeId)?.route;
  if (chosen && mayTake(chosen, message, now)) return { route: chosen };
  const decision = chooseRoute({ rule: found.rule, candidates }, message, message.id, now, isBusy);
  if (decision.kind === 'send' && !decision.route.lacksBalance) return { route: decision.route };
  const { name } = decision.route;
  if (decision.kind === 'send')
    return { until, reason: `The balance of the integration of route ${name} does not cover it.` };
  if (decision.until === null) return { until, reason: `Route ${name} is not connected.` };
  // Another route may be there before the pause ends.
  const latest = now.getTime() + LATEST_AGAIN_MS;
  return { until: new Date(Math.min(decision.until.getTime(), latest)), reason: `Route ${name} is paused.` };
}

const mayTake = (route: Route, { refusals }: Waiting, now: Date) =>
  isConnected(route) && !route.lacksBalance && !refusals?.[route.id] && !(route.pausedUntil && route.pausedUntil > now);

/** Takes the cost of those that the balance covers: one movement. */
async function pay(
  tx: Tx,
  { teamId, endpointId }: RelayTurn,
  key: string,
  route: Route,
  going: readonly Going[],
  now: Date,
): Promise<{ paid: readonly Going[]; payerId: string | null }> {
  const { payerId } = route;
  if (payerId === null || going.every(({ cost }) => cost === 0n)) return { paid: going, payerId: null };
  const charge = (some: readonly Going[]) => {
    const amount = decimalOf(some.reduce((sum, { cost }) => sum + cost, 0n));
    const reason = `${some.length} messages of sellers over route ${route.name}`;
    const of = { sellerEndpointId: endpointId, routeId: route.id };
    return move(tx, teamId, { integrationId: payerId, kind: 'charge', amount, reason, key, now, of });
  };
  if (await charge(going)) return { paid: going, payerId };
  const balance = await managedBalance(tx, teamId, payerId);
  // The balance is no longer managed since the route was read: nobody pays.
  if (balance === null) return { paid: going, payerId: null };
  const covered = coveredOf(going, ({ cost }) => cost, balance);
  return { paid: covered.length > 0 && (await charge(covered)) ? covered : [], payerId };
}

interface Paid {
  id: string;
  route: Route;
  payerId: string | null;
  going: readonly Going[];
}

async function writeBatch(
  tx: Tx,
  { teamId, endpointId }: RelayTurn,
  { id, route, payerId, going }: Paid,
  now: Date,
  handedAt: Date,
): Promise<void> {
  const ids = going.map(({ message }) => message.id);
  await tx.change`UPDATE hub_messages m SET status = 'sending', due_at = NULL, route_id = ${route.id}::uuid, cost = x.cost,
      payer_id = CASE WHEN x.cost > 0 THEN ${payerId}::uuid END, batch_id = ${id}::uuid, updated_at = ${now}::timestamptz
    FROM unnest(${ids}::uuid[], ${going.map(({ cost }) => decimalOf(cost))}::numeric[]) x(id, cost)
    WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND ${idsWithin(Prisma.sql`m.id`, ids)}`;
  await tx.change`INSERT INTO sms_batches
      (team_id, id, seller_endpoint_id, route_id, message_ids, size, claimed_at, handed_at, lease_until)
    VALUES (${teamId}::uuid, ${id}::uuid, ${endpointId}::uuid, ${route.id}::uuid, ${ids}::uuid[], ${ids.length}::int,
      ${now}::timestamptz, ${handedAt}::timestamptz, ${new Date(handedAt.getTime() + LEASE_MS)}::timestamptz)`;
}

export const outgoing = ({ id, number, sender, text, countryId }: Relayed, route: Route): OutgoingSms => ({
  id,
  to: number,
  from: sender || senderFor(route, { seed: number, countryId }),
  text,
});

/** Never beyond its validity: it expires then. */
async function putOff(tx: Tx, teamId: string, later: readonly Later[], now: Date): Promise<void> {
  if (later.length === 0) return;
  await tx.change`UPDATE hub_messages m SET due_at = least(x.until, m.valid_until), reason = COALESCE(x.reason, m.reason),
      refusals = CASE WHEN x.reason IS NOT NULL THEN m.refusals END, updated_at = ${now}::timestamptz
    FROM unnest(${later.map(({ id }) => id)}::uuid[], ${later.map(({ until }) => until.toISOString())}::timestamptz[],
      ${later.map(({ reason }) => reason)}::text[]) x(id, until, reason)
    WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND ${idsWithin(
      Prisma.sql`m.id`,
      later.map(({ id }) => id),
    )}`;
}
