import type { OutgoingSms, SendResult } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import { type HubMessage, Prisma } from '../../../../src/generated/prisma/client.ts';
import { LARGE_BATCH_SIZE } from '../../../../src/modules/delivery/engine/engine.ts';
import { CAME_BACK, markCall } from '../../../../src/modules/delivery/engine/provider-calls.ts';
import type { SmsResult } from '../../../../src/modules/delivery/engine/sms-result.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { claimRelayed } from '../../../../src/modules/delivery/relay/claim-relay.ts';
import { cancelRelayed, relayedState } from '../../../../src/modules/delivery/relay/end.ts';
import { relay } from '../../../../src/modules/delivery/relay/relay.ts';
import { endTurn, nextEndpoint } from '../../../../src/modules/delivery/relay/relay-queue.ts';
import { settleRelay } from '../../../../src/modules/delivery/relay/settle-relay.ts';
import type { Submission } from '../../../../src/modules/hub/traffic/submission.ts';
import { takeSubmits } from '../../../../src/modules/hub/traffic/take-submits.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver, meanwhile, untilWaiting } from '../../../support/database.ts';
import { mutate } from '../../../support/mutate.ts';
import { markAll, rollUp } from '../../../support/roll-ups.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createRoute, type TestEngine, testEngine, testProvider } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let test: TestApp;
let engine: TestEngine;
let teamId: string;
let token: string;
let endpointId: string;
let routeId: string;
let payerId: string;
let integrationId: string;
let count = 0;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const START = '2026-03-02T10:00:00Z';

beforeEach(async () => {
  engine = testEngine(test, START);
  ({
    token,
    team: { id: teamId },
  } = await createTeam(test));
  // As after the charge of ten prices of 0.03.
  integrationId = await balance('0.7');
  payerId = await balance('1');
  routeId = (await createRoute(test, teamId, { price: '0.02', integrationId: payerId })).id;
  count += 1;
  const data = { teamId, username: `relayed-${count}`, passwordHash: 'none', defaultRouteId: routeId };
  endpointId = (await createSellerEndpoint(test.db, data)).id;
});

const balance = async (amount: string) =>
  (await test.db.integration.create({ data: { teamId, name: 'Prepaid', isBalanceManaged: true, balance: amount } })).id;

async function submit(more: Partial<Prisma.HubMessageUncheckedCreateInput> = {}): Promise<HubMessage> {
  const now = engine.now();
  count += 1;
  const message = await test.db.hubMessage.create({
    data: {
      ...{ teamId, id: uuidv7(now.getTime()), sellerEndpointId: endpointId, protocol: 'smpp', sender: 'Northwind' },
      ...{ destination: `49151${10_000_000 + count}`, number: BigInt(`49151${10_000_000 + count}`), text: 'Hello' },
      ...{ routeId, cost: '0.02', price: '0.03', integrationId, dueAt: now, createdAt: now },
      ...{ validUntil: new Date(now.getTime() + 3_600_000) },
      ...more,
    },
  });
  await test.db.hubQueue.upsert({
    where: { teamId_sellerEndpointId: { teamId, sellerEndpointId: endpointId } },
    create: { teamId, sellerEndpointId: endpointId, dueAt: now },
    update: { dueAt: now },
  });
  return message;
}

async function run() {
  for (let turns = 0; await relay(engine); turns += 1) if (turns > 100) throw new Error('It does not come to rest.');
}

const row = (id: string) => test.db.hubMessage.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } });
const balanceOf = async (id: string) =>
  (await test.db.integration.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } })).balance.toString();
const returned = async () =>
  (await test.db.hubReturn.findMany({ where: { teamId }, orderBy: { id: 'asc' } })).map(({ subjectId, content }) => [
    subjectId,
    (content as { status: string }).status,
  ]);
const receipt = (providerId: string, status: 'accepted' | 'delivered' | 'failed', messageId: string | null = null) =>
  receiveInbound(
    test.services.db,
    { teamId, id: routeId },
    { receipts: [{ providerId, messageId, status, code: 0, reason: null, at: engine.now() }], replies: [] },
    engine.now(),
  );
const refuses = (kind: 'permanent' | 'retryable') => (): SendResult => ({
  ...{ status: 'rejected', kind, code: '1', reason: 'No.', retryAfterSeconds: null },
});

it('a queued message goes out once, is paid, and its receipt goes back', async () => {
  const { id, destination } = await submit();
  await run();
  expect(engine.provider.sent).toEqual([{ id, to: destination, from: 'Northwind', text: 'Hello' }]);
  expect(await row(id)).toMatchObject({ status: 'accepted', smsId: `p-${id}`, payerId });
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['0.98', '0.7']);
  await receipt(`p-${id}`, 'delivered');
  await receipt(`p-${id}`, 'failed');
  expect(await row(id)).toMatchObject({ status: 'delivered' });
  expect(await returned()).toEqual([[id, 'delivered']]);
  await run();
  expect(engine.provider.sent).toHaveLength(1);
});

it('reports count a message as sending from its claim on', async () => {
  await submit();
  const counted = async () => {
    await rollUp(test.services);
    const { rows } = await test.pool.query(
      'SELECT status::text, sum(messages)::int AS messages FROM hub_roll_ups WHERE team_id = $1 AND number > 0 GROUP BY 1',
      [teamId],
    );
    return rows;
  };
  await markAll(test, teamId);
  expect(await counted()).toEqual([{ status: 'queued', messages: 1 }]);
  const { send } = engine.provider;
  let meanwhile: unknown;
  engine.provider.send = async (messages) => {
    meanwhile = await counted();
    return send(messages);
  };
  await run();
  expect(meanwhile).toEqual([{ status: 'sending', messages: 1 }]);
  expect(await counted()).toEqual([{ status: 'accepted', messages: 1 }]);
});

it('a receipt that names our id may come before the answer', async () => {
  const { id } = await submit();
  engine.provider.answer = ({ id }) => ({ status: 'accepted', providerId: `q-${id}` });
  const { send } = engine.provider;
  engine.provider.send = async (messages) => {
    await receipt(`q-${id}`, 'delivered', id);
    return send(messages);
  };
  await run();
  expect(await row(id)).toMatchObject({ status: 'delivered', smsId: `q-${id}` });
  expect(await returned()).toEqual([[id, 'delivered']]);
});

it('what is refused for good has failed, with price and cost given back once', async () => {
  engine.provider.answer = refuses('permanent');
  const { id } = await submit();
  await run();
  const failed = await row(id);
  expect([failed.status, failed.price.toString(), failed.cost.toString()]).toEqual(['failed', '0', '0']);
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['1', '0.73']);
  const entries = await test.db.ledgerEntry.findMany({ where: { teamId }, orderBy: { kind: 'asc' } });
  expect(entries.map(({ kind, sellerEndpointId, routeId: over }) => [kind, sellerEndpointId, over])).toEqual([
    ['charge', endpointId, routeId],
    ['refund', endpointId, null],
    ['refund', endpointId, null],
  ]);
  expect(await returned()).toEqual([[id, 'failed']]);
});

it('what is refused for now waits, keeps its price, and expires with its validity', async () => {
  engine.provider.answer = refuses('retryable');
  const { id } = await submit({ validUntil: new Date('2026-03-02T10:20:00Z') });
  await run();
  expect(await row(id)).toMatchObject({ status: 'queued', payerId: null });
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['1', '0.7']);
  engine.clock = new Date('2026-03-02T10:20:00Z');
  await run();
  expect(await row(id)).toMatchObject({ status: 'expired' });
  expect(await balanceOf(integrationId)).toBe('0.73');
  expect(await returned()).toEqual([[id, 'expired']]);
});

it('what each of its routes refused for now waits, longer each time; another one takes it at once', async () => {
  const second = await createRoute(test, teamId, { price: '0.02', integrationId: payerId });
  const { id: smsRoutingPlanId } = await test.db.routingPlan.create({ data: { teamId, name: 'Two' } });
  const { id: routingPlanRuleId } = await test.db.routingPlanRule.create({
    data: { teamId, routingPlanId: smsRoutingPlanId, routeId, position: 1 },
  });
  await test.db.routingPlanCandidate.createMany({
    data: [routeId, second.id].map((one, at) => ({
      teamId,
      routingPlanRuleId,
      routeId: one,
      priority: at + 1,
      weight: 1,
    })),
  });
  const over: string[] = [];
  const { providerOf } = engine;
  engine.providerOf = (route) => {
    const provider = providerOf(route);
    return {
      ...provider,
      send: (messages) => {
        over.push(...messages.map(() => (route.id === routeId ? 'first' : 'second')));
        return provider.send(messages);
      },
    };
  };
  engine.provider.answer = refuses('retryable');
  const { id } = await submit();
  const sendsAt = async (seconds: number) => {
    engine.clock = new Date(Date.parse(START) + seconds * 1_000);
    await run();
    return over.splice(0);
  };
  expect(await sendsAt(0)).toEqual(['first']);
  expect(await sendsAt(14)).toEqual([]);
  expect(await sendsAt(15)).toEqual(['first']);
  expect(await sendsAt(59)).toEqual([]);
  await test.db.sellerEndpoint.updateMany({
    where: { id: endpointId },
    data: { smsRoutingPlanId, defaultRouteId: null },
  });
  expect(await sendsAt(60)).toEqual(['first', 'second']);
  expect((await row(id)).reason).toContain('refused it for now: No.');
  // The other tests have the same clock.
  await test.db.hubMessage.deleteMany({ where: { teamId } });
});

const DOWN = { status: 'unreachable', reason: 'Connection refused.', retryAfterSeconds: null } as const;

/** A plan of the endpoint that prefers the routes in this order. What each answers, and the names of those that are asked. */
async function prefers(routes: readonly { id: string; answer: (message: OutgoingSms) => SendResult }[]) {
  const { id: routingPlanId } = await test.db.routingPlan.create({ data: { teamId, name: 'In order' } });
  const rule = { teamId, routingPlanId, routeId: routes[0]!.id, position: 0 };
  const { id: routingPlanRuleId } = await test.db.routingPlanRule.create({ data: rule });
  await test.db.routingPlanCandidate.createMany({
    data: routes.map(({ id }, at) => ({ teamId, routingPlanRuleId, routeId: id, priority: at + 1, weight: 1 })),
  });
  const where = { teamId_id: { teamId, id: endpointId } };
  await test.db.sellerEndpoint.update({ where, data: { smsRoutingPlanId: routingPlanId, defaultRouteId: null } });
  const asked: string[] = [];
  engine.providerOf = ({ id, name }) => {
    const provider = testProvider({ batchSize: 1 });
    provider.answer = (message) => {
      asked.push(name);
      return routes.find((one) => one.id === id)!.answer(message);
    };
    return provider;
  };
  return asked;
}

const accepts = ({ id }: OutgoingSms): SendResult => ({ status: 'accepted', providerId: `p-${id}` });

it('what a route does not take that is down goes out over the next one at once, also what was not tried', async () => {
  const second = await createRoute(test, teamId, { name: 'Second', price: '0.02', integrationId: payerId });
  const asked = await prefers([
    { id: routeId, answer: () => DOWN },
    { id: second.id, answer: accepts },
  ]);
  const messages = [await submit(), await submit()];
  await run();
  expect(asked).toEqual(['Main', 'Second', 'Second']);
  const rows = await Promise.all(messages.map(({ id }) => row(id)));
  expect(rows.map((one) => [one.status, one.routeId])).toEqual([
    ['accepted', second.id],
    ['accepted', second.id],
  ]);
  expect(await balanceOf(payerId)).toBe('0.96');
});

it('while all of its routes are down a message is tried once over each, and again after the first pause', async () => {
  const second = await createRoute(test, teamId, { name: 'Second', price: '0.02', integrationId: payerId });
  const asked = await prefers([
    { id: routeId, answer: () => DOWN },
    { id: second.id, answer: () => DOWN },
  ]);
  const { id } = await submit();
  await run();
  expect(asked).toEqual(['Main', 'Second']);
  expect(await row(id)).toMatchObject({
    ...{ status: 'queued', reason: 'Route Main is paused.', dueAt: new Date('2026-03-02T10:00:01Z') },
  });
  expect(await balanceOf(payerId)).toBe('1');
  await test.db.hubMessage.deleteMany({ where: { teamId } });
});

it('a message whose route is paused for long is looked at after a quarter of an hour: another route may be there', async () => {
  const where = { teamId_id: { teamId, id: routeId } };
  await test.db.route.update({ where, data: { pausedUntil: new Date('2026-03-03T10:00:00Z') } });
  const { id } = await submit();
  await run();
  expect((await row(id)).reason).toBe('Route Main is paused.');
  const other = await createRoute(test, teamId, { price: '0.02', integrationId: payerId });
  const endpoint = { teamId_id: { teamId, id: endpointId } };
  await test.db.sellerEndpoint.update({ where: endpoint, data: { defaultRouteId: other.id } });
  engine.clock = new Date('2026-03-02T10:15:00Z');
  await run();
  expect(await row(id)).toMatchObject({ status: 'accepted', routeId: other.id });
});

it('a receipt that it was accepted may come before the answer, whose name the next receipt has', async () => {
  const { id } = await submit();
  const { send } = engine.provider;
  engine.provider.send = async (messages) => {
    await receipt('', 'accepted', id);
    return send(messages);
  };
  await run();
  expect(await row(id)).toMatchObject({ status: 'accepted', smsId: `p-${id}` });
  await receipt(`p-${id}`, 'delivered');
  expect(await returned()).toEqual([[id, 'delivered']]);
});

it('who is erased after a message was claimed gets nothing any more', async () => {
  engine = testEngine(test, START, testProvider({ batchSize: 1 }));
  const first = await submit({ dueAt: new Date(engine.now().getTime() - 1_000) });
  const second = await submit();
  const { send } = engine.provider;
  engine.provider.send = async (messages) => {
    engine.provider.send = send;
    const { errors } = await mutate(
      test,
      token,
      'erasePerson',
      { input: [{ number: `+${second.number}` }, 'PersonInput'] },
      '{ recordsCount }',
    );
    expect(errors).toBeUndefined();
    return send(messages);
  };
  await run();
  expect(engine.provider.sent.map(({ id }) => id)).toEqual([first.id]);
  expect(await row(second.id)).toMatchObject({ status: 'failed', reason: 'Its recipient was erased.', number: null });
  expect(await balanceOf(payerId)).toBe('0.98');
});

it('a call without an answer leaves its message unknown and paid; it is not sent again, and a late receipt decides', async () => {
  engine.provider.answer = () => ({ status: 'unknown', reason: 'No answer.' });
  const { id } = await submit();
  await run();
  engine.clock = new Date('2026-03-02T10:30:00Z');
  await run();
  expect(await row(id)).toMatchObject({ status: 'unknown' });
  expect([engine.provider.sent.length, await balanceOf(payerId), await balanceOf(integrationId)]).toEqual([
    1,
    '0.98',
    '0.7',
  ]);
  await receipt('any', 'delivered', id);
  expect(await row(id)).toMatchObject({ status: 'delivered' });
});

/** As many as asked for, of which the provider told nothing. */
async function unanswered(count: number): Promise<string[]> {
  engine.provider.answer = () => ({ status: 'unknown', reason: 'No answer.' });
  const ids = [];
  for (let n = 0; n < count; n += 1) ids.push((await submit()).id);
  await run();
  return ids;
}
const decide = (
  outcome: 'sent' | 'delivered' | 'not_sent',
  messageIds: string[],
  more: { key?: string; by?: string } = {},
) =>
  test.graphql(
    `mutation ($input: ResolveUnknownHubMessagesInput!, $key: String) {
      resolveUnknownHubMessages(input: $input, idempotencyKey: $key) { resolvedCount } }`,
    { token: more.by ?? token, variables: { input: { outcome, messageIds }, key: more.key } },
  );
const decided = (resolvedCount: number) => ({ data: { resolveUnknownHubMessages: { resolvedCount } } });
const balances = async () => [await balanceOf(payerId), await balanceOf(integrationId)];
const rolledUp = async () => {
  await rollUp(test.services);
  const { rows } = await test.pool.query(
    `SELECT status::text, sum(messages)::int AS messages, sum(price)::text AS price FROM hub_roll_ups
     WHERE team_id = $1 AND number > 0 GROUP BY 1 HAVING sum(messages) > 0`,
    [teamId],
  );
  return rows;
};

it('an unknown message that a person says was sent stays charged, and its receipt goes back when it comes', async () => {
  const [id] = (await unanswered(1)) as [string];
  await rolledUp();
  expect(await decide('sent', [id])).toEqual(decided(1));
  expect(await row(id)).toMatchObject({ status: 'accepted', reason: null, sentAt: engine.clock, settledAt: null });
  expect([await balances(), await returned()]).toEqual([['0.98', '0.7'], []]);
  expect(await rolledUp()).toEqual([{ status: 'accepted', messages: 1, price: '0.030000' }]);
  await receipt('any', 'delivered', id);
  expect([await balances(), await returned()]).toEqual([['0.98', '0.7'], [[id, 'delivered']]]);
});

it('an unknown message that a person says was delivered stays charged, and its seller gets that receipt', async () => {
  const [id] = (await unanswered(1)) as [string];
  await rolledUp();
  expect(await decide('delivered', [id])).toEqual(decided(1));
  expect(await row(id)).toMatchObject({ status: 'delivered', reason: null, sentAt: engine.clock });
  expect([await balances(), await returned()]).toEqual([['0.98', '0.7'], [[id, 'delivered']]]);
  expect(await rolledUp()).toEqual([{ status: 'delivered', messages: 1, price: '0.030000' }]);
  await receipt('any', 'failed', id);
  expect([(await row(id)).status, await returned()]).toEqual(['delivered', [[id, 'delivered']]]);
});

it('an unknown message that a person says was not sent is given back once, and has failed for its seller', async () => {
  const [id, other] = (await unanswered(2)) as [string, string];
  await rolledUp();
  expect(await decide('not_sent', [id, id.toUpperCase()], { key: 'once' })).toEqual(decided(1));
  expect(await decide('not_sent', [id, id.toUpperCase()], { key: 'once' })).toEqual(decided(1));
  expect(await decide('not_sent', [id])).toEqual(decided(0));
  expect(await decide('sent', [id])).toEqual(decided(0));
  expect(await row(id)).toMatchObject({
    ...{ status: 'failed', reason: 'Nobody knew whether it went out; a person decided that it did not.', sentAt: null },
  });
  expect((await row(other)).status).toBe('unknown');
  expect([await balances(), await returned()]).toEqual([['0.98', '0.73'], [[id, 'failed']]]);
  const back = await test.db.ledgerEntry.findMany({ where: { teamId, kind: 'refund' } });
  expect(back.map((one) => [one.amount.toString(), one.sellerEndpointId]).sort()).toEqual([
    ['0.02', endpointId],
    ['0.03', endpointId],
  ]);
  expect((await rolledUp()).sort((a, b) => (a.status < b.status ? -1 : 1))).toEqual([
    { status: 'failed', messages: 1, price: '0.000000' },
    { status: 'unknown', messages: 1, price: '0.030000' },
  ]);
  await run();
  expect(engine.provider.sent).toHaveLength(2);
  // Its receipt comes after all.
  await receipt('any', 'delivered', id);
  expect(await row(id)).toMatchObject({ status: 'delivered' });
  expect(await balances()).toEqual(['0.98', '0.73']);
  expect((await returned()).sort()).toEqual([
    [id, 'delivered'],
    [id, 'failed'],
  ]);
});

it('two people decide about an unknown message once', async () => {
  const [id] = (await unanswered(1)) as [string];
  const both = await Promise.all([decide('not_sent', [id]), decide('delivered', [id])]);
  const counts = both.map(({ data }) => (data as ReturnType<typeof decided>['data']).resolveUnknownHubMessages);
  expect(counts.map(({ resolvedCount }) => resolvedCount).sort()).toEqual([0, 1]);
  expect(await returned()).toEqual([[id, (await row(id)).status]]);
  expect(await balanceOf(integrationId)).toBe((await row(id)).status === 'failed' ? '0.73' : '0.7');
});

it('what a person gives back is an entry for each endpoint, also of one that was deleted', async () => {
  const [first] = (await unanswered(1)) as [string];
  const former = endpointId;
  const username = `relayed-other-${count}`;
  endpointId = (
    await createSellerEndpoint(test.db, { teamId, username, passwordHash: 'none', defaultRouteId: routeId })
  ).id;
  const [second] = (await unanswered(1)) as [string];
  expect(await mutate(test, token, 'deleteSellerEndpoint', { id: former })).toEqual({
    data: { deleteSellerEndpoint: { id: former } },
  });
  expect(await decide('not_sent', [second, first])).toEqual(decided(2));
  expect(await balances()).toEqual(['1', '0.76']);
  expect(await returned()).toEqual([[second, 'failed']]);
  const back = await test.db.ledgerEntry.findMany({ where: { teamId, kind: 'refund', amount: '0.03' } });
  expect(back.map((one) => one.sellerEndpointId).sort()).toEqual([former, endpointId].sort());
});

it('who decides about another team’s unknown message is told what one who names none is told', async () => {
  const [id] = (await unanswered(1)) as [string];
  const { token: rival } = await createTeam(test, 'Rival');
  const none = uuidv7();
  const { errors } = await decide('not_sent', [id, none, 'x'], { by: rival });
  expect(errors![0]!.extensions).toEqual({
    code: 'VALIDATION_FAILED',
    fields: {
      'input.messageIds.0': ['The selected input.message ids.0 is invalid.'],
      'input.messageIds.1': ['The selected input.message ids.1 is invalid.'],
      'input.messageIds.2': ['The selected input.message ids.2 is invalid.'],
    },
  });
  const mixed = await decide('not_sent', [id, none]);
  expect(Object.keys(mixed.errors![0]!.extensions.fields!)).toEqual(['input.messageIds.1']);
  const many = await decide('not_sent', Array(5_001).fill(id));
  expect(many.errors![0]!.extensions.fields).toEqual({
    'input.messageIds': ['The input.message ids field must not have more than 5000 items.'],
  });
  expect([(await row(id)).status, await returned()]).toEqual(['unknown', []]);
});

it('a refusal that comes after a person decided that its message was sent gives nothing back', async () => {
  const { id } = await submit();
  const [batch] = await claimRelayed(engine, (await nextEndpoint(engine, engine.now()))!);
  const first = { id: batch!.id, takeovers: 0 };
  await markCall(engine, { teamId, sendId: null }, first, batch!.messages);
  engine.clock = new Date('2026-03-02T10:05:00Z');
  await run();
  expect(await decide('sent', [id])).toEqual(decided(1));
  const results: SmsResult[] = [{ messageId: id, ...refuses('permanent')() }];
  await settleRelay(engine, { teamId, endpointId }, first, batch!.route, [{ callId: null, results }], true);
  expect([(await row(id)).status, await balances(), await returned()]).toEqual(['accepted', ['0.98', '0.7'], []]);
});

const allowSending = (isSendingAllowed: boolean) =>
  test.db.sellerEndpoint.update({
    where: { teamId_id: { teamId, id: endpointId } },
    data: { isSendingAllowed, updatedAt: engine.now() },
  });

it('while its endpoint is switched off a message waits, and expires; it goes out once the endpoint is switched on', async () => {
  await allowSending(false);
  const { id } = await submit();
  const brief = await submit({ validUntil: new Date('2026-03-02T10:10:00Z') });
  await run();
  expect(await row(id)).toMatchObject({ status: 'queued', reason: 'The endpoint may not send.' });
  for (const minutes of [5, 10, 15]) {
    engine.clock = new Date(Date.parse(START) + minutes * 60_000);
    await run();
  }
  expect([(await row(brief.id)).status, engine.provider.sent]).toEqual(['expired', []]);
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['1', '0.73']);
  // It is looked at again as long after as it was switched off before.
  expect((await row(id)).dueAt).toEqual(new Date('2026-03-02T10:20:00Z'));
  await allowSending(true);
  engine.clock = new Date('2026-03-02T10:20:00Z');
  await run();
  expect(engine.provider.sent.map((message) => message.id)).toEqual([id]);
});

it('an endpoint that is switched off after its messages were claimed sends none of them', async () => {
  engine = testEngine(test, START, testProvider({ batchSize: 1 }));
  const first = await submit({ dueAt: new Date(engine.now().getTime() - 1_000) });
  const second = await submit();
  const { send } = engine.provider;
  engine.provider.send = async (messages) => {
    await allowSending(false);
    return send(messages);
  };
  await run();
  expect(engine.provider.sent.map(({ id }) => id)).toEqual([first.id]);
  expect(await row(second.id)).toMatchObject({ status: 'queued', reason: 'The endpoint may not send.', payerId: null });
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['0.98', '0.7']);
  await test.db.hubMessage.deleteMany({ where: { teamId } });
});

it('a number that is suppressed after the submit gets nothing', async () => {
  const { id, number } = await submit();
  await test.db.suppressedNumber.create({ data: { teamId, number: number! } });
  await run();
  expect(engine.provider.sent).toEqual([]);
  expect(await row(id)).toMatchObject({ status: 'failed' });
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['1', '0.73']);
});

it('a message is canceled while it waits, and no later', async () => {
  const key = { teamId, endpointId };
  const { id } = await submit({ receipts: 'none' });
  const cancel = (messageId: string, of = key) =>
    test.services.db.transaction((tx) => cancelRelayed(tx, of, messageId, engine.now()));
  const other = (await createTeam(test)).team.id;
  expect(await cancel(id, { teamId: other, endpointId })).toBe('not_found');
  expect(await cancel(id)).toBe('canceled');
  await run();
  expect([engine.provider.sent, await returned(), await balanceOf(integrationId)]).toEqual([[], [], '0.73']);
  const sent = await submit();
  await run();
  expect(await cancel(sent.id)).toBe('too_late');
  expect(await test.services.db.transaction((tx) => relayedState(tx, key, id))).toMatchObject({ status: 'canceled' });
});

it('what a dead worker had begun is unknown; what it had not begun goes out', async () => {
  const { id } = await submit();
  const claimed = await submit();
  const turn = await nextEndpoint(engine, engine.now());
  const [batch] = await claimRelayed(engine, turn!);
  const key = { id: batch!.id, takeovers: 0 };
  const begun = batch!.messages.filter((message) => message.id === id);
  await markCall(engine, { teamId, sendId: null }, key, begun);
  engine.clock = new Date('2026-03-02T10:05:00Z');
  await run();
  expect([(await row(id)).status, (await row(claimed.id)).status]).toEqual(['unknown', 'accepted']);
  expect(engine.provider.sent.map((message) => message.id)).toEqual([claimed.id]);
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['0.96', '0.7']);
});

it('what goes out again after its worker died is from the sender that its route gave it', async () => {
  engine = testEngine(test, START, testProvider({ idempotent: true }));
  await test.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { senderId: 'Acme' } });
  const { id, destination } = await submit({ sender: '' });
  const turn = await nextEndpoint(engine, engine.now());
  const [batch] = await claimRelayed(engine, turn!);
  await markCall(engine, { teamId, sendId: null }, { id: batch!.id, takeovers: 0 }, batch!.messages);
  engine.clock = new Date('2026-03-02T10:05:00Z');
  await run();
  const message = { id, to: destination, from: 'Acme', text: 'Hello' };
  expect(batch!.messages).toEqual([message]);
  expect(engine.provider.sent).toMatchObject([message]);
});

it('what the balance of its route does not cover holds up nothing that it covers', async () => {
  await test.db.integration.update({ where: { teamId_id: { teamId, id: payerId } }, data: { balance: '0.05' } });
  const dear = await submit({ smsParts: 5, dueAt: new Date(engine.now().getTime() - 1_000) });
  const cheap = await submit();
  await run();
  expect([(await row(dear.id)).status, (await row(cheap.id)).status]).toEqual(['queued', 'accepted']);
  expect(await balanceOf(payerId)).toBe('0.03');
});

it('however much waits for a slow route, a message over another one goes out', async () => {
  await test.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { perSecond: 1 } });
  const other = await createRoute(test, teamId, { price: '0.02' });
  const { id: smsRoutingPlanId } = await test.db.routingPlan.create({ data: { teamId, name: 'Plan' } });
  const rule = { teamId, routingPlanId: smsRoutingPlanId, routeId: other.id, position: 0, countryId: 840 };
  const { id: routingPlanRuleId } = await test.db.routingPlanRule.create({ data: rule });
  await test.db.routingPlanCandidate.create({ data: { teamId, routingPlanRuleId, routeId: other.id } });
  await test.db.sellerEndpoint.update({
    where: { teamId_id: { teamId, id: endpointId } },
    data: { smsRoutingPlanId },
  });
  const before = await submit({ dueAt: new Date(engine.now().getTime() - 60_000) });
  const waiting = Array.from({ length: LARGE_BATCH_SIZE }, () => ({
    ...before,
    id: uuidv7(),
    refusals: Prisma.DbNull,
  }));
  await test.db.hubMessage.createMany({ data: waiting.map((one) => ({ ...one, routeChoice: Prisma.DbNull })) });
  const { id } = await submit({ routeId: other.id, countryId: 840 });
  await run();
  expect((await row(id)).status).toBe('accepted');
  expect(await test.db.hubMessage.count({ where: { teamId, status: 'accepted', routeId } })).toBe(1);
});

it('a message for later that is stored while a turn ends is looked at in time', async () => {
  await submit();
  const inAnHour = new Date(engine.now().getTime() + 3_600_000);
  const submission: Submission = {
    ...{
      teamId,
      endpointId,
      protocol: 'smpp',
      sender: 'Northwind',
      destination: '4915110000001',
      isInternational: true,
    },
    ...{ text: 'Hello', receipts: 'none', validUntil: null, scheduledAt: inAnHour, reference: null, partIds: [] },
  };
  let stored: Promise<unknown> | undefined;
  const db = dbOver(
    test,
    meanwhile(test, /^UPDATE hub_queues SET due_at/, () => {
      stored = takeSubmits(test.services, teamId, [{ id: uuidv7(), submission }], engine.now());
      return Promise.race([stored, untilWaiting(test, 1)]);
    }),
  );
  const turn = await nextEndpoint(engine, engine.now());
  await claimRelayed({ ...engine, db }, turn!);
  await stored;
  const queue = { teamId_sellerEndpointId: { teamId, sellerEndpointId: endpointId } };
  expect((await test.db.hubQueue.findUniqueOrThrow({ where: queue })).dueAt).toEqual(inAnHour);
});

it('a turn that ends leaves another one of the same millisecond alone', async () => {
  const now = engine.now();
  await submit();
  const first = await nextEndpoint(engine, now);
  await submit();
  const second = await nextEndpoint(engine, now);
  const isDue = () => test.db.hubQueue.count({ where: { teamId, dueAt: { not: null } } });
  await endTurn(test.services.db, first!, null);
  expect(await isDue()).toBe(1);
  await endTurn(test.services.db, second!, null);
  expect(await isDue()).toBe(0);
});

it('a refusal that comes after another worker has taken over fails its message, with price and cost given back', async () => {
  const { id } = await submit();
  const turn = await nextEndpoint(engine, engine.now());
  const [batch] = await claimRelayed(engine, turn!);
  const first = { id: batch!.id, takeovers: 0 };
  const settle = (results: SmsResult[], key = first) =>
    settleRelay(engine, { teamId, endpointId }, key, batch!.route, [{ callId: null, results }], true);
  const refusal: SmsResult = { messageId: id, ...refuses('permanent')() };
  await markCall(engine, { teamId, sendId: null }, first, batch!.messages);
  engine.clock = new Date('2026-03-02T10:05:00Z');
  await run();
  expect((await row(id)).status).toBe('unknown');
  // Another call might have reached somebody.
  const calls = { teamId, batchId: batch!.id };
  const [call] = await test.db.smsProviderCall.findMany({ where: calls });
  await test.db.smsProviderCall.create({ data: { ...call!, id: uuidv7() } });
  await settle([refusal]);
  expect((await row(id)).status).toBe('unknown');
  await test.db.smsProviderCall.deleteMany({ where: { ...calls, id: { not: call!.id } } });
  await settle([refusal]);
  await settle([refusal]);
  expect(await row(id)).toMatchObject({ status: 'failed', reason: 'No.' });
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['1', '0.73']);
  expect(await returned()).toEqual([[id, 'failed']]);
});

it('a message that its worker did not hand over, as it says after another one has taken over, goes out once', async () => {
  const { id } = await submit();
  const turn = await nextEndpoint(engine, engine.now());
  const [batch] = await claimRelayed(engine, turn!);
  const first = { id: batch!.id, takeovers: 0 };
  const answered = [{ callId: null, results: [{ messageId: id, ...CAME_BACK }] }];
  const settle = () => settleRelay(engine, { teamId, endpointId }, first, batch!.route, answered, true);
  await markCall(engine, { teamId, sendId: null }, first, batch!.messages);
  engine.clock = new Date('2026-03-02T10:05:00Z');
  await run();
  expect([(await row(id)).status, await balanceOf(payerId)]).toEqual(['unknown', '0.98']);
  await settle();
  expect([(await row(id)).status, await balanceOf(payerId)]).toEqual(['queued', '1']);
  await run();
  await settle();
  expect([(await row(id)).status, await balanceOf(payerId)]).toEqual(['accepted', '0.98']);
  expect(engine.provider.sent.map((message) => message.id)).toEqual([id]);
});

it('a late receipt names an unknown message by our id and by the provider’s; the next one needs the latter alone', async () => {
  engine.provider.answer = () => ({ status: 'unknown', reason: 'No answer.' });
  const { id } = await submit();
  await run();
  await receipt('late-1', 'accepted', id);
  expect(await row(id)).toMatchObject({ status: 'accepted', smsId: 'late-1' });
  await receipt('late-1', 'delivered');
  expect(await row(id)).toMatchObject({ status: 'delivered' });
  expect(await returned()).toEqual([[id, 'delivered']]);
});

it('final receipts of sellers’ messages count in the health of their route and network', async () => {
  const networkId = 262001;
  const outcomes = async () =>
    (await test.db.routeOutcome.findMany({ where: { teamId }, orderBy: { id: 'asc' } })).map(
      ({ routeId: id, networkId: network, total, delivered }) => [id === routeId, network, total, delivered],
    );
  const [known, unknown] = [await submit({ networkId }), await submit()];
  await run();
  await receipt(`p-${known.id}`, 'accepted');
  expect(await outcomes()).toEqual([]);
  await receipt(`p-${known.id}`, 'failed');
  await receipt(`p-${known.id}`, 'failed');
  expect(await outcomes()).toEqual([[true, networkId, 1, 0]]);
  await test.db.routeOutcome.deleteMany({ where: { teamId } });
  await receipt(`p-${known.id}`, 'delivered');
  expect(await outcomes()).toEqual([[true, networkId, 0, 1]]);
  await test.db.routeOutcome.deleteMany({ where: { teamId } });
  await receipt(`p-${unknown.id}`, 'delivered');
  expect(await outcomes()).toEqual([[true, 0, 1, 1]]);
});

it('a receipt that spells the provider’s id in the other number system finds its seller’s message', async () => {
  engine.provider.answer = () => ({ status: 'accepted', providerId: 'A1B2C03' });
  const { id, destination } = await submit();
  await run();
  const spelled = { providerId: '169552899', messageId: null, status: 'delivered', code: 0, reason: null } as const;
  const written = { ids: ['169552899'], numbers: [destination] };
  const receipts = [{ ...spelled, at: engine.now(), written }];
  await receiveInbound(test.services.db, { teamId, id: routeId }, { receipts, replies: [] }, engine.now());
  expect(await row(id)).toMatchObject({ status: 'delivered' });
});

it('of a worker whose batch was taken over only what was accepted is stored', async () => {
  const { id } = await submit();
  const accepted = await submit();
  const turn = await nextEndpoint(engine, engine.now());
  const [batch] = await claimRelayed(engine, turn!);
  const [key, late] = [
    { teamId, endpointId },
    { id: batch!.id, takeovers: 0 },
  ];
  await test.db.smsBatch.update({ where: { teamId_id: { teamId, id: late.id } }, data: { takeovers: 1 } });
  const refused = {
    status: 'rejected',
    kind: 'permanent',
    code: null,
    reason: 'No.',
    retryAfterSeconds: null,
  } as const;
  const results: SmsResult[] = [
    { messageId: id, ...refused },
    { messageId: accepted.id, status: 'accepted', providerId: 'p-1' },
  ];
  await settleRelay(engine, key, late, batch!.route, [{ callId: null, results }], true);
  expect([(await row(id)).status, (await row(accepted.id)).status]).toEqual(['sending', 'accepted']);
  expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['0.96', '0.7']);
});

it('what is stored again of a batch changes no message that is in another one by then', async () => {
  const { id } = await submit();
  const claimed = async () => (await claimRelayed(engine, (await nextEndpoint(engine, engine.now()))!))[0]!;
  const first = await claimed();
  const settle = (result: SmsResult) => {
    const answered = [{ callId: null, results: [result] }];
    return settleRelay(engine, { teamId, endpointId }, { id: first.id, takeovers: 0 }, first.route, answered, false);
  };
  await settle({ messageId: id, ...CAME_BACK });
  engine.clock = new Date(engine.clock.getTime() + 1_000);
  const second = await claimed();
  const refusal = { kind: 'permanent', code: null, reason: 'No.', retryAfterSeconds: null } as const;
  for (const again of [CAME_BACK, { status: 'rejected', ...refusal } as const]) {
    await settle({ messageId: id, ...again });
    expect(await row(id)).toMatchObject({ status: 'sending', batchId: second.id });
    expect([await balanceOf(payerId), await balanceOf(integrationId)]).toEqual(['0.98', '0.7']);
  }
  await test.db.smsBatch.updateMany({ where: { teamId }, data: { doneAt: engine.clock } });
});

it('a reply goes to the endpoint that has its sender and keyword, after STOP has acted', async () => {
  const other = (await createSellerEndpoint(test.db, { teamId, username: `replies-${count}`, passwordHash: 'none' }))
    .id;
  const sender = '4915155500';
  await test.db.hubSender.createMany({
    data: [
      { teamId, sellerEndpointId: endpointId, sender },
      { teamId, sellerEndpointId: other, sender, keyword: 'WIN' },
    ],
  });
  const reply = (id: string, text: string) => ({
    id,
    from: '+4915112345678',
    to: `+${sender}`,
    text,
    at: engine.now(),
  });
  const replies = [reply('1', 'Win a car'), reply('2', 'Stop'), reply('2', 'Stop')];
  await receiveInbound(test.services.db, { teamId, id: routeId }, { receipts: [], replies }, engine.now());
  const rows = await test.db.hubReturn.findMany({ where: { teamId, kind: 'reply' } });
  expect(
    rows
      .map(({ sellerEndpointId, content }) => [sellerEndpointId === other, (content as { text: string }).text])
      .sort(),
  ).toEqual([
    [false, 'Stop'],
    [true, 'Win a car'],
  ]);
  expect(await test.db.suppressedNumber.count({ where: { teamId } })).toBe(1);
});

it('a reply of which the provider does not say to whom goes to the endpoint that has the route’s sender', async () => {
  const sender = '4915155500';
  await test.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { senderId: `+${sender}` } });
  await test.db.hubSender.create({ data: { teamId, sellerEndpointId: endpointId, sender } });
  const reply = { id: '1', from: '+4915112345678', to: null, text: 'Thank you', at: engine.now() };
  await receiveInbound(test.services.db, { teamId, id: routeId }, { receipts: [], replies: [reply] }, engine.now());
  const rows = await test.db.hubReturn.findMany({ where: { teamId, kind: 'reply' } });
  expect(rows.map(({ sellerEndpointId, content }) => [sellerEndpointId, content])).toMatchObject([
    [endpointId, { from: '4915112345678', to: sender, text: 'Thank you' }],
  ]);
});

it.each([
  [null, 'accepted', '0.98'],
  ['0.02', 'queued', '1'],
] as const)(
  'a refused message takes the next candidate, unless a minimum margin of %s forbids it',
  async (minMargin, status, left) => {
    const main = await createRoute(test, teamId, { name: 'First', price: '0.01', integrationId: payerId });
    const plan = await test.db.routingPlan.create({ data: { teamId, name: 'Plan' } });
    const rule = await test.db.routingPlanRule.create({
      data: { teamId, routingPlanId: plan.id, routeId: main.id, position: 0 },
    });
    await test.db.routingPlanCandidate.createMany({
      data: [
        { teamId, routingPlanRuleId: rule.id, routeId: main.id, priority: 1, weight: 1 },
        { teamId, routingPlanRuleId: rule.id, routeId, priority: 2, weight: 1 },
      ],
    });
    const where = { teamId_id: { teamId, id: endpointId } };
    await test.db.sellerEndpoint.update({ where, data: { smsRoutingPlanId: plan.id, minMargin } });
    let calls = 0;
    engine.provider.answer = (message) => {
      calls += 1;
      return calls === 1 ? refuses('retryable')() : { status: 'accepted', providerId: message.id };
    };
    // Without another candidate it stays with the first one, which refuses it again.
    if (minMargin !== null) engine.provider.answer = refuses('retryable');
    const { id } = await submit({ routeId: main.id, cost: '0.01' });
    await run();
    const sent = await row(id);
    expect([sent.status, sent.price.toString(), await balanceOf(payerId)]).toEqual([status, '0.03', left]);
    if (minMargin === null) expect(sent).toMatchObject({ routeId });
    else expect(await test.db.smsBatch.count({ where: { teamId, routeId } })).toBe(0);
  },
);

it('a message waits for a route that costs no more than its seller paid', async () => {
  const setPrice = (price: string) =>
    test.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { price } });
  const { id } = await submit();
  await setPrice('0.031');
  await run();
  expect(await row(id)).toMatchObject({
    status: 'queued',
    reason: 'No route leaves the endpoint’s minimum margin, or covers its own cost.',
  });
  await setPrice('0.03');
  engine.clock = new Date(engine.clock.getTime() + 600_000);
  await run();
  expect(await row(id)).toMatchObject({ status: 'accepted', routeId });
});

it('a deleted endpoint leaves nothing in the queue, and prices of what waited are given back', async () => {
  const sent = await submit();
  await run();
  const waiting = [await submit(), await submit({ dueAt: new Date(engine.now().getTime() + 3_600_000) })];
  const mutation = 'mutation ($id: ID!) { deleteSellerEndpoint(id: $id) { id } }';
  expect(await test.graphql(mutation, { token, variables: { id: endpointId } })).toEqual({
    data: { deleteSellerEndpoint: { id: endpointId } },
  });
  const reason = 'Its endpoint was deleted.';
  for (const { id } of waiting) {
    const { status, price, reason: why } = await row(id);
    expect([status, Number(price), why]).toEqual(['canceled', 0, reason]);
  }
  expect([(await row(sent.id)).status, await balanceOf(integrationId)]).toEqual(['accepted', '0.76']);
});

it('a route is not deleted while it hands over messages of a seller, whose endpoint may be gone', async () => {
  const { id } = await submit();
  await claimRelayed(engine, (await nextEndpoint(engine, engine.now()))!);
  const other = await createRoute(test, teamId, { name: 'Other' });
  const where = { teamId_id: { teamId, id: endpointId } };
  const { username } = await test.db.sellerEndpoint.update({ where, data: { defaultRouteId: other.id } });
  const mutation = 'mutation ($id: ID!) { deleteRoute(id: $id) { id } }';
  const deleteRoute = async () => {
    const { data, errors } = await test.graphql(mutation, { token, variables: { id: routeId } });
    return errors?.[0]?.message ?? data;
  };
  expect(await deleteRoute()).toBe(`The route is handing over messages of the seller endpoint "${username}".`);
  await mutate(test, token, 'deleteSellerEndpoint', { id: endpointId });
  expect(await deleteRoute()).toBe('The route is handing over messages of a deleted seller endpoint.');
  engine.clock = new Date('2026-03-02T10:05:00Z');
  await run();
  expect(await row(id)).toMatchObject({ status: 'failed', reason: 'Its endpoint was deleted.' });
  expect(await deleteRoute()).toEqual({ deleteRoute: { id: routeId } });
});

it('a queued message goes out by the plan that its endpoint has then; without a route it expires, and is paid back', async () => {
  const plan = await test.db.routingPlan.create({ data: { teamId, name: 'Plan', defaultRouteId: routeId } });
  const where = { teamId_id: { teamId, id: endpointId } };
  await test.db.sellerEndpoint.update({ where, data: { smsRoutingPlanId: plan.id, defaultRouteId: null } });
  const waiting = await submit();
  const deletePlan = () => mutate(test, token, 'deleteRoutingPlan', { id: plan.id });
  expect((await deletePlan()).errors?.[0]?.message).toMatch(/^The routing plan is used by the seller endpoint/);
  await test.db.sellerEndpoint.update({ where, data: { smsRoutingPlanId: null } });
  expect((await deletePlan()).errors).toBeUndefined();
  await run();
  expect(await row(waiting.id)).toMatchObject({ status: 'queued', reason: expect.stringMatching(/^No rule/) });
  engine.clock = new Date('2026-03-02T11:00:00Z');
  await run();
  expect([(await row(waiting.id)).status, await balanceOf(integrationId)]).toEqual(['expired', '0.73']);
});
