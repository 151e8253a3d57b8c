import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { mutate, refused } from '../../../support/mutate.ts';
import { createSmsCampaign, giveRoute, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});
const soon = () => new Date(Date.now() + 1_000).toISOString();
const run = async (document: string, variables: Record<string, unknown>) => {
  const answer = await test.graphql(document, { variables, token: acme.token });
  expect(answer.errors).toBeUndefined();
};
it('a plan that a send still takes is not deleted after its campaign got another', async () => {
  // Two of four go in the first minute.
  const { campaignId, planId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual(4, 2) });
  await run(START, { id: campaignId });
  const engine = testEngine(test, soon());
  await engine.run();
  expect(engine.provider.sent).toHaveLength(2);
  const other = await test.db.routingPlan.create({ data: { teamId: acme.team.id, name: 'Other' } });
  await giveRoute(test, acme.team.id, other.id);
  await run(
    'mutation ($id: ID!, $plan: ID!) { updateSmsCampaign(id: $id, input: { meta: { routingPlanId: $plan } }) { id } }',
    {
      id: campaignId,
      plan: other.id,
    },
  );
  const remove = () => mutate(test, acme.token, 'deleteRoutingPlan', { id: planId });
  expect(await remove()).toMatchObject(
    refused('CONFLICT', 'The routing plan is used by a send of the campaign "Campaign".'),
  );
  await engine.pass(5);
  expect(engine.provider.sent).toHaveLength(4);
  expect((await remove()).errors).toBeUndefined();
});

it('nothing leaves over a route that is not connected any more', async () => {
  const { campaignId, routeId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual(4, 2) });
  await run(START, { id: campaignId });
  const engine = testEngine(test, soon());
  await engine.run();
  await run('mutation ($id: ID!) { updateRoute(id: $id, input: { isConnected: false }) { id } }', { id: routeId });
  await engine.pass(5);
  expect(engine.provider.sent).toHaveLength(2);
  const held = await test.db.smsRecipient.findMany({ where: { teamId: acme.team.id, reason: { not: null } } });
  const why = { rule: 'route_paused', reason: 'The route Main is not connected.' };
  expect(held).toMatchObject([why, why]);
});

it('nothing leaves over a route whose provider was taken away until it has another', async () => {
  const { campaignId, routeId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual(4, 2) });
  await run(START, { id: campaignId });
  const engine = testEngine(test, soon());
  await engine.run();
  await run('mutation ($id: ID!) { removeRouteProvider(id: $id) { id } }', { id: routeId });
  await engine.pass(5);
  expect(engine.provider.sent).toHaveLength(2);
  const held = await test.db.smsRecipient.findMany({ where: { teamId: acme.team.id, reason: { not: null } } });
  const why = { rule: 'route_paused', reason: 'The route Main has no provider.' };
  expect(held).toMatchObject([why, why]);
  await run('mutation ($id: ID!) { setRouteProvider(id: $id, input: { provider: simulator }) { route { id } } }', {
    id: routeId,
  });
  await runJobs(test);
  await engine.pass(5);
  expect(engine.provider.sent).toHaveLength(4);
});

it('the later part of a batch does not go after the hours of its contacts', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 3,
    timezone: 'Africa/Lagos',
    contactHours: { start: '08:00', end: '21:00' },
    meta: manual(3),
  });
  await run(START, { id: campaignId });
  const provider = testProvider({ batchSize: 1, maxInFlight: 1 });
  // 20:59 in Lagos, in summer, too.
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
  const engine = testEngine(test, `${tomorrow}T19:59:00Z`, provider);
  const at: string[] = [];
  const send = provider.send.bind(provider);
  provider.send = async (messages) => {
    at.push(engine.clock.toISOString().slice(11, 16));
    // A slow service: a minute for each.
    engine.clock = new Date(engine.clock.getTime() + 60_000);
    return send(messages);
  };
  await engine.run();
  expect(at).toEqual(['19:59']);
});
