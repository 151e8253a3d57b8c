import type { Reach } from '../../../database/reach.ts';
import { all, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { countryIds } from '../networks/country-ids.ts';
import type { Route, SendKey } from './engine.ts';
import type { NetworkHealth } from './network-health.ts';
import type { SendMeta } from './plan.ts';

export interface RoutingRule {
  id: string;
  countryId: number | null;
  networkId: number | null;
  byPrice: boolean;
  candidates: Candidate[];
}

/** A route that a rule may choose. */
export interface Candidate {
  routeId: string;
  priority: number;
  weight: number;
}

/** Which routes the messages of a plan may take. */
export interface Routing {
  /** By position. */
  rules: RoutingRule[];
  defaultRouteId: string | null;
  routes: Map<string, Route>;
  /** How well routes deliver to networks, where enough receipts say so, by `healthKey`. */
  health: Map<string, Pick<HealthRow, 'rate' | 'isOut'>>;
}

/** What a send's messages are made of. Every claim reads it again, so a change holds from the next claim on. */
export interface Stage extends Routing {
  texts: { id: string; text: string }[];
  offers: { id: string; url: string }[];
  /** Hosts of short links; empty: the installation's own. */
  hosts: string[];
  /** The hours, in the contact's time zone, in which contacts may be reached. Null: at any time. */
  contactHours: { start: string; end: string } | null;
  /** By their ISO 3166-1 codes of two letters. */
  countryIds: ReadonlyMap<string, number>;
}

/**
 * Keeps the routing plan unchanged until the transaction ends. Its rules and routes change only under its lock, so messages
 * may name them without a foreign key each (docs/sending.md).
 */
export const holdPlan = (tx: Tx, { teamId }: SendKey, { smsRoutingPlanId }: SendMeta) =>
  tx.rows`SELECT 1 FROM routing_plans
      WHERE team_id = ${teamId}::uuid AND id = ${smsRoutingPlanId}::uuid FOR KEY SHARE`;

/** Its statements do not wait for each other's answers. Without a campaign there are no texts and offers. */
export async function readStage(
  tx: Tx,
  { teamId, campaignId }: Pick<SendKey, 'teamId'> & { sendId?: string; campaignId: string | null },
  meta: Pick<SendMeta, 'smsRoutingPlanId' | 'domainPlanId'>,
): Promise<Stage> {
  const planId = meta.smsRoutingPlanId;
  const [texts, offers, rules, routes, [settings], ids] = await all([
    tx.rows<Stage['texts'][0]>`SELECT id, text FROM campaign_texts
        WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid ORDER BY position, id`,
    tx.rows<Stage['offers'][0]>`SELECT o.id, o.url FROM sms_campaign_offers j
        JOIN offers o ON o.team_id = ${teamId}::uuid AND o.id = j.offer_id
        WHERE j.team_id = ${teamId}::uuid AND j.sms_campaign_id = ${campaignId}::uuid AND o.deleted_at IS NULL
        ORDER BY j.position, j.offer_id`,
    tx.rows<RoutingRule>`SELECT ${rule(teamId)}
        FROM routing_plan_rules p WHERE p.team_id = ${teamId}::uuid AND p.routing_plan_id = ${planId}::uuid
        ORDER BY p.position, p.id`,
    tx.rows<JudgedRoute>`SELECT ${judgedRoute(teamId)}
        FROM routes r WHERE r.team_id = ${teamId}::uuid AND r.id IN (
        SELECT x.route_id FROM (${routesOfPlan(teamId, planId)}) x)`,
    tx.rows<Settings>`SELECT s.contact_from AS "contactFrom", s.contact_until AS "contactUntil", s.team_id IS NOT NULL AS "areSet",
          (SELECT p.default_route_id FROM routing_plans p
            WHERE p.team_id = ${teamId}::uuid AND p.id = ${planId}::uuid) AS "defaultRouteId",
          (SELECT d.domains FROM domain_plans d
            WHERE d.team_id = ${teamId}::uuid AND d.id = ${meta.domainPlanId}::uuid) AS hosts
        FROM teams t LEFT JOIN sending_settings s ON s.team_id = t.id WHERE t.id = ${teamId}::uuid`,
    countryIds(tx),
  ]);
  return {
    texts,
    offers,
    rules,
    ...byId(routes),
    hosts: settings?.hosts ?? [],
    defaultRouteId: settings?.defaultRouteId ?? null,
    contactHours: contactHoursOf(settings),
    countryIds: ids,
  };
}

/** Of several plans at once, each with its rules; and of further routes. Both are as SQL says which: `= …` or `= ANY(…)`. */
export async function readRoutings(
  tx: Tx,
  teamId: string,
  which: { plans: Prisma.Sql; routes: Prisma.Sql },
): Promise<{ plans: Map<string, Omit<Routing, 'routes' | 'health'>> } & Pick<Routing, 'routes' | 'health'>> {
  const [plans, rules, routes] = await all([
    tx.keptRows<{ id: string; defaultRouteId: string | null }>`SELECT id, default_route_id AS "defaultRouteId"
        FROM routing_plans WHERE team_id = ${teamId}::uuid AND id ${which.plans}`,
    tx.keptRows<RoutingRule & { planId: string }>`SELECT p.routing_plan_id AS "planId", ${rule(teamId)}
        FROM routing_plan_rules p WHERE p.team_id = ${teamId}::uuid AND p.routing_plan_id ${which.plans}
        ORDER BY p.position, p.id`,
    tx.keptRows<JudgedRoute>`SELECT ${judgedRoute(teamId)} FROM routes r WHERE r.team_id = ${teamId}::uuid
        AND (r.id ${which.routes} OR r.id IN (SELECT x.route_id FROM (${routesOf(teamId, which.plans)}) x))`,
  ]);
  return {
    plans: new Map(
      plans.map(({ id, defaultRouteId }) => [id, { defaultRouteId, rules: rules.filter((one) => one.planId === id) }]),
    ),
    ...byId(routes),
  };
}

/** The routes that messages of a plan may take, with the rule that leads there, or the plan where it is the default. */
export const routesOfPlan = (teamId: string, planId: string | null) => routesOf(teamId, Prisma.sql`= ${planId}::uuid`);

const routesOf = (teamId: string, plan: Prisma.Sql) => Prisma.sql`
  SELECT p.id AS rule_id, p.route_id FROM routing_plan_rules p
    WHERE p.team_id = ${teamId}::uuid AND p.routing_plan_id ${plan}
  UNION SELECT p.id, k.route_id FROM routing_plan_rules p
    JOIN routing_plan_candidates k ON k.team_id = p.team_id AND k.routing_plan_rule_id = p.id
    WHERE p.team_id = ${teamId}::uuid AND p.routing_plan_id ${plan}
  UNION SELECT p.id, p.default_route_id FROM routing_plans p WHERE p.team_id = ${teamId}::uuid AND p.id ${plan}`;

const rule = (teamId: string) => Prisma.sql`p.id, p.country_id AS "countryId", p.network_id AS "networkId",
  p.by_price AS "byPrice",
  COALESCE((SELECT json_agg(json_build_object('routeId', k.route_id, 'priority', k.priority, 'weight', k.weight)
      ORDER BY k.priority, k.id)
    FROM routing_plan_candidates k WHERE k.team_id = ${teamId}::uuid AND k.routing_plan_rule_id = p.id),
    json_build_array(json_build_object('routeId', p.route_id, 'priority', 1, 'weight', 1))) AS candidates`;

interface JudgedRoute extends Route {
  health: HealthRow[] | null;
}

const judgedRoute = (teamId: string) => Prisma.sql`${routeColumns(Prisma.sql`${teamId}::uuid`)},
  (SELECT json_agg(json_build_object('networkId', h.network_id, 'rate', h.rate, 'isOut', h.out_since IS NOT NULL))
    FROM route_health h WHERE h.team_id = ${teamId}::uuid AND h.route_id = r.id AND h.rate IS NOT NULL) AS health`;

const byId = (routes: readonly JudgedRoute[]): Pick<Routing, 'routes' | 'health'> => ({
  routes: new Map(routes.map((route) => [route.id, route])),
  health: new Map(routes.flatMap(({ id, health }) => (health ?? []).map((row) => [healthKey(id, row.networkId), row]))),
});

interface HealthRow extends Pick<NetworkHealth, 'rate'> {
  networkId: number;
  isOut: boolean;
}

/** Numbers whose network is not known count as one network. */
export const healthKey = (routeId: string, networkId: number | null) => `${routeId} ${networkId ?? 0}`;

interface Settings {
  contactFrom: string | null;
  contactUntil: string | null;
  areSet: boolean;
  defaultRouteId: string | null;
  hosts: string[] | null;
}

/** Not in the reference. Until a team says otherwise nobody is reached before 08:00 or from 21:00 on. */
const DEFAULT_HOURS = { start: '08:00', end: '21:00' };

export function contactHoursOf(
  settings: Pick<Settings, 'contactFrom' | 'contactUntil' | 'areSet'> | undefined,
): Stage['contactHours'] {
  if (!settings?.areSet) return DEFAULT_HOURS;
  const { contactFrom: start, contactUntil: end } = settings;
  return start !== null && end !== null ? { start, end } : null;
}

/** Whether the balance that pays for a route, by its alias in the statement, does not cover so many parts. */
export const lacksBalance = (
  route: 'r' | 'o',
  parts: Prisma.Sql,
  team: Prisma.Sql = Prisma.raw(`${route}.team_id`),
  within: Reach['within'] = () => Prisma.empty,
): Prisma.Sql => {
  const of = Prisma.raw(route);
  return Prisma.sql`(${of}.provider <> 'simulator' AND EXISTS (SELECT FROM integrations i WHERE i.team_id = ${team}
    AND i.id = ${of}.integration_id AND i.is_balance_managed AND i.balance < ${of}.price * ${parts}${within('i.team_id')}))`;
};

/** `team`: the team's id, or where they are of several teams the route's own column. */
const routeColumns = (
  team: Prisma.Sql,
  within: Reach['within'] = () => Prisma.empty,
) => Prisma.sql`r.team_id AS "teamId", r.id, r.name, r.provider, r.settings, r.credentials,
  r.sender_id AS "senderId", r.price,
  (SELECT json_agg(json_build_object('sender', s.sender, 'countryId', s.country_id) ORDER BY s.id)
    FROM route_senders s WHERE s.team_id = ${team} AND s.route_id = r.id${within('s.team_id')}) AS senders,
  LEAST(r.per_second, (r.settings ->> 'perSecond')::int) AS "perSecond", r.integration_id AS "integrationId",
  (SELECT i.id FROM integrations i
    WHERE i.team_id = ${team} AND i.id = r.integration_id AND i.is_balance_managed${within('i.team_id')}) AS "payerId",
  COALESCE(${lacksBalance('r', Prisma.sql`1`, team, within)}, FALSE) AS "lacksBalance",
  r.paused_until AS "pausedUntil", r.outages, r.is_connected AS "isConnected", r.updated_at AS "updatedAt"`;

/** The oldest first. */
export const smppRoutes = (tx: Tx): Promise<Route[]> =>
  tx.rows<Route>`SELECT /* across teams: a worker holds the connections of all */ ${routeColumns(Prisma.sql`r.team_id`, (...columns) => tx.reach.within(...columns))} FROM routes r
      WHERE r.provider = 'smpp' AND r.credentials IS NOT NULL${tx.reach.within('r.team_id')} ORDER BY r.id`;

export async function readRoute(tx: Tx, teamId: string, id: string): Promise<Route | undefined> {
  const [route] =
    await tx.rows<Route>`SELECT ${routeColumns(Prisma.sql`${teamId}::uuid`)} FROM routes r WHERE r.team_id = ${teamId}::uuid AND r.id = ${id}::uuid`;
  return route;
}
