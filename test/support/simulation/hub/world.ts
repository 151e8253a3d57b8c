import type { Services } from '../../../../src/context.ts';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import { createSellerEndpoint } from '../../sellers.ts';
import { NUMBERS, SUPPRESSED, type TeamScenario } from './scenario.ts';

const HOUR = 3_600_000;
/** Returns are due by the database's clock, which is ahead, but not so far that they are out of date. */
export const BEGINS = Math.floor(Date.now() / HOUR) * HOUR - 24 * HOUR;
const GERMANY = 276;
export const UNITED_STATES = 840;
/** Replies to it go to the first endpoint. */
export const SENDER = '4915700000000';

/** What a team's scenario looks like in the database. */
export interface HubTeam {
  teamId: string;
  scenario: TeamScenario;
  integrations: { id: string; balance: string }[];
  companies: { id: string; integrationId: string | null }[];
  endpointIds: string[];
  routeIds: string[];
  rules: PriceRuleRow[];
  /** Of the two networks of the contacts. */
  networks: { id: number; brandId: string }[];
}

export interface PriceRuleRow {
  companyId: string | null;
  networkId: number | null;
  brandId: string | null;
  countryId: number | null;
  marginType: 'percentage' | 'fixed';
  profit: string;
  upcoming: { profit: string; at: number } | null;
}

type Db = Pick<Services, 'db'>;

export async function buildHub({ db }: Db, scenario: TeamScenario, seed: string): Promise<HubTeam> {
  const { id: teamId } = await db.prisma.team.create({ data: { id: uuidv7(), name: seed } });
  const integrations: HubTeam['integrations'] = [];
  async function integration(balance: string | null): Promise<string | null> {
    if (balance === null) return null;
    const data = { teamId, id: uuidv7(), name: `Prepaid ${integrations.length}`, isBalanceManaged: true, balance };
    const { id } = await db.prisma.integration.create({ data });
    integrations.push({ id, balance });
    return id;
  }
  const companies: HubTeam['companies'] = [];
  for (const [at, balance] of scenario.companies.entries()) {
    const integrationId = await integration(balance);
    const data = { teamId, id: uuidv7(), name: `Company ${at}`, integrationId };
    companies.push({ ...(await db.prisma.clientCompany.create({ data })), integrationId });
  }
  const routePayer = await integration(scenario.routeBalance);
  const { routeIds, planId } = await buildRoutes({ db }, scenario, teamId, routePayer);
  const endpointIds: string[] = [];
  for (const [at, { company, minMargin, maxPrice }] of scenario.endpoints.entries()) {
    const { id } = await createSellerEndpoint(db.prisma as never, {
      ...{
        teamId,
        id: uuidv7(),
        username: `${teamId.slice(-8)}-${at}`,
        passwordHash: 'none',
        smsRoutingPlanId: planId,
      },
      ...{ clientCompanyId: company === null ? null : companies[company]!.id, minMargin },
      ...{ maxPrice, isMaxPriceEnabled: maxPrice !== null },
    });
    endpointIds.push(id);
  }
  await db.prisma.hubSender.create({ data: { teamId, sellerEndpointId: endpointIds[0]!, sender: SENDER } });
  const networks = await networksOf({ db });
  for (const { digits, network } of NUMBERS) {
    if (network === null) continue;
    const data = { teamId, number: BigInt(digits), countryId: GERMANY, networkId: networks[network]!.id };
    await db.prisma.contact.create({ data });
  }
  await db.prisma.suppressedNumber.create({ data: { teamId, number: BigInt(SUPPRESSED) } });
  const world = { teamId, scenario, integrations, companies, endpointIds, routeIds, networks };
  return { ...world, rules: await buildRules({ db }, world) };
}

/** Two of one country and brand. */
const networksOf = ({ db }: Db) =>
  db.rows<{ id: number; brandId: string }>`SELECT id, brand_id AS "brandId" FROM networks
    WHERE country_id = ${GERMANY}::int AND brand_id = (SELECT brand_id FROM networks WHERE country_id = ${GERMANY}::int
      GROUP BY brand_id HAVING count(*) > 1 ORDER BY brand_id LIMIT 1) ORDER BY id LIMIT 2`;

async function buildRoutes({ db }: Db, { routes }: TeamScenario, teamId: string, payer: string | null) {
  const routeIds: string[] = [];
  for (const [at, { price }] of routes.entries()) {
    const integrationId = at === 0 ? payer : null;
    const data = { teamId, id: uuidv7(), name: `Route ${at}`, provider: 'http', price, integrationId } as const;
    routeIds.push((await db.prisma.route.create({ data })).id);
  }
  const plan = await db.prisma.routingPlan.create({ data: { teamId, id: uuidv7(), name: 'Plan' } });
  const rule = await db.prisma.routingPlanRule.create({
    data: { teamId, id: uuidv7(), routingPlanId: plan.id, routeId: routeIds[0]! },
  });
  for (const [at, { priority }] of routes.entries()) {
    const data = { teamId, id: uuidv7(), routingPlanRuleId: rule.id, routeId: routeIds[at]!, priority };
    await db.prisma.routingPlanCandidate.create({ data });
  }
  return { routeIds, planId: plan.id };
}

/** Rules in the order in which they were made. */
async function buildRules(
  { db }: Db,
  { teamId, scenario, companies, networks }: Omit<HubTeam, 'rules'>,
): Promise<PriceRuleRow[]> {
  const rows: PriceRuleRow[] = [];
  for (const [at, { company, place, marginType, profit, upcoming }] of scenario.rules.entries()) {
    const row: PriceRuleRow = {
      companyId: company === null ? null : companies[company]!.id,
      networkId: place === 'network' ? networks[0]!.id : null,
      brandId: place === 'brand' ? networks[0]!.brandId : null,
      countryId: place === 'country' ? GERMANY : null,
      marginType,
      profit,
      upcoming: upcoming && { profit: upcoming.profit, at: BEGINS + upcoming.after * 60_000 },
    };
    await db.prisma.profitRule.create({
      data: {
        ...{ teamId, id: uuidv7(BEGINS + at), clientCompanyId: row.companyId, networkId: row.networkId },
        ...{ networkBrandId: row.brandId, countryId: row.countryId, marginType, currentProfit: profit },
        ...{ upcomingProfit: row.upcoming?.profit, appliedAt: row.upcoming && new Date(row.upcoming.at) },
      },
    });
    rows.push(row);
  }
  return rows;
}

/** Nothing of it goes out any more. */
export async function closeHub({ db }: Db, teamId: string): Promise<void> {
  await db.change`DELETE FROM hub_queues WHERE team_id = ${teamId}::uuid`;
  await db.change`UPDATE sms_batches SET done_at = now() WHERE team_id = ${teamId}::uuid AND done_at IS NULL`;
}
