import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterReceipts, type NetworkHealth } from '../../../../src/modules/delivery/engine/network-health.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createRule, engineWith } from '../../../support/routes.ts';
import { createSmsCampaign, manual, START } from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

const NOW = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const health = (data: Partial<NetworkHealth> = {}): NetworkHealth => ({
  ...{ total: 0, delivered: 0, rate: null, outSince: null, updatedAt: NOW },
  ...data,
});
const receipts = (total: number, delivered: number) => ({ total, delivered });

describe('the health of a route', () => {
  test('is not known before 20 receipts', () => {
    expect(afterReceipts(health(), receipts(19, 0), NOW)).toMatchObject({ rate: null, outSince: null });
    expect(afterReceipts(health(), receipts(20, 15), NOW)).toMatchObject({ rate: 0.75, outSince: null });
  });

  test('counts a receipt half after 20 minutes and an eighth after an hour', () => {
    const former = health({ total: 80, delivered: 80, rate: 1 });
    expect(afterReceipts(former, receipts(40, 0), minutes(20)).rate).toBe(0.5);
    expect(afterReceipts(former, receipts(10, 10), minutes(60))).toMatchObject({ total: 20, delivered: 20, rate: 1 });
  });

  test('keeps the weight of 100 receipts', () => {
    const former = health({ total: 100, delivered: 100, rate: 1 });
    expect(afterReceipts(former, receipts(100, 20), NOW)).toEqual({
      ...{ total: 100, delivered: 60, rate: 0.6, outSince: null, updatedAt: NOW },
    });
  });

  test('is out below half, until 10 test messages show 60 %', () => {
    const out = afterReceipts(health(), receipts(100, 49), NOW);
    expect(out).toEqual({ total: 0, delivered: 0, rate: 0.49, outSince: NOW, updatedAt: NOW });
    expect(afterReceipts(health(), receipts(100, 50), NOW).outSince).toBe(null);
    const waiting = afterReceipts(out, receipts(9, 9), NOW);
    expect(waiting).toMatchObject({ total: 9, delivered: 9, rate: 0.49, outSince: NOW });
    expect(afterReceipts(waiting, receipts(1, 0), NOW)).toMatchObject({ rate: 0.9, outSince: null });
    expect(afterReceipts(out, receipts(10, 5), NOW)).toMatchObject({ total: 0, rate: 0.5, outSince: NOW });
    expect(afterReceipts(out, receipts(10, 6), NOW)).toMatchObject({ total: 10, rate: 0.6, outSince: null });
  });

  test('counts a message that was delivered after all once', () => {
    expect(afterReceipts(health({ total: 20, delivered: 20 }), receipts(0, 1), NOW)).toMatchObject({
      ...{ total: 20, delivered: 20, rate: 1 },
    });
  });
});

test('receipts of messages that were on their way when a route was left out do not bring it back', async () => {
  const campaign = await createSmsCampaign(app, acme.team.id, { contacts: 800, meta: manual(800, 100) });
  const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
  await app.graphql(START, { variables: { id: campaign.campaignId }, token: acme.token });
  const { engine, providers } = engineWith(app, routes, new Date(Date.now() + 1_000).toISOString());
  const [a, b] = providers;
  await engine.pass(61 / 60, 61 / 60);
  await engine.pass(61 / 60, 61 / 60);
  const first = a!.sent.splice(0);
  expect([first.length, b!.sent.length]).toEqual([200, 0]);
  const told = async (sent: { id: string }[], status: 'delivered' | 'failed') => {
    const at = new Date(engine.clock.getTime() + 1_000);
    engine.clock = at;
    const receipts = sent.map(({ id }) => ({
      ...{ providerId: `p-${id}`, messageId: null, status, code: null, reason: null, at },
    }));
    await receiveInbound(app.services.db, routes[0]!, { receipts, replies: [] }, at);
    await engine.run();
  };
  const state = async () =>
    (await app.db.routeHealth.findFirstOrThrow({ where: { routeId: routes[0]!.id } })).outSince !== null;
  await told(first.slice(0, 40), 'failed');
  expect(await state()).toBe(true);
  await told(first.slice(40), 'delivered');
  expect(await state()).toBe(true);
  // Tests do.
  while (a!.sent.length < 10) await engine.pass(61 / 60, 61 / 60);
  await told(a!.sent, 'delivered');
  expect(await state()).toBe(false);
});

const [BAD, GOOD] = [262_001, 262_002];
const HEALTH = `query ($id: ID!) { route(id: $id) {
  health { totalCount nodes { networkId network { id } rate weight state } } } }`;

describe('a route that delivers 20 % to one network', () => {
  test('loses its traffic within 200 messages, keeps the others’, and has it again after recovery', async () => {
    const campaign = await createSmsCampaign(app, acme.team.id, { contacts: 2_000, meta: manual(2_000, 100) });
    const { teamId, contactIds } = campaign;
    for (const [at, networkId] of [BAD, GOOD].entries()) {
      const ids = contactIds.filter((_id, n) => n % 2 === at);
      await app.db.contact.updateMany({ where: { teamId, id: { in: ids } }, data: { networkId } });
    }
    const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
    await app.graphql(START, { variables: { id: campaign.campaignId }, token: acme.token });
    const { engine, providers } = engineWith(app, routes, new Date(Date.now() + 1_000).toISOString());
    const networks = new Map(
      (await app.db.contact.findMany({ where: { teamId } })).map(({ number, networkId }) => [
        String(number),
        networkId,
      ]),
    );
    let isBad = true;
    let bad = 0;
    /** Goes on for the 61 seconds that 100 messages take; how many of each network went over A. Then their receipts come. */
    async function minute() {
      for (const { sent } of providers) sent.length = 0;
      await engine.pass(61 / 60, 61 / 60);
      const [a, b] = providers.map(({ sent }) => [...sent]);
      for (const [at, sent] of [a!, b!].entries()) {
        const all = sent.map(({ id, to }) => {
          const fails = at === 0 && isBad && networks.get(to) === BAD && bad++ % 5 > 0;
          return { id, status: fails ? ('failed' as const) : ('delivered' as const) };
        });
        const told = all.map(({ id, status }) => ({
          ...{ providerId: `p-${id}`, messageId: null, status, code: null, reason: null, at: engine.clock },
        }));
        await receiveInbound(app.services.db, routes[at]!, { receipts: told, replies: [] }, engine.clock);
      }
      await engine.run();
      const of = (network: number) => a!.filter(({ to }) => networks.get(to) === network).length;
      return { bad: of(BAD), good: of(GOOD), all: a!.length + b!.length };
    }
    const healthOf = async (token: string) =>
      app.graphql<{ route: { health: { nodes: { networkId: string; state: string; rate: number }[] } } }>(HEALTH, {
        variables: { id: routes[0]!.id },
        token,
      });

    const first = await minute();
    expect(first.all).toBe(100);
    expect(first.bad + first.good).toBe(100);
    await minute();
    const third = await minute();
    expect(third.good).toBeGreaterThan(20);
    expect(third.bad).toBeLessThanOrEqual(10);
    expect((await healthOf(acme.token)).data!.route).toMatchObject({
      health: {
        totalCount: 2,
        nodes: [
          { networkId: '262001', network: { id: '262001' }, state: 'out' },
          { networkId: '262002', network: { id: '262002' }, rate: 1, weight: 1, state: 'healthy' },
        ],
      },
    });
    expect(await healthOf(rival.token)).toMatchObject({ errors: [{ message: 'Route not found.' }] });

    isBad = false;
    let state = 'out';
    let waited = 0;
    while (state === 'out' && waited < 14) {
      await minute();
      state = (await healthOf(acme.token)).data!.route.health.nodes[0]!.state;
      waited += 1;
    }
    expect(state).toBe('healthy');
    const last = await minute();
    expect(last.bad).toBeGreaterThan(20);
  });
});
