import { createSigningSecret } from 'outgoing-requests';
import { readSettings, sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import type { TokenKeys } from '../../src/secrets.ts';
import { before, DAY, FAR_FUTURE, HOUR, MINUTE, NOW } from './clock.ts';
import { SELLER_PASSWORD_HASH } from './credentials.ts';
import type { NetworkChoice, NetworksByCountry } from './networks.ts';
import { ownNumbers } from './phone-numbers.ts';
import type { TeamSeed } from './team-seed.ts';

/** How a team's messages leave: what messages and campaigns refer to. */
export type SeededRouting = {
  planId: string;
  /** Per country, and under 0 for all others. */
  ruleOf: ReadonlyMap<number, { ruleId: string; routeId: string; routeName: string; price: string }>;
};

const COUNTRIES = [840, 124, 826, 276, 752];

/** Client companies, routes with their test schedules, routing plans, seller endpoints and profit rules. */
export async function seedHub(
  seed: TeamSeed,
  networks: NetworksByCountry,
  tokenKeys: TokenKeys,
): Promise<SeededRouting> {
  const companies = ['Northwind Telecom', 'Contoso Messaging', 'Fabrikam Voice', 'Tailspin Mobile'].map((name, at) => ({
    id: seed.nextId('clientCompany'),
    teamId: seed.teamId,
    name,
    ...stamps(300 - at),
  }));
  await seed.insert('client_companies', companies);
  const routing = await seedRouting(seed, tokenKeys);
  const companyIds = companies.map(({ id }) => id);
  await seedEndpoints(seed, companyIds, routing);
  await seedProfitRules(seed, companyIds, networks);
  return routing;
}

function stamps(daysAgo: number) {
  return { createdAt: before(NOW, daysAgo * DAY), updatedAt: before(NOW, daysAgo * DAY) };
}

async function seedRouting(seed: TeamSeed, tokenKeys: TokenKeys): Promise<SeededRouting> {
  const routes = [
    'Direct US',
    'Direct Canada',
    'Europe Premium',
    'Europe Economy',
    'World Wholesale',
    'Old Gateway',
  ].map((name, at) => ({
    id: seed.nextId('route'),
    teamId: seed.teamId,
    name,
    companyName:
      ['Northwind Telecom', 'Northwind Telecom', 'Contoso Messaging', 'Fabrikam Voice'][at] ?? 'Tailspin Mobile',
    isConnected: name !== 'Old Gateway',
    // Nothing leaves the demo.
    provider: 'simulator' as const,
    settings: readSettings('simulator', { seed: name, replied: 0.03 }).value!,
    credentials: sealCredentials(tokenKeys, { secret: createSigningSecret() }),
    price: `0.0${4 + at}25`,
    ...stamps(290 - at),
  }));
  await seed.insert('routes', routes);
  const schedules = routes.slice(0, 5).flatMap((route, routeAt) =>
    [60, 1_440].map((intervalMinutes, at) => ({
      id: seed.nextId('smsTestSchedule'),
      teamId: seed.teamId,
      routeId: route.id,
      name: `${route.name}, ${intervalMinutes === 60 ? 'hourly' : 'daily'}`,
      toNumber: ownNumbers()[90 + routeAt]!.number,
      text: `Test of ${route.name}: please ignore this message.`,
      intervalMinutes,
      isActive: routeAt !== 3,
      lastRunAt: before(NOW, (routeAt * 7 + 5) * MINUTE),
      // Far away: the demo itself sends nothing.
      nextRunAt: FAR_FUTURE,
      ...stamps(200 - routeAt * 2 - at),
    })),
  );
  await seed.insert('sms_test_schedules', schedules);
  const [first] = routes;
  await seed.insert(
    'route_senders',
    ['12025550143', '12025550176'].map((sender) => ({
      ...{ id: seed.nextId('routeSender'), teamId: seed.teamId, routeId: first!.id, sender, countryId: 840 },
    })),
  );
  await seed.insert('route_health', [
    {
      ...{ id: seed.nextId('routeHealth'), teamId: seed.teamId, routeId: first!.id, networkId: 310260 },
      ...{ total: 100, delivered: 97, rate: 0.97, updatedAt: before(NOW, DAY) },
    },
  ]);
  await seed.insert(
    'sms_test_results',
    schedules.map(({ id, teamId, lastRunAt }) => ({
      id: seed.nextId('smsTestResult'),
      teamId,
      smsTestScheduleId: id,
      status: 'delivered' as const,
      smsId: `simulator-${id}`,
      dueAt: lastRunAt,
      sentAt: lastRunAt,
      createdAt: lastRunAt,
    })),
  );
  const plans = ['Standard', 'Premium only'].map((name, at) => ({
    id: seed.nextId('routingPlan'),
    teamId: seed.teamId,
    name,
    ...stamps(280 - at),
  }));
  await seed.insert('routing_plans', plans);
  const rules = plans.flatMap(({ id }, planAt) =>
    [...COUNTRIES, null].map((countryId, position) => ({
      id: seed.nextId('routingPlanRule'),
      teamId: seed.teamId,
      routingPlanId: id,
      routeId: routes[routeFor(countryId, planAt)]!.id,
      countryId,
      networkId: null,
      position,
    })),
  );
  await seed.insert('routing_plan_rules', rules);
  await seed.insert(
    'routing_plan_candidates',
    rules.map(({ id, routeId }) => ({
      ...{ id: seed.nextId('routingPlanCandidate'), teamId: seed.teamId, routingPlanRuleId: id, routeId },
      ...{ priority: 1, weight: 1 },
    })),
  );
  const ruleOf = rules.slice(0, COUNTRIES.length + 1).map(({ id, routeId, countryId }) => {
    const { name, price } = routes.find((route) => route.id === routeId)!;
    return [countryId ?? 0, { ruleId: id, routeId, routeName: name, price }] as const;
  });
  return { planId: plans[0]!.id, ruleOf: new Map(ruleOf) };
}

/** Positions in the list of routes; the second plan takes the better ones. */
function routeFor(countryId: number | null, planAt: number): number {
  if (countryId === 840) return 0;
  if (countryId === 124) return 1;
  return countryId === null ? 4 : planAt === 1 ? 2 : 3;
}

async function seedEndpoints(seed: TeamSeed, companyIds: string[], routing: SeededRouting): Promise<void> {
  const prefix = seed.team === 1 ? 'acme' : 'globex';
  const companies = companyIds.slice(0, 3);
  const usernameOf = (at: number) => `${prefix}-seller-${at + 1}`;
  await seed.insert(
    'seller_usernames',
    companies.map((_, at) => ({ username: usernameOf(at), teamId: seed.teamId })),
  );
  await seed.insert(
    'seller_endpoints',
    companies.map((clientCompanyId, at) => ({
      id: seed.nextId('sellerEndpoint'),
      teamId: seed.teamId,
      clientCompanyId,
      smsRoutingPlanId: routing.planId,
      defaultRouteId: routing.ruleOf.get(0)!.routeId,
      name: ['Main connection', 'Backup connection', 'Price list only'][at]!,
      username: usernameOf(at),
      passwordHash: SELLER_PASSWORD_HASH,
      pricingUpdateEmail: `prices.${at + 1}@${prefix}.example`,
      allowedIps: at === 0 ? ['192.0.2.10', '198.51.100.0/24'] : [],
      tags: at === 2 ? ['wholesale'] : ['direct'],
      tx: 4,
      rx: 2,
      trx: at,
      isSendingAllowed: at !== 2,
      maxPrice: at === 0 ? '0.05' : null,
      isMaxPriceEnabled: at === 0,
      minMargin: '0.002',
      ...stamps(250 - at),
    })),
  );
}

/** Per country, network or brand. The second one changes at a time to come; the history of the others is kept. */
async function seedProfitRules(seed: TeamSeed, companyIds: string[], networks: NetworksByCountry): Promise<void> {
  const rules = Array.from({ length: 10 }, (_, at) => {
    const countryId = COUNTRIES[at % COUNTRIES.length]!;
    const network: NetworkChoice = networks.get(countryId)![0]!;
    const marginType = at % 3 === 2 ? ('fixed' as const) : ('percentage' as const);
    const currentProfit = marginType === 'fixed' ? `0.00${at + 1}` : `${10 + at}`;
    return {
      id: seed.nextId('profitRule'),
      teamId: seed.teamId,
      clientCompanyId: at % 4 === 3 ? null : companyIds[at % companyIds.length]!,
      countryId,
      networkId: at % 3 === 1 ? network.id : null,
      networkBrandId: at % 5 === 4 ? network.brandId : null,
      marginType,
      currentProfit,
      oldProfit: at % 2 === 0 ? `${5 + at}` : null,
      upcomingProfit: at === 1 ? '25' : null,
      appliedAt: at === 1 ? FAR_FUTURE : before(NOW, (40 + at) * DAY),
      createdAt: before(NOW, (150 - at) * DAY),
      updatedAt: before(NOW, (40 + at) * DAY + HOUR),
    };
  });
  await seed.insert('profit_rules', rules);
  await seed.insert(
    'profit_rule_changes',
    rules
      .filter(({ oldProfit }) => oldProfit !== null)
      .map(({ id, marginType, oldProfit, currentProfit, appliedAt }) => ({
        id: seed.nextId('profitRuleChange'),
        teamId: seed.teamId,
        profitRuleId: id,
        marginType,
        oldProfit: oldProfit!,
        newProfit: currentProfit,
        createdAt: appliedAt,
      })),
  );
}
