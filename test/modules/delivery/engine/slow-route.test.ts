import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createRoute, createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  test = await createTestApp();
  acme = await createSendingTeam(test);
});
afterAll(() => test.close());

it('those who wait for a place on a slow route do not hold up those behind them who go over another one', async () => {
  const { teamId, campaignId, contactIds, planId, routeId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 2_205,
    timezone: 'UTC',
    meta: manual(5_000),
  });
  await test.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { perSecond: 1 } });
  const other = await createRoute(test, teamId, { name: 'Other', senderId: 'Acme' });
  const { id: routingPlanRuleId } = await test.db.routingPlanRule.create({
    data: { teamId, routingPlanId: planId, routeId: other.id, countryId: 250, position: 0 },
  });
  await test.db.routingPlanCandidate.create({ data: { teamId, routingPlanRuleId, routeId: other.id } });
  for (const [at, id] of contactIds.slice(2_200).entries()) {
    const data = { countryId: 250, number: 33_612_345_600n + BigInt(at) };
    await test.db.contact.update({ where: { teamId_id: { teamId, id } }, data });
  }
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  const over = (smsRoutingRouteId: string) =>
    test.db.smsMessage.count({ where: { smsCampaignId: campaignId, smsRoutingRouteId } });
  expect([await over(routeId), await over(other.id)]).toEqual([1, 5]);
});
