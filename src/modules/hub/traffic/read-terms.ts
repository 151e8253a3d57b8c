import { everyForm, mayHaveForms } from 'phone-numbers';
import { all, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { readRoutings } from '../../delivery/engine/stage.ts';
import { ERASED, erasedAmong } from '../../delivery/reach/erased-numbers.ts';
import { isListed, OPTED_OUT } from '../../delivery/reach/is-suppressed.ts';
import type { PriceRule } from '../pricing/price.ts';
import type { Terms } from './decide.ts';

/** An endpoint as its messages are decided, priced and charged. */
export interface Endpoint extends Omit<Terms, 'routing' | 'rules'> {
  id: string;
  username: string;
  smsRoutingPlanId: string | null;
  defaultRouteId: string | null;
  /** The company's integration, where its balance is managed. */
  payerId: string | null;
}

/** Against their deletion, which ends what is in the queue. A change of them waits for no commit. */
const AGAINST_DELETION = Prisma.sql`FOR KEY SHARE OF e`;

/** What the rest is read by. */
type Basis = Pick<Endpoint, 'id' | 'clientCompanyId' | 'smsRoutingPlanId' | 'defaultRouteId'>;

const BASIS = Prisma.sql`e.id, e.client_company_id AS "clientCompanyId", e.sms_routing_plan_id AS "smsRoutingPlanId",
      e.default_route_id AS "defaultRouteId"`;

/**
 * Endpoints by their ids, with what the messages of each are decided with. All is read in one round trip, and again where an endpoint
 * was changed meanwhile, so that it fits.
 */
export async function readTerms(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  lock = AGAINST_DELETION,
): Promise<{ endpoints: Map<string, Endpoint>; terms: Map<string, Terms> }> {
  const ofThem = Prisma.sql`e.team_id = ${teamId}::uuid AND e.id = ANY(${ids}::uuid[]) AND e.deleting_at IS NULL`;
  const among = (column: string) =>
    Prisma.sql`= ANY(ARRAY(SELECT ${Prisma.raw(column)} FROM seller_endpoints e WHERE ${ofThem}))`;
  const [found, { plans, ...routes }, rules, after] = await all([
    readEndpoints(tx, teamId, ofThem, lock),
    readRoutings(tx, teamId, { plans: among('e.sms_routing_plan_id'), routes: among('e.default_route_id') }),
    readPriceRules(tx, teamId, among('e.client_company_id')),
    tx.keptRows<Basis>`SELECT ${BASIS} FROM seller_endpoints e WHERE ${ofThem}`,
  ]);
  const endpoints = new Map(found.map((one) => [one.id, one]));
  if (!after.every((one) => isSame(one, endpoints.get(one.id)))) return readTerms(tx, teamId, ids, lock);
  const terms = found.map((endpoint): [string, Terms] => {
    const plan = plans.get(endpoint.smsRoutingPlanId ?? '');
    const defaultRouteId = endpoint.defaultRouteId ?? plan?.defaultRouteId ?? null;
    return [endpoint.id, { ...endpoint, rules, routing: { ...routes, rules: plan?.rules ?? [], defaultRouteId } }];
  });
  return { endpoints, terms: new Map(terms) };
}

const isSame = (one: Basis, other: Basis | undefined) =>
  one.clientCompanyId === other?.clientCompanyId &&
  one.smsRoutingPlanId === other.smsRoutingPlanId &&
  one.defaultRouteId === other.defaultRouteId;

const readEndpoints = (tx: Tx, teamId: string, which: Prisma.Sql, lock: Prisma.Sql): Promise<Endpoint[]> =>
  tx.keptRows<Endpoint>`SELECT ${BASIS}, e.username, e.is_sending_allowed AS "isSendingAllowed",
      e.is_lookup_enabled AS "isLookupEnabled", e.max_price AS "maxPrice", e.is_max_price_enabled AS "isMaxPriceEnabled",
      e.min_margin AS "minMargin", i.id AS "payerId"
    FROM seller_endpoints e
    LEFT JOIN client_companies c ON c.team_id = ${teamId}::uuid AND c.id = e.client_company_id
    LEFT JOIN integrations i ON i.team_id = ${teamId}::uuid AND i.id = c.integration_id AND i.is_balance_managed
    WHERE ${which} ${lock}`;

/** Those of some companies, and those of any. */
const readPriceRules = (tx: Tx, teamId: string, companies: Prisma.Sql): Promise<PriceRule[]> =>
  tx.keptRows<PriceRule>`SELECT id, client_company_id AS "clientCompanyId", country_id AS "countryId",
      network_id AS "networkId", network_brand_id AS "networkBrandId", margin_type AS "marginType",
      current_profit AS "currentProfit", old_profit AS "oldProfit", upcoming_profit AS "upcomingProfit",
      applied_at AS "appliedAt"
    FROM profit_rules WHERE team_id = ${teamId}::uuid AND (client_company_id IS NULL OR client_company_id ${companies})`;

interface KnownNumber {
  networkId: number | null;
  networkBrandId: string | null;
  whySuppressed: string | null;
}

/**
 * What the team knows of numbers: the network by the newest look-up, else by the contact. `lookedUp` are networks that were
 * just found out.
 */
export async function readNumbers(
  tx: Tx,
  keys: TokenKeys,
  teamId: string,
  numbers: readonly string[],
  lookedUp: ReadonlyMap<string, number | null>,
): Promise<Map<string, KnownNumber>> {
  if (numbers.length === 0) return new Map();
  const forms = numbers.flatMap((number, at) => formsOf(number).map((form) => ({ form, at })));
  const [rows, erased] = await all([
    tx.keptRows<{ at: number; isSuppressed: boolean; networkId: number | null; networkBrandId: string | null }>`
      SELECT f.at, ${isListed(teamId, Prisma.sql`f.form`)} OR c.unsubscribed_at IS NOT NULL AS "isSuppressed",
        n.id AS "networkId", n.brand_id AS "networkBrandId"
      FROM unnest(${forms.map(({ form }) => form)}::bigint[], ${forms.map(({ at }) => at)}::int[],
        ${forms.map(({ at }) => lookedUp.get(numbers[at]!) ?? null)}::int[]) f(form, at, network_id)
      LEFT JOIN LATERAL (SELECT c.unsubscribed_at, c.network_id FROM contacts c
        WHERE c.team_id = ${teamId}::uuid AND c.number = f.form LIMIT 1) c ON TRUE
      LEFT JOIN LATERAL (SELECT l.network_id FROM lookup_results l WHERE l.team_id = ${teamId}::uuid AND l.number = f.form
        AND l.network_id IS NOT NULL ORDER BY l.checked_at DESC NULLS LAST, l.id DESC LIMIT 1) l ON TRUE
      LEFT JOIN networks n ON n.id = COALESCE(f.network_id, l.network_id, c.network_id)`,
    erasedAmong(tx, keys, teamId, numbers),
  ]);
  const known = new Map<string, KnownNumber>();
  for (const { at, isSuppressed, networkId, networkBrandId } of rows) {
    const number = numbers[at]!;
    const before = known.get(number);
    const whySuppressed = before?.whySuppressed ?? (erased.has(number) ? ERASED : isSuppressed ? OPTED_OUT : null);
    known.set(number, {
      networkId: before?.networkId ?? networkId,
      networkBrandId: before?.networkBrandId ?? networkBrandId,
      whySuppressed,
    });
  }
  return known;
}

const formsOf = (number: string) => (mayHaveForms(number) ? everyForm(number) : [number]);
