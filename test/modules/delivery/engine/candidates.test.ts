import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createRule, engineWith, refusal } from '../../../support/routes.ts';
import { createSmsCampaign, manual, START, type TestCampaign, type TestEngine } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ OPERATION_TIMEOUT_MS: 200_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

const campaignOf = (contacts: number) =>
  createSmsCampaign(app, acme.team.id, { contacts, meta: manual(contacts), price: '0' });
const start = ({ campaignId }: TestCampaign) =>
  app.graphql(START, { variables: { id: campaignId }, token: acme.token });
const soon = () => new Date(Date.now() + 1_000).toISOString();

const messagesOf = ({ teamId, campaignId }: TestCampaign) =>
  app.db.smsMessage.findMany({ where: { teamId, smsCampaignId: campaignId } });

/** A send whose messages are with a provider is looked at again after a second. */
async function runFor15s(engine: TestEngine) {
  await engine.run();
  await engine.pass(0.25, 0.05);
}

/** Messages by the name of their route. */
async function shares(campaign: TestCampaign, routes: readonly { id: string; name: string }[]) {
  const messages = await messagesOf(campaign);
  const of = (id: string) => messages.filter(({ smsRoutingRouteId }) => smsRoutingRouteId === id).length;
  return Object.fromEntries(routes.map(({ id, name }) => [name, of(id)]));
}

const EXPLAIN = `query ($smsCampaignId: ID!, $contactId: ID!) {
  explainSmsRecipient(smsCampaignId: $smsCampaignId, contactId: $contactId) {
    rule text route { name } routeChoice { reason passedOver { reason route { name } } } } }`;

async function explain({ campaignId }: TestCampaign, contactId: string) {
  const variables = { smsCampaignId: campaignId, contactId };
  const { data, errors } = await app.graphql<{ explainSmsRecipient: object }>(EXPLAIN, {
    variables,
    token: acme.token,
  });
  expect(errors).toBeUndefined();
  return data!.explainSmsRecipient as {
    rule: string;
    text: string;
    route: { name: string };
    routeChoice: object | null;
  };
}

const PREVIEW = `query ($id: ID!) { previewSmsCampaign(id: $id) { messages(first: 100) { nodes { contactId routeId } } } }`;

describe('a rule of several candidates', () => {
  test('shares its messages by weight, as its dry run and its explanations say', async () => {
    const campaign = await campaignOf(100);
    const { routes } = await createRule(app, campaign, [
      { name: 'A', weight: 3 },
      { name: 'B' },
      { name: 'Backup', priority: 2, weight: 100 },
    ]);
    const preview = await app.graphql<{
      previewSmsCampaign: { messages: { nodes: { contactId: string; routeId: string }[] } };
    }>(PREVIEW, { variables: { id: campaign.campaignId }, token: acme.token });
    const foretold = new Map(
      preview.data!.previewSmsCampaign.messages.nodes.map((one) => [one.contactId, one.routeId]),
    );
    await start(campaign);
    const early = await explain(campaign, campaign.contactIds[0]!);
    const { engine } = engineWith(app, routes, soon());
    await engine.run();
    const { A, B, Backup } = await shares(campaign, routes);
    expect([A! + B!, Backup]).toEqual([100, 0]);
    // 75 are expected; fewer than 50 or more than 95 come once in millions of campaigns.
    expect(A).toBeGreaterThanOrEqual(50);
    expect(A).toBeLessThanOrEqual(95);
    const real = (await messagesOf(campaign)).map((one) => [one.contactId, one.smsRoutingRouteId]);
    expect(new Map(real as [string, string][])).toEqual(foretold);
    const explained = await explain(campaign, campaign.contactIds[0]!);
    expect(early).toMatchObject({ route: explained.route, routeChoice: explained.routeChoice });
    expect(explained.routeChoice).toEqual({ reason: 'weight', passedOver: [] });
  });

  test('takes the cheapest of the first priority by price', async () => {
    const campaign = await campaignOf(5);
    const candidates = [
      { name: 'Dear', price: '0.05', weight: 100 },
      { name: 'Cheap', price: '0.04' },
      { name: 'Cheapest', price: '0.01', priority: 2 },
    ];
    const { routes } = await createRule(app, campaign, candidates, { byPrice: true });
    await start(campaign);
    await engineWith(app, routes, soon()).engine.run();
    expect(await shares(campaign, routes)).toEqual({ Dear: 0, Cheap: 5, Cheapest: 0 });
    const { routeChoice } = await explain(campaign, campaign.contactIds[0]!);
    expect(routeChoice).toEqual({ reason: 'price', passedOver: [] });
  });

  test('leaves out a route that is paused, not connected or without a provider', async () => {
    const campaign = await campaignOf(3);
    const { routes } = await createRule(app, campaign, [
      { name: 'Paused' },
      { name: 'Off' },
      { name: 'Bare' },
      { name: 'Good', priority: 4 },
    ]);
    const set = (at: number, data: object) => app.db.route.updateMany({ where: { id: routes[at]!.id }, data });
    await set(0, { pausedUntil: new Date(Date.now() + 3_600_000) });
    await set(1, { isConnected: false });
    await set(2, { provider: null });
    await start(campaign);
    await engineWith(app, routes, soon()).engine.run();
    expect(await shares(campaign, routes)).toEqual({ Paused: 0, Off: 0, Bare: 0, Good: 3 });
    const { routeChoice, text } = await explain(campaign, campaign.contactIds[0]!);
    expect(routeChoice).toEqual({
      reason: 'only',
      passedOver: expect.arrayContaining([
        { reason: 'paused', route: { name: 'Paused' } },
        { reason: 'not_connected', route: { name: 'Off' } },
        { reason: 'not_connected', route: { name: 'Bare' } },
      ]),
    });
    expect(text).toBe(
      'Step 1 reached it over route Good, not over Bare, Off, Paused, a rule of the routing plan (any); the provider took it.',
    );
  });

  test('gives what a route’s pace does not take to others of its priority', async () => {
    const campaign = await campaignOf(60);
    const { routes } = await createRule(app, campaign, [
      { name: 'Slow', weight: 3 },
      { name: 'Fast' },
      { name: 'Backup', priority: 2 },
    ]);
    await app.db.route.updateMany({ where: { id: routes[0]!.id }, data: { perSecond: 5 } });
    await start(campaign);
    await engineWith(app, routes, soon()).engine.run();
    expect(await shares(campaign, routes)).toEqual({ Slow: 5, Fast: 55, Backup: 0 });
    const moved = (await messagesOf(campaign)).filter((one) => JSON.stringify(one.routeChoice).includes('busy'));
    expect(moved.length).toBeGreaterThan(20);
    expect((await explain(campaign, moved[0]!.contactId)).routeChoice).toEqual({
      reason: 'only',
      passedOver: [{ reason: 'busy', route: { name: 'Slow' } }],
    });
  });

  test('waits for the pace of the only route of its priority', async () => {
    const campaign = await campaignOf(12);
    const { routes } = await createRule(app, campaign, [{ name: 'Slow' }, { name: 'Backup', priority: 2 }]);
    await app.db.route.updateMany({ where: { id: routes[0]!.id }, data: { perSecond: 5 } });
    await start(campaign);
    const { engine } = engineWith(app, routes, soon());
    await engine.run();
    expect(await shares(campaign, routes)).toEqual({ Slow: 5, Backup: 0 });
    await runFor15s(engine);
    expect(await shares(campaign, routes)).toEqual({ Slow: 12, Backup: 0 });
  });

  test('waits for the first pause that ends when no candidate is usable', async () => {
    const campaign = await campaignOf(1);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    const { engine } = engineWith(app, routes, soon());
    const pause = (at: number, minutes: number) =>
      app.db.route.updateMany({
        where: { id: routes[at]!.id },
        data: { pausedUntil: new Date(engine.clock.getTime() + minutes * 60_000) },
      });
    await pause(0, 30);
    await pause(1, 10);
    await start(campaign);
    await engine.run();
    expect(await shares(campaign, routes)).toEqual({ A: 0, B: 0 });
    await engine.pass(11);
    expect(await shares(campaign, routes)).toEqual({ A: 0, B: 1 });
  });
});

describe('failover', () => {
  test.each(['retryable', 'blocked', 'balance'] as const)('a refusal %s moves the message at once', async (kind) => {
    const campaign = await campaignOf(4);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    providers[0]!.answer = () => refusal(kind);
    await runFor15s(engine);
    expect(providers.map(({ sent }) => sent.length)).toEqual([4, 4]);
    expect(await shares(campaign, routes)).toEqual({ A: 0, B: 4 });
    const { routeChoice } = await explain(campaign, campaign.contactIds[0]!);
    expect(routeChoice).toEqual({
      reason: 'only',
      passedOver: [{ reason: kind, route: { name: 'A' } }],
    });
    const stored = await app.db.smsCampaign.findFirstOrThrow({ where: { id: campaign.campaignId } });
    expect(stored.status).toBe('sent');
    const { tries } = await app.db.smsRecipient.findFirstOrThrow({ where: { smsCampaignId: campaign.campaignId } });
    expect(tries).toBe(0);
  });

  test('a route that refuses is paused for a minute, and its campaign goes on', async () => {
    const campaign = await campaignOf(3);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    providers[0]!.answer = () => refusal('blocked');
    await runFor15s(engine);
    const a = await app.db.route.findFirstOrThrow({ where: { id: routes[0]!.id } });
    expect(a.pausedUntil).toEqual(new Date(engine.clock.getTime() + 45_000));
    const logs = await app.db.log.findMany({ where: { callerId: campaign.campaignId } });
    expect(logs.map(({ text }) => text)).toContain('Route A refuses messages, and other routes take them: Refused.');
  });

  test.each(['permanent', 'throttled'] as const)('a refusal %s does not move it', async (kind) => {
    const campaign = await campaignOf(2);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    providers[0]!.answer = () => refusal(kind);
    await runFor15s(engine);
    expect(providers.map(({ sent }) => sent.length)).toEqual([2, 0]);
  });

  test('a message without an answer never moves', async () => {
    const campaign = await campaignOf(2);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    providers[0]!.answer = () => ({ status: 'unknown', reason: 'No answer.' });
    await runFor15s(engine);
    await engine.pass(10);
    expect(providers.map(({ sent }) => sent.length)).toEqual([2, 0]);
    expect((await messagesOf(campaign)).map(({ status }) => status)).toEqual(['unknown', 'unknown']);
  });

  test('messages of a link that is down take another route at once', async () => {
    const campaign = await campaignOf(3);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    providers[0]!.answer = () => ({ status: 'unreachable', reason: 'Connection refused.', retryAfterSeconds: null });
    await runFor15s(engine);
    expect(await shares(campaign, routes)).toEqual({ A: 0, B: 3 });
  });

  test('a route that refuses everything does not stop a campaign whose other route refused a message for now', async () => {
    const campaign = await campaignOf(3);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    const [a, b] = providers;
    const one = String((await app.db.contact.findFirstOrThrow({ where: { id: campaign.contactIds[0]! } })).number);
    let isBusy = true;
    a!.answer = ({ id, to }) =>
      to === one && isBusy ? refusal('retryable') : { status: 'accepted', providerId: `p-${id}` };
    b!.answer = () => refusal('blocked');
    await runFor15s(engine);
    expect(await shares(campaign, routes)).toEqual({ A: 2, B: 0 });
    const of = async () => (await app.db.smsCampaign.findFirstOrThrow({ where: { id: campaign.campaignId } })).status;
    expect(await of()).not.toBe('stopped');
    const { pausedUntil } = await app.db.route.findFirstOrThrow({ where: { id: routes[1]!.id } });
    expect(pausedUntil!.getTime()).toBeGreaterThan(engine.clock.getTime());
    isBusy = false;
    await engine.pass(2);
    expect(await shares(campaign, routes)).toEqual({ A: 3, B: 0 });
    expect(await of()).toBe('sent');
  });

  test('a message that one route refuses for now and the other for good is tried five times', async () => {
    const campaign = await campaignOf(1);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    providers[0]!.answer = () => refusal('retryable');
    providers[1]!.answer = () => refusal('blocked');
    await engine.pass(20);
    expect(providers.map(({ sent }) => sent.length)).toEqual([5, 5]);
    expect((await messagesOf(campaign)).map(({ status }) => status)).toEqual(['failed']);
  });

  test('each candidate has a message once a try, and five tries are all', async () => {
    const campaign = await campaignOf(1);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B' }, { name: 'C', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    for (const provider of providers) provider.answer = () => refusal('retryable');
    await runFor15s(engine);
    expect(providers.map(({ sent }) => sent.length)).toEqual([1, 1, 1]);
    await engine.pass(20);
    expect(providers.map(({ sent }) => sent.length)).toEqual([5, 5, 5]);
    expect((await messagesOf(campaign)).map(({ status }) => status)).toEqual(['failed']);
  });

  test('the campaign pauses when the last candidate refuses everything, too', async () => {
    const campaign = await campaignOf(1);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    for (const provider of providers) provider.answer = () => refusal('blocked');
    await runFor15s(engine);
    expect(providers.map(({ sent }) => sent.length)).toEqual([1, 1]);
    const { status, statusReason } = await app.db.smsCampaign.findFirstOrThrow({ where: { id: campaign.campaignId } });
    expect({ status, statusReason }).toEqual({
      status: 'stopped',
      statusReason: 'The provider of route B refuses everything: Refused.',
    });
  });

  test('only the route that carries a message is paid', async () => {
    const campaign = await campaignOf(10);
    const { routes } = await createRule(app, campaign, [
      { name: 'A', price: '0.05' },
      { name: 'B', price: '0.02', priority: 2 },
    ]);
    const pay = async (at: number, name: string) => {
      const data = { teamId: acme.team.id, name, isBalanceManaged: true, balance: '10' };
      const { id } = await app.db.integration.create({ data });
      await app.db.route.updateMany({ where: { id: routes[at]!.id }, data: { integrationId: id } });
      return async () => String((await app.db.integration.findFirstOrThrow({ where: { id } })).balance);
    };
    const [a, b] = [await pay(0, 'A'), await pay(1, 'B')];
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    const moved = new Set(campaign.contactIds.slice(0, 4));
    const numbers = await app.db.contact.findMany({ where: { id: { in: [...moved] } } });
    const refused = new Set(numbers.map(({ number }) => String(number)));
    providers[0]!.answer = ({ id, to }) =>
      refused.has(to) ? refusal('retryable') : { status: 'accepted', providerId: `p-${id}` };
    await runFor15s(engine);
    expect(await shares(campaign, routes)).toEqual({ A: 6, B: 4 });
    expect([await a(), await b()]).toEqual(['9.7', '9.92']);
    const costs = (await messagesOf(campaign)).map(({ cost }) => String(cost)).sort();
    expect(costs).toEqual([...Array(4).fill('0.02'), ...Array(6).fill('0.05')]);
  });

  test('a route that its balance does not pay for is left out, and without another the campaign stops', async () => {
    const campaign = await campaignOf(12);
    const { routes } = await createRule(app, campaign, [
      { name: 'A', price: '0.10' },
      { name: 'B', price: '0.02', priority: 2 },
    ]);
    const pay = async (at: number, balance: string) => {
      const data = { teamId: acme.team.id, name: `${at}`, isBalanceManaged: true, balance };
      const { id } = await app.db.integration.create({ data });
      await app.db.route.updateMany({ where: { id: routes[at]!.id }, data: { integrationId: id } });
      return async () => String((await app.db.integration.findFirstOrThrow({ where: { id } })).balance);
    };
    const [a, b] = [await pay(0, '0.35'), await pay(1, '0.10')];
    await start(campaign);
    const { engine } = engineWith(app, routes, soon());
    await runFor15s(engine);
    expect(await shares(campaign, routes)).toEqual({ A: 3, B: 5 });
    expect([await a(), await b()]).toEqual(['0.05', '0']);
    const { status, statusReason } = await app.db.smsCampaign.findFirstOrThrow({ where: { id: campaign.campaignId } });
    expect({ status, statusReason }).toEqual({
      status: 'stopped',
      statusReason: 'The integration’s balance does not cover the next messages.',
    });
    const onB = (await messagesOf(campaign)).find((one) => one.smsRoutingRouteId === routes[1]!.id)!;
    expect((await explain(campaign, onB.contactId)).routeChoice).toEqual({
      reason: 'only',
      passedOver: [{ reason: 'balance', route: { name: 'A' } }],
    });
  });

  test('a message that another route refuses waits for it, and not for the one that cannot be paid', async () => {
    const campaign = await campaignOf(1);
    const { routes } = await createRule(app, campaign, [
      { name: 'A', price: '0.10' },
      { name: 'B', priority: 2 },
    ]);
    const data = { teamId: acme.team.id, name: 'Empty', isBalanceManaged: true, balance: '0.05' };
    const { id } = await app.db.integration.create({ data });
    await app.db.route.updateMany({ where: { id: routes[0]!.id }, data: { integrationId: id } });
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon());
    providers[1]!.answer = () => refusal('retryable');
    await runFor15s(engine);
    expect(providers.map(({ sent }) => sent.length)).toEqual([0, 1]);
    await engine.pass(10);
    expect(providers.map(({ sent }) => sent.length)).toEqual([0, 5]);
  });

  // `MESSAGES=500 npx vitest run test/modules/delivery/engine/candidates.test.ts -t dead` sends fewer.
  const MESSAGES = Number(process.env.MESSAGES ?? 10_000);

  test(`one route dead in the middle of ${MESSAGES} messages: nobody twice, nobody lost, explained`, async () => {
    const campaign = await campaignOf(MESSAGES);
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B' }]);
    await start(campaign);
    const { engine, providers } = engineWith(app, routes, soon(), { batchSize: 50, maxInFlight: 2 });
    const accepted = new Map<string, number>();
    for (const [at, provider] of providers.entries()) {
      provider.answer = ({ id, to }) => {
        if (at === 0 && accepted.size >= MESSAGES / 2) return refusal('blocked');
        accepted.set(to, (accepted.get(to) ?? 0) + 1);
        return { status: 'accepted', providerId: `p-${id}` };
      };
    }
    await runFor15s(engine);
    expect(accepted.size).toBe(MESSAGES);
    expect(Math.max(...accepted.values())).toBe(1);
    const messages = await messagesOf(campaign);
    expect(messages.map(({ status }) => status).filter((status) => status !== 'accepted')).toEqual([]);
    const moved = messages.filter(({ routeChoice }) => JSON.stringify(routeChoice).includes('"blocked"'));
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.every(({ smsRoutingRouteId }) => smsRoutingRouteId === routes[1]!.id)).toBe(true);
    const { routeChoice } = await explain(campaign, moved[0]!.contactId);
    expect(routeChoice).toEqual({ reason: 'only', passedOver: [{ reason: 'blocked', route: { name: 'A' } }] });
    const { status } = await app.db.smsCampaign.findFirstOrThrow({ where: { id: campaign.campaignId } });
    expect(status).toBe('sent');
  });
});

test('a rule for a country and its senders are for numbers of it, whatever country the contacts name', async () => {
  const campaign = await campaignOf(5);
  const { ruleId, routes } = await createRule(app, campaign, [{ name: 'Austria' }]);
  const { teamId, routeId } = campaign;
  const [austria] = routes;
  await app.db.routingPlanRule.update({ where: { teamId_id: { teamId, id: ruleId } }, data: { countryId: 40 } });
  const america = await createRule(app, campaign, [{ name: 'America' }]);
  await app.db.routingPlanRule.update({
    where: { teamId_id: { teamId, id: america.ruleId } },
    data: { countryId: 840, position: 1 },
  });
  for (const [sender, countryId] of [
    ['Servus', 40],
    ['Hallo', 276],
  ] as const)
    await app.db.routeSender.create({ data: { teamId, routeId: austria!.id, sender, countryId } });
  const places = [
    ['436641234567', 276, austria!.id],
    ['436641234568', null, austria!.id],
    ['4915112345678', 40, routeId],
    ['15145550123', 840, america.routes[0]!.id],
    ['881612345678', 40, austria!.id],
  ] as const;
  for (const [at, [number, countryId]] of places.entries()) {
    const where = { teamId_id: { teamId, id: campaign.contactIds[at]! } };
    await app.db.contact.update({ where, data: { number: BigInt(number), countryId } });
  }
  const expected = Object.fromEntries(places.map(([, , route], at) => [campaign.contactIds[at]!, route]));
  const { data } = await app.graphql<{
    previewSmsCampaign: { messages: { nodes: { contactId: string; routeId: string }[] } };
  }>(PREVIEW, { variables: { id: campaign.campaignId }, token: acme.token });
  const rehearsed = data!.previewSmsCampaign.messages.nodes.map((one) => [one.contactId, one.routeId]);
  expect(Object.fromEntries(rehearsed)).toEqual(expected);
  await start(campaign);
  const { engine } = engineWith(app, [], soon());
  await runFor15s(engine);
  const messages = await messagesOf(campaign);
  expect(Object.fromEntries(messages.map((one) => [one.contactId, one.smsRoutingRouteId]))).toEqual(expected);
  const overAustria = messages.filter(({ smsRoutingRouteId }) => smsRoutingRouteId === austria!.id);
  expect(overAustria.map(({ senderId }) => senderId)).toEqual(['Servus', 'Servus', 'Servus']);
  expect((await explain(campaign, campaign.contactIds[0]!)).route).toEqual({ name: 'Austria' });
});
