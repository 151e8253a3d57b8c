import type { Route } from '../../src/generated/prisma/client.ts';
import type { TestApp } from './app.ts';
import { createRoute, type TestProvider, testEngine, testProvider } from './sending.ts';

interface Candidate {
  name: string;
  price?: string;
  priority?: number;
  weight?: number;
}

/** Gives a plan a rule of these candidates, for every number, by the API's own tables. */
export async function createRule(
  test: TestApp,
  { teamId, planId }: { teamId: string; planId: string },
  candidates: readonly Candidate[],
  { byPrice = false } = {},
): Promise<{ ruleId: string; routes: Route[] }> {
  const routes: Route[] = [];
  for (const { name, price = '0' } of candidates) routes.push(await createRoute(test, teamId, { name, price }));
  const rule = await test.db.routingPlanRule.create({
    data: { teamId, routingPlanId: planId, routeId: routes[0]!.id, byPrice },
  });
  for (const [at, { priority = 1, weight = 1 }] of candidates.entries()) {
    const data = { teamId, routingPlanRuleId: rule.id, routeId: routes[at]!.id, priority, weight };
    await test.db.routingPlanCandidate.create({ data });
  }
  return { ruleId: rule.id, routes };
}

/** An engine with a provider for each route. */
export function engineWith(
  test: TestApp,
  routes: readonly Pick<Route, 'id'>[],
  clock: string,
  capabilities: Parameters<typeof testProvider>[0] = {},
) {
  const providers: TestProvider[] = routes.map(() => testProvider(capabilities));
  const byRoute = new Map(routes.map(({ id }, at) => [id, providers[at]!]));
  const engine = testEngine(test, clock);
  engine.providerOf = ({ id }) => byRoute.get(id) ?? engine.provider;
  return { engine, providers };
}

export const refusal = (kind: 'permanent' | 'retryable' | 'throttled' | 'blocked' | 'balance') =>
  ({ status: 'rejected', kind, code: null, reason: 'Refused.', retryAfterSeconds: null }) as const;
