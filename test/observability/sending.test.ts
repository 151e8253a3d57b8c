import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/database/uuid.ts';
import { serveMetrics } from '../../src/observability/metrics-server.ts';
import { readSendingState } from '../../src/observability/sending-state.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { callEvent, createVoiceCampaign, reportOf, START_CALLS, testCallEngine } from '../support/calling.ts';
import { markAll, rollUp } from '../support/roll-ups.ts';
import { createRule, engineWith, refusal } from '../support/routes.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createSmsCampaign, manual, START, STOP, testEngine } from '../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../support/team.ts';

const lines: Record<string, unknown>[] = [];
const log = new Writable({
  write(chunk, _encoding, done) {
    const { time: _, pid: _pid, hostname: _host, ...line } = JSON.parse(String(chunk));
    lines.push(line);
    done();
  },
});
let app: TestApp;
let team: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ METRICS: '0', LOG_LEVEL: 'info' }, log);
});
afterAll(() => app.close());
beforeEach(async () => {
  team = await createSendingTeam(app);
  lines.length = 0;
});

const soon = () => new Date(Date.now() + 1_000).toISOString();

async function scrape(): Promise<(name: string) => string[]> {
  const server = await serveMetrics(app.services.metrics!, '0');
  const text = await (await fetch(server.url)).text();
  await server.close();
  return (name) => text.split('\n').filter((line) => line.startsWith(`${name}{`));
}

/** How much each series of a metric grew. */
async function grown(name: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () =>
    new Map((await scrape())(name).map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]));
  const before = await read();
  await work();
  const changes = [...(await read())].map(([series, value]) => [series, value - (before.get(series) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

test('messages count by status and requests by result, once they are committed', async () => {
  const { campaignId } = await createSmsCampaign(app, team.team.id, { contacts: 4, meta: manual(4) });
  await app.graphql(START, { variables: { id: campaignId }, token: team.token });
  const engine = testEngine(app, soon());
  let sent = 0;
  engine.provider.answer = ({ id }) => {
    sent += 1;
    if (sent === 1) return { status: 'unknown', reason: 'Gateway error' };
    if (sent > 2) return { status: 'accepted', providerId: `p-${id}` };
    return { status: 'rejected', kind: 'permanent', code: '1', reason: 'No such number', retryAfterSeconds: null };
  };
  expect(await grown('outbound_messages_total', () => engine.run())).toEqual({
    'outbound_messages_total{status="accepted"}': 2,
    'outbound_messages_total{status="failed"}': 1,
    'outbound_messages_total{status="unknown"}': 1,
  });
  const read = await scrape();
  expect(read('outbound_provider_requests_seconds_count')).toEqual([
    'outbound_provider_requests_seconds_count{channel="sms",provider="http",result="accepted"} 1',
  ]);
  const unknown = async () => (await readSendingState(app.pool)).sms.unknown;
  expect(await unknown()).toBe(1);
  const teamId = team.team.id;
  const where = { teamId_id: { teamId, id: campaignId } };
  await app.db.smsCampaign.update({ where, data: { deletedAt: new Date() } });
  expect(await unknown()).toBe(0);
  await app.db.smsCampaign.update({ where, data: { deletedAt: null } });
  expect(await unknown()).toBe(1);
  // As when their partition is dropped.
  await app.db.smsMessage.deleteMany({ where: { teamId } });
  expect(await unknown()).toBe(0);
});

test('messages of sellers without a known result count for a week', async () => {
  const teamId = team.team.id;
  const { id: sellerEndpointId } = await createSellerEndpoint(app.db, {
    teamId,
    username: 'unknown',
    passwordHash: '',
  });
  const message = { teamId, sellerEndpointId, protocol: 'smpp', sender: 'Acme', destination: '', text: '' } as const;
  const add = async (status: 'unknown' | 'accepted', daysAgo: number) => {
    const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
    const id = uuidv7(createdAt.getTime());
    await app.db.hubMessage.create({ data: { ...message, id, status, dueAt: null, createdAt, validUntil: createdAt } });
  };
  const unknown = async () => {
    await markAll(app, teamId);
    await rollUp(app.services);
    return (await readSendingState(app.pool)).sms.unknown;
  };
  const before = await unknown();
  await add('accepted', 0);
  await add('unknown', 6);
  await add('unknown', 8);
  expect((await unknown()) - before).toBe(1);
});

test('a preview and a transaction that is undone count nothing', async () => {
  const { campaignId } = await createSmsCampaign(app, team.team.id, { meta: manual(3) });
  const counted = await grown('outbound_messages_total', async () => {
    const { data } = await app.graphql<{ previewSmsCampaign: { messages: { totalCount: number } } }>(
      'query ($id: ID!) { previewSmsCampaign(id: $id) { messages { totalCount } } }',
      { variables: { id: campaignId }, token: team.token },
    );
    expect(data?.previewSmsCampaign.messages.totalCount).toBe(3);
  });
  expect([counted, lines.filter(({ msg }) => String(msg).startsWith('a send'))]).toEqual([{}, []]);
  const seen: string[] = [];
  await app.services.db
    .transaction(async (tx) => {
      tx.committed(() => seen.push('undone'));
      throw new Error('undo');
    })
    .catch(() => {});
  await app.services.db.transaction(async (tx) => {
    tx.committed(() => seen.push('outer'));
    await tx
      .transaction(async (inner) => {
        inner.committed(() => seen.push('inner'));
        throw new Error('undo');
      })
      .catch(() => {});
    expect(seen).toEqual([]);
  });
  expect(seen).toEqual(['outer']);
});

test('a call counts once, by its outcome when it ended', async () => {
  const { campaignId, secret } = await createVoiceCampaign(app, team.team.id, { contacts: 2 });
  await app.graphql(START_CALLS, { variables: { id: campaignId }, token: team.token });
  const engine = testCallEngine(app, soon());
  const counted = await grown('outbound_calls_total', async () => {
    await engine.run();
    const [busy, hungUp] = engine.voice.placed;
    for (const time of [1, 2]) {
      expect(await callEvent(app, secret, reportOf(busy!, new Date(Date.now() + time), 'customer-busy'))).toBe(200);
    }
    expect(await callEvent(app, secret, reportOf(hungUp!, new Date(), 'customer-ended-call'))).toBe(200);
  });
  expect(counted).toEqual({
    'outbound_calls_total{outcome="busy"}': 1,
    'outbound_calls_total{outcome="undecided"}': 1,
  });
});

test('a send leaves a line when it begins and when it ends, a stop by a person among them', async () => {
  const teamId = team.team.id;
  const { campaignId } = await createSmsCampaign(app, teamId, { meta: manual(3) });
  await app.graphql(START, { variables: { id: campaignId }, token: team.token });
  const engine = testEngine(app, soon());
  await engine.run();
  await engine.pass(1);
  const { id: sendId } = await app.db.smsSend.findFirstOrThrow({ where: { teamId, smsCampaignId: campaignId } });
  const send = { level: 30, kind: 'sms', teamId, campaignId, sendId };
  const ofSends = () => lines.filter(({ msg }) => String(msg).startsWith('a send'));
  expect(ofSends()).toEqual([
    { ...send, msg: 'a send began' },
    { ...send, status: 'sent', reason: null, msg: 'a send ended' },
  ]);
  lines.length = 0;
  const other = await createSmsCampaign(app, teamId, { meta: manual(3, 1) });
  await app.graphql(START, { variables: { id: other.campaignId }, token: team.token });
  await testEngine(app, soon()).run();
  await app.graphql(STOP, { variables: { id: other.campaignId }, token: team.token });
  expect(ofSends().map(({ msg, status }) => [msg, status])).toEqual([
    ['a send began', undefined],
    ['a send ended', 'stopped'],
  ]);
});

test('a route leaves a line when it goes down and when it is back, without numbers', async () => {
  const teamId = team.team.id;
  const { campaignId, routeId } = await createSmsCampaign(app, teamId, { contacts: 2, meta: manual(2) });
  await app.graphql(START, { variables: { id: campaignId }, token: team.token });
  const engine = testEngine(app, soon());
  engine.provider.answer = () => ({
    status: 'unreachable',
    reason: 'No route to +4915100000000',
    retryAfterSeconds: null,
  });
  await engine.run();
  expect((await readSendingState(app.pool)).sms.routesPaused).toBe(1);
  engine.provider.answer = ({ id }) => ({ status: 'accepted', providerId: `p-${id}` });
  await engine.pass(2);
  expect(lines.filter(({ msg }) => String(msg).startsWith('a route'))).toEqual([
    { level: 40, kind: 'sms', teamId, id: routeId, reason: 'No route to …', msg: 'a route is down' },
    { level: 30, kind: 'sms', teamId, id: routeId, reason: null, msg: 'a route is back' },
  ]);
});

test('a route that refuses what another takes leaves a line when it begins to and when it takes messages again', async () => {
  const teamId = team.team.id;
  const campaign = await createSmsCampaign(app, teamId, { contacts: 5, meta: manual(5, 1), price: '0' });
  const { routes } = await createRule(app, campaign, [{ name: 'A' }, { name: 'B', priority: 2 }]);
  await app.graphql(START, { variables: { id: campaign.campaignId }, token: team.token });
  const { engine, providers } = engineWith(app, routes, soon());
  const [a, b] = providers;
  a!.answer = () => refusal('blocked');
  await engine.run();
  await engine.pass(3, 0.5);
  // It was tried again in between.
  expect(a!.sent.length).toBeGreaterThan(1);
  expect(b!.sent.length).toBeGreaterThan(0);
  const line = { kind: 'sms', teamId, id: routes[0]!.id };
  const down = { level: 40, ...line, reason: 'Refused.', msg: 'a route is down' };
  const ofRoutes = () => lines.filter(({ msg }) => String(msg).startsWith('a route'));
  expect(ofRoutes()).toEqual([down]);
  a!.answer = ({ id }) => ({ status: 'accepted', providerId: `p-${id}` });
  await engine.pass(2, 0.5);
  expect(ofRoutes()).toEqual([down, { level: 30, ...line, reason: null, msg: 'a route is back' }]);
});

test('a campaign that stops for want of money counts', async () => {
  const { campaignId } = await createSmsCampaign(app, team.team.id, { meta: manual(3) });
  await app.graphql(START, { variables: { id: campaignId }, token: team.token });
  const engine = testEngine(app, soon());
  const refusal = { code: null, reason: 'Top up', retryAfterSeconds: null } as const;
  engine.provider.answer = () => ({ status: 'rejected', kind: 'balance', ...refusal });
  expect(await grown('outbound_balance_stops_total', () => engine.run())).toEqual({
    'outbound_balance_stops_total{channel="sms"}': 1,
  });
});

test('the queue: what is due, what is held, and since when', async () => {
  const teamId = team.team.id;
  const before = await readSendingState(app.pool);
  const { campaignId } = await createSmsCampaign(app, teamId, { contacts: 5, meta: manual(5, 2) });
  await app.graphql(START, { variables: { id: campaignId }, token: team.token });
  await testEngine(app, soon()).run();
  const { id: sendId } = await app.db.smsSend.findFirstOrThrow({ where: { teamId, smsCampaignId: campaignId } });
  const where = { teamId, smsSendId: sendId, status: 'waiting' as const };
  const [held] = await app.db.smsRecipient.findMany({ where, take: 1 });
  const past = new Date(Date.now() - 600_000);
  await app.db.smsRecipient.updateMany({ where, data: { dueAt: past } });
  await app.db.smsRecipient.updateMany({
    where: { ...where, contactId: held!.contactId },
    data: { dueAt: new Date(Date.now() + 600_000) },
  });
  await app.db.smsSend.updateMany({ where: { teamId, id: sendId }, data: { nextStepAt: past } });
  const { sms } = await readSendingState(app.pool);
  expect([sms.due - before.sms.due, sms.held - before.sms.held]).toEqual([2, 1]);
  expect(Math.floor(sms.oldestDueSeconds / 60)).toBe(10);
});
