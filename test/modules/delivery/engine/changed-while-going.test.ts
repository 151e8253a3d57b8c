import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import {
  createSmsCampaign,
  giveRoute,
  manual,
  multistep,
  planner,
  START,
  testEngine,
  testProvider,
} from '../../../support/sending.ts';
import { ALL_DAYS } from '../../../support/simulation/scenario.ts';
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

it('a send that goes out takes over that a day was taken away', async () => {
  const multistepData = multistep({ stepSize: 2, stepDelay: 5 });
  const data = { multistepData, weeklySmsContactLimit: 7, dailySmsContactLimit: 7 };
  const meta = planner({ ...data, daysOfWeek: ALL_DAYS });
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 6, timezone: 'UTC', meta });
  await run(START, { id: campaignId });
  const noon = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`;
  const engine = testEngine(test, noon);
  await engine.run();
  expect(engine.provider.sent).toHaveLength(2);
  const today = engine.clock.toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
  const others = planner({ ...data, daysOfWeek: ALL_DAYS.filter((day) => day !== today) });
  await run(
    'mutation ($id: ID!, $meta: SmsCampaignMetaInput!) { updateSmsCampaign(id: $id, input: { meta: $meta }) { id } }',
    { id: campaignId, meta: others },
  );
  await runJobs(test);
  await engine.pass(20);
  expect(engine.provider.sent).toHaveLength(2);
});

const UPDATE =
  'mutation ($id: ID!, $meta: SmsCampaignMetaInput!) { updateSmsCampaign(id: $id, input: { meta: $meta }) { id } }';

it('a campaign that was paused before its send began takes over another amount and moment', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual(4) });
  await run(START, { id: campaignId });
  await run('mutation ($id: ID!) { pauseCampaign(input: { campaignId: $id }) { hasChanged } }', { id: campaignId });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const manualData = { sendAmount: 1, sendDatetime: tomorrow, throttleBatchSize: 0 };
  await run(UPDATE, { id: campaignId, meta: { manualData } });
  await run('mutation ($id: ID!) { resumeCampaign(input: { campaignId: $id }) { hasChanged } }', { id: campaignId });
  const engine = testEngine(test, soon());
  await engine.run();
  expect(engine.provider.sent).toHaveLength(0);
  engine.clock = new Date(tomorrow);
  await engine.run();
  expect(engine.provider.sent).toHaveLength(1);
});

it('a planner that becomes a manual campaign before its next send reaches the amount of that', async () => {
  const multistepData = multistep({ maxSmsToSend: 1 });
  const meta = planner({ multistepData, daysOfWeek: ALL_DAYS });
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 6, timezone: 'UTC', meta });
  await run(START, { id: campaignId });
  const engine = testEngine(test, `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`);
  await engine.run();
  await engine.pass(1);
  expect(engine.provider.sent).toHaveLength(1);
  await run(UPDATE, { id: campaignId, meta: { ...manual(2), plannerData: null } });
  await engine.pass(2 * 24 * 60, 30);
  expect(engine.provider.sent).toHaveLength(3);
});

it('a campaign that is under way loses neither its texts nor the offer that their links lead to', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual(4, 2) });
  await run(START, { id: campaignId });
  const engine = testEngine(test, soon());
  await engine.run();
  const { offerId } = await test.db.smsCampaignOffer.findFirstOrThrow({ where: { smsCampaignId: campaignId } });
  const id = campaignId;
  const detach = () =>
    mutate(test, acme.token, 'detachOffersFromSmsCampaign', {
      id,
      input: [{ offerIds: [offerId] }, 'CampaignOffersInput'],
    });
  const write = (texts: string[]) =>
    mutate(test, acme.token, 'updateSmsCampaign', { id, input: [{ texts }, 'UpdateSmsCampaignInput'] });
  const needed = 'is needed: the campaign is under way, and a text with {{ url }} leads to an offer';
  expect(await detach()).toMatchObject(invalid({ offerIds: [`The offer ids field ${needed}.`] }));
  expect(await write([])).toMatchObject(invalid({ texts: ['The texts field is required.'] }));
  expect((await write(['Hello {{ name }}'])).errors).toBeUndefined();
  expect((await detach()).errors).toBeUndefined();
  const linked = 'The texts.0 field uses {{ url }}, but the campaign sells no offer that it could lead to.';
  expect(await write(['Hello {{ url }}'])).toMatchObject(invalid({ 'texts.0': [linked] }));
});

it('an audience that is being put together keeps the segments with which it began', async () => {
  const { campaignId, contactIds } = await createSmsCampaign(test, acme.team.id, {
    contacts: 5_002,
    meta: manual(6_000),
  });
  const teamId = acme.team.id;
  const tag = await test.db.tag.create({ data: { teamId, name: 'other' } });
  await test.db.contactTag.create({ data: { teamId, tagId: tag.id, contactId: contactIds[0]! } });
  const other = await test.db.segment.create({ data: { teamId, name: 'Other', filter: { tagsAny: ['other'] } } });
  await run(START, { id: campaignId });
  const engine = testEngine(test, soon());
  await work(engine);
  await run(
    'mutation ($id: ID!, $segments: [ID!]!) { updateSmsCampaign(id: $id, input: { meta: { segmentIds: $segments } }) { id } }',
    { id: campaignId, segments: [other.id] },
  );
  await work(engine);
  expect(await test.db.smsRecipient.count({ where: { teamId, smsCampaignId: campaignId } })).toBe(5_002);
});
