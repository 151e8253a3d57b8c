import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { mutate, refused } from '../../../support/mutate.ts';
import { createRule, engineWith, refusal } from '../../../support/routes.ts';
import {
  createRoute,
  createSmsCampaign,
  manual,
  START,
  type TestCampaign,
  type TestEngine,
  type TestProvider,
} from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  // A preview ends after a part of an operation's time: on a busy machine a whole one takes longer than usual.
  app = await createTestApp({ OPERATION_TIMEOUT_MS: 200_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

const campaignOf = (contacts: number, perMinute = 0) =>
  createSmsCampaign(app, acme.team.id, { contacts, meta: manual(contacts, perMinute), price: '0' });
const soon = () => new Date(Date.now() + 1_000).toISOString();

async function ask<Data>(document: string, variables: Record<string, unknown>): Promise<Data> {
  const { data, errors } = await app.graphql<Data>(document, { variables, token: acme.token });
  expect(errors).toBeUndefined();
  return data!;
}

const start = ({ campaignId }: TestCampaign) => ask(START, { id: campaignId });

async function change(field: string, args: Parameters<typeof mutate>[3], selection?: string) {
  const { data, errors } = await mutate(app, acme.token, field, args, selection);
  expect(errors).toBeUndefined();
  return data[field];
}

const setRoute = (id: string, input: object) => change('updateRoute', { id, input: [input, 'UpdateRouteInput'] });

const EXPLAIN = `query ($smsCampaignId: ID!, $contactId: ID!) {
  explainSmsRecipient(smsCampaignId: $smsCampaignId, contactId: $contactId) {
    rule text status nextAt route { name } routeChoice { reason passedOver { reason route { name } } } } }`;

const explain = async ({ campaignId, contactIds }: TestCampaign, at = 0) =>
  (await ask<{ explainSmsRecipient: object }>(EXPLAIN, { smsCampaignId: campaignId, contactId: contactIds[at]! }))
    .explainSmsRecipient;

const PREVIEW = `query ($id: ID!) { previewSmsCampaign(id: $id, days: 1) {
  status statusReason waiting kept { status rule reason contacts } messages(first: 100) { nodes { contactId routeId } } } }`;

interface Preview {
  status: string;
  statusReason: string | null;
  waiting: number;
  kept: object[];
  messages: { nodes: { contactId: string; routeId: string }[] };
}

const preview = async ({ campaignId }: TestCampaign) =>
  (await ask<{ previewSmsCampaign: Preview }>(PREVIEW, { id: campaignId })).previewSmsCampaign;

const statusOf = async ({ campaignId: id }: TestCampaign) =>
  (await app.db.smsCampaign.findFirstOrThrow({ where: { id } })).status;

/** The rules of the campaign have changed: what it holds is judged again, at the same moment. */
async function judged(engine: TestEngine) {
  await runJobs(app);
  await engine.run();
}

/** A send whose messages are with a provider is looked at again after a second. */
async function runFor15s(engine: TestEngine) {
  await engine.run();
  await engine.pass(0.25, 0.05);
}

/** Nobody was given a message twice by providers that took it, and nobody was left out. */
async function expectAllOnce({ contactIds, teamId }: TestCampaign, taken: readonly string[]) {
  const contacts = await app.db.contact.findMany({ where: { teamId, id: { in: contactIds } } });
  expect([...taken].sort()).toEqual(contacts.map(({ number }) => String(number)).sort());
}

const numbersOf = (...providers: TestProvider[]) => providers.flatMap(({ sent }) => sent.map(({ to }) => to));

describe('a plan', () => {
  test('whose only rule is removed holds the rest until it leads somewhere again', async () => {
    const campaign = await campaignOf(4, 2);
    await app.db.routingPlan.updateMany({ where: { id: campaign.planId }, data: { defaultRouteId: null } });
    const { ruleId, routes } = await createRule(app, campaign, [{ name: 'A' }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    await engine.run();
    expect(providers[0]!.sent).toHaveLength(2);
    await change('deleteRoutingPlanRule', { id: ruleId });
    await engine.pass(5);
    expect(providers[0]!.sent).toHaveLength(2);
    const sent = new Set(numbersOf(...providers));
    const waits = (
      await app.db.contact.findMany({ where: { teamId: acme.team.id, id: { in: campaign.contactIds } } })
    ).find(({ number }) => !sent.has(String(number)))!;
    expect(await explain(campaign, campaign.contactIds.indexOf(waits.id))).toMatchObject({
      ...{ rule: 'no_route', status: 'held', route: null },
      text: 'No route: the routing plan has neither a rule nor a default route.',
    });
    expect(await preview(campaign)).toMatchObject({
      ...{ status: 'running', waiting: 2, messages: { nodes: [] } },
      kept: [
        {
          ...{ status: 'held', rule: 'no_route', contacts: 2 },
          reason: 'No route: the routing plan has neither a rule nor a default route.',
        },
      ],
    });
    expect(await statusOf(campaign)).toBe('running');
    const input = { routingPlanId: campaign.planId, routeId: routes[0]!.id };
    await change('createRoutingPlanRule', { input: [input, 'CreateRoutingPlanRuleInput'] });
    await judged(engine);
    await engine.pass(2);
    await expectAllOnce(campaign, numbersOf(...providers));
    expect(await statusOf(campaign)).toBe('sent');
  });

  test('whose only rule is removed continues over its default route', async () => {
    const campaign = await campaignOf(4, 2);
    const { ruleId, routes } = await createRule(app, campaign, [{ name: 'A' }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    await engine.run();
    await change('deleteRoutingPlanRule', { id: ruleId });
    await engine.pass(5);
    expect([providers[0]!.sent.length, engine.provider.sent.length]).toEqual([2, 2]);
    await expectAllOnce(campaign, numbersOf(...providers, engine.provider));
  });

  test('that leads a country nowhere skips its contacts, who go once it leads there again and the send is still open', async () => {
    const campaign = await campaignOf(6, 2);
    await app.db.routingPlan.updateMany({ where: { id: campaign.planId }, data: { defaultRouteId: null } });
    const { ruleId, routes } = await createRule(app, campaign, [{ name: 'A' }]);
    await app.db.routingPlanRule.updateMany({ where: { id: ruleId }, data: { countryId: 276 } });
    await createRule(app, campaign, [{ name: 'B' }]);
    await app.db.routingPlanRule.updateMany({
      where: { routingPlanId: campaign.planId, countryId: null },
      data: { countryId: 840 },
    });
    for (const [at, id] of campaign.contactIds.slice(2).entries())
      await app.db.contact.updateMany({
        where: { id },
        data: { number: 12_025_550_100n + BigInt(at), countryId: 840 },
      });
    await start(campaign);
    await change('deleteRoutingPlanRule', { id: ruleId });
    const { engine, providers } = engineWith(app, routes, soon());
    await engine.run();
    expect([providers[0]!.sent.length, engine.provider.sent.length]).toEqual([0, 2]);
    await engine.pass(2);
    expect(await explain(campaign)).toMatchObject({
      ...{ rule: 'no_route', status: 'skipped' },
      text: 'No route: no rule of the routing plan matches, and it has no default route.',
    });
    expect(await statusOf(campaign)).toBe('in_progress');
    const input = { routingPlanId: campaign.planId, routeId: routes[0]!.id, countryId: '276' };
    await change('createRoutingPlanRule', { input: [input, 'CreateRoutingPlanRuleInput'] });
    await judged(engine);
    await engine.pass(5);
    expect([providers[0]!.sent.length, engine.provider.sent.length]).toEqual([2, 4]);
    await expectAllOnce(campaign, numbersOf(...providers, engine.provider));
  });

  test('keeps the choice of a rule whose candidates are replaced while they refuse', async () => {
    const campaign = await campaignOf(2);
    const { ruleId, routes } = await createRule(app, campaign, [{ name: 'A' }]);
    const other = await createRoute(app, acme.team.id, { name: 'B' });
    await start(campaign);
    const { engine, providers } = engineWith(app, [...routes, other], soon());
    const [a, b] = providers;
    const send = a!.send.bind(a);
    a!.send = async (messages) => {
      await change('updateRoutingPlanRule', {
        id: ruleId,
        input: [{ routeId: other.id }, 'UpdateRoutingPlanRuleInput'],
      });
      return send(messages);
    };
    a!.answer = () => refusal('blocked');
    await runFor15s(engine);
    expect(a!.sent).toHaveLength(2);
    await expectAllOnce(campaign, numbersOf(b!));
    expect(await statusOf(campaign)).toBe('sent');
  });
});

describe('a rule', () => {
  test('with all candidates out waits for the first pause, says so, and uses an unhealthy route when that is all', async () => {
    const campaign = await campaignOf(2);
    const { routes } = await createRule(app, campaign, [
      { name: 'Paused' },
      { name: 'Off' },
      { name: 'Unpaid', price: '1' },
      { name: 'Sick', priority: 2 },
    ]);
    const [paused, off, unpaid, sick] = routes.map(({ id }) => id);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    const inMinutes = (minutes: number) => new Date(engine.clock.getTime() + minutes * 60_000);
    const data = { teamId: acme.team.id, name: 'Empty', isBalanceManaged: true, balance: '0' };
    const { id: integrationId } = await app.db.integration.create({ data });
    const set = (id: string | undefined, data: object) => app.db.route.updateMany({ where: { id }, data });
    await set(paused, { pausedUntil: inMinutes(30) });
    await set(off, { isConnected: false });
    await set(unpaid, { integrationId });
    await set(sick, { pausedUntil: inMinutes(10) });
    await app.db.routeHealth.create({
      data: {
        teamId: acme.team.id,
        routeId: sick!,
        networkId: 0,
        rate: 0.1,
        outSince: new Date(),
        updatedAt: new Date(),
      },
    });
    await engine.run();
    expect(await explain(campaign)).toMatchObject({
      ...{ rule: 'route_paused', text: 'The provider of route Sick asked for a pause.', status: 'held' },
    });
    expect(await preview(campaign)).toMatchObject({
      kept: [
        { status: 'held', rule: 'route_paused', reason: 'The provider of route Sick asked for a pause.', contacts: 2 },
      ],
    });
    expect(numbersOf(...providers)).toEqual([]);
    await engine.pass(11);
    expect(providers.map(({ sent }) => sent.length)).toEqual([0, 0, 0, 2]);
    await expectAllOnce(campaign, numbersOf(...providers));
    expect((await explain(campaign)) as { routeChoice: { passedOver: object[] } }).toMatchObject({
      routeChoice: {
        reason: 'only',
        passedOver: expect.arrayContaining([
          { reason: 'paused', route: { name: 'Paused' } },
          { reason: 'not_connected', route: { name: 'Off' } },
          { reason: 'balance', route: { name: 'Unpaid' } },
        ]),
      },
    });
  });

  test('without a connected candidate waits, says so, and continues once one is connected', async () => {
    const campaign = await campaignOf(2);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    for (const { id } of routes) await setRoute(id, { isConnected: false });
    const { engine, providers } = engineWith(app, routes, soon());
    await judged(engine);
    expect(numbersOf(...providers)).toEqual([]);
    const why = { rule: 'route_paused', status: 'held' };
    expect(await explain(campaign)).toMatchObject({ ...why, text: 'The route A is not connected.' });
    expect((await preview(campaign)).kept).toEqual([{ ...why, reason: 'The route A is not connected.', contacts: 2 }]);
    await setRoute(routes[1]!.id, { isConnected: true });
    await judged(engine);
    expect(providers.map(({ sent }) => sent.length)).toEqual([0, 2]);
    await expectAllOnce(campaign, numbersOf(...providers));
  });

  test('without money stops the campaign, says so, and continues from there when it is started again', async () => {
    const campaign = await campaignOf(3);
    const { routes } = await createRule(app, campaign, [
      { name: 'A', price: '0.1' },
      { name: 'B', priority: 2 },
    ]);
    const data = { teamId: acme.team.id, name: 'Little', isBalanceManaged: true, balance: '0.1' };
    const { id } = await app.db.integration.create({ data });
    await app.db.route.updateMany({ where: { id: routes[0]!.id }, data: { integrationId: id } });
    await app.db.route.updateMany({ where: { id: routes[1]!.id }, data: { isConnected: false } });
    const foretold = await preview(campaign);
    const stop = 'The integration’s balance does not cover the next messages.';
    expect(foretold).toMatchObject({ status: 'stopped', statusReason: stop, waiting: 2 });
    expect(foretold.messages.nodes).toHaveLength(1);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    await runFor15s(engine);
    expect(numbersOf(...providers)).toHaveLength(1);
    const waits = campaign.contactIds.findIndex((id) => id !== foretold.messages.nodes[0]!.contactId);
    expect(await explain(campaign, waits)).toMatchObject({
      ...{ rule: 'stopped', text: `The campaign is stopped. Start it again to continue. ${stop}` },
    });
    await change('topUpIntegration', {
      input: [{ integrationId: id, amount: '1', requestId: randomUUID() }, 'TopUpIntegrationInput'],
    });
    await start(campaign);
    engine.clock = new Date(Date.now() + 60_000);
    await runFor15s(engine);
    await expectAllOnce(campaign, numbersOf(...providers));
    expect(await statusOf(campaign)).toBe('sent');
  });

  test('whose last candidate refuses everything stops the campaign, which continues from there when it is started again', async () => {
    const campaign = await campaignOf(3);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    for (const provider of providers) provider.answer = () => refusal('blocked');
    await runFor15s(engine);
    expect(await explain(campaign)).toMatchObject({
      rule: 'stopped',
      text: 'The campaign is stopped. Start it again to continue. The provider of route B refuses everything: Refused.',
    });
    for (const provider of providers) {
      provider.sent.length = 0;
      provider.answer = ({ id }) => ({ status: 'accepted', providerId: `p-${id}` });
    }
    await start(campaign);
    engine.clock = new Date(Date.now() + 120_000);
    await runFor15s(engine);
    await expectAllOnce(campaign, numbersOf(...providers));
    expect(await statusOf(campaign)).toBe('sent');
  });

  test('with one of two candidates of a priority paused gives all to the other, as foretold, and shares again after the pause', async () => {
    const campaign = await campaignOf(60, 20);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B' }, { name: 'C', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    const pause = (pausedUntil: Date | null) =>
      app.db.route.updateMany({ where: { id: routes[0]!.id }, data: { pausedUntil } });
    await pause(new Date(engine.clock.getTime() + 600_000));
    const foretold = await preview(campaign);
    await engine.run();
    expect(providers.map(({ sent }) => sent.length)).toEqual([0, 20, 0]);
    const first = await app.db.smsMessage.findMany({ where: { smsCampaignId: campaign.campaignId } });
    expect(first.map((one) => one.routeChoice)).toEqual(
      Array(20).fill({ why: 'only', passed: { [routes[0]!.id]: 'paused' } }),
    );
    const routesOf = (nodes: { contactId: string; routeId: string | null }[]) =>
      new Map(nodes.map(({ contactId, routeId }) => [contactId, routeId]));
    expect(routesOf(first.map(({ contactId, smsRoutingRouteId: routeId }) => ({ contactId, routeId })))).toEqual(
      routesOf(foretold.messages.nodes.slice(0, 20)),
    );
    await pause(null);
    await engine.pass(5);
    const [a, b, c] = providers.map(({ sent }) => sent.length);
    expect([a! + b!, c]).toEqual([60, 0]);
    expect(a).toBeGreaterThan(0);
    await expectAllOnce(campaign, numbersOf(...providers));
  });
});

describe('a route that changes between the claim and the hand-over', () => {
  /** Runs `then` while the first message of a batch of one-message calls is with A. */
  async function during(campaign: TestCampaign, ids: readonly { id: string }[], then: () => Promise<unknown>) {
    await start(campaign);
    const { engine, providers } = engineWith(app, ids, soon(), { batchSize: 1, maxInFlight: 1 });
    const [a] = providers;
    const send = a!.send.bind(a);
    a!.send = async (messages) => {
      if (a!.sent.length === 0) await then();
      return send(messages);
    };
    await runFor15s(engine);
    return { engine, providers };
  }

  test('and is not connected any more leaves the rest to another candidate', async () => {
    const campaign = await campaignOf(4);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    const { providers } = await during(campaign, routes, () => setRoute(routes[0]!.id, { isConnected: false }));
    expect(providers.map(({ sent }) => sent.length)).toEqual([1, 3]);
    await expectAllOnce(campaign, numbersOf(...providers));
    expect(await statusOf(campaign)).toBe('sent');
  });

  test('and is the only one holds the rest until it is connected again', async () => {
    const campaign = await campaignOf(3);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }]);
    const { id } = routes[0]!;
    const { engine, providers } = await during(campaign, routes, () => setRoute(id, { isConnected: false }));
    expect(numbersOf(...providers)).toHaveLength(1);
    const waiting = await app.db.smsRecipient.findMany({
      where: { smsCampaignId: campaign.campaignId, status: 'waiting' },
    });
    const why = { rule: 'route_paused', reason: 'The route A is not connected.' };
    expect(waiting.map(({ rule, reason }) => ({ rule, reason }))).toEqual([why, why]);
    expect(await explain(campaign, campaign.contactIds.indexOf(waiting[0]!.contactId))).toMatchObject({
      ...{ rule: 'route_paused', text: 'The route A is not connected.', status: 'held', nextAt: null },
    });
    await setRoute(id, { isConnected: true });
    await judged(engine);
    await runFor15s(engine);
    await expectAllOnce(campaign, numbersOf(...providers));
  });

  test('is neither deleted nor left without its provider before it has handed them over', async () => {
    const campaign = await campaignOf(3);
    const { ruleId, routes } = await createRule(app, campaign, [{ name: 'A' }]);
    const { id } = routes[0]!;
    const tryBoth = async () => [
      await mutate(app, acme.token, 'removeRouteProvider', { id }),
      await mutate(app, acme.token, 'deleteRoute', { id }),
    ];
    let answers: Awaited<ReturnType<typeof tryBoth>> = [];
    const { providers } = await during(campaign, routes, async () => {
      await change('deleteRoutingPlanRule', { id: ruleId });
      answers = await tryBoth();
    });
    const conflict = refused('CONFLICT', 'The route is handing over messages of the campaign "Campaign".');
    expect(answers).toMatchObject([conflict, conflict]);
    await expectAllOnce(campaign, numbersOf(...providers));
    expect((await tryBoth()).map(({ errors }) => errors)).toEqual([undefined, undefined]);
  });
});

describe('a sender pool', () => {
  test('that is emptied while a campaign goes out leaves the rest to the route’s own sender', async () => {
    const campaign = await campaignOf(4, 2);
    await setRoute(campaign.routeId, { senders: [{ sender: '4915100001' }] });
    await start(campaign);
    const { engine } = engineWith(app, [], soon());
    await engine.run();
    await setRoute(campaign.routeId, { senders: [] });
    await engine.pass(5);
    const { sent } = engine.provider;
    expect(sent.map(({ from }) => from)).toEqual(['4915100001', '4915100001', 'Acme', 'Acme']);
    await expectAllOnce(campaign, numbersOf(engine.provider));
  });

  test('without a sender for the contact’s country, and a route without its own, leaves the sender to the provider', async () => {
    const campaign = await campaignOf(2);
    await setRoute(campaign.routeId, { senderId: null, senders: [{ sender: 'Acme US', countryId: '840' }] });
    await start(campaign);
    const { engine } = engineWith(app, [], soon());
    await engine.run();
    expect(engine.provider.sent.map(({ from }) => from)).toEqual([null, null]);
    await expectAllOnce(campaign, numbersOf(engine.provider));
  });

  test('that loses a sender between two tries of a message gives it another one', async () => {
    const campaign = await campaignOf(1);
    await setRoute(campaign.routeId, { senders: [{ sender: '4915100001' }] });
    await start(campaign);
    const { engine } = engineWith(app, [], soon());
    engine.provider.answer = () => refusal('retryable');
    await engine.run();
    await setRoute(campaign.routeId, { senders: [{ sender: '4915100002' }] });
    engine.provider.answer = ({ id }) => ({ status: 'accepted', providerId: `p-${id}` });
    await engine.pass(3);
    expect(engine.provider.sent.map(({ from }) => from)).toEqual(['4915100001', '4915100002']);
    const [message] = await app.db.smsMessage.findMany({ where: { smsCampaignId: campaign.campaignId } });
    expect(message).toMatchObject({ status: 'accepted', senderId: '4915100002' });
  });
});
