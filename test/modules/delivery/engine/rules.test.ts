import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  createRoute,
  createSmsCampaign,
  feed,
  manual,
  multistep,
  planner,
  recurring,
  START,
  STOP,
  testEngine,
  testProvider,
} from '../../../support/sending.ts';
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

const start = (id: string) => test.graphql(START, { variables: { id }, token: acme.token });
const stop = (id: string) => test.graphql(STOP, { variables: { id }, token: acme.token });
const soon = () => new Date(Date.now() + 1_000).toISOString();
/** As a start does, at the test's time. */
async function startAt(campaignId: string, at: string) {
  await start(campaignId);
  await test.pool.query(
    'UPDATE sms_sends SET next_step_at = $2, created_at = $2 WHERE sms_campaign_id = $1 AND team_id = $3',
    [campaignId, at, acme.team.id],
  );
}
const stateOf = async (id: string) => {
  const { status, statusReason } = await test.db.smsCampaign.findFirstOrThrow({
    where: { id, teamId: acme.team.id },
  });
  return { status, reason: statusReason };
};
const recipientsOf = async (smsCampaignId: string) =>
  (await test.db.smsRecipient.findMany({ where: { smsCampaignId, teamId: acme.team.id } })).map(
    ({ status, reason }) => ({ status, reason }),
  );
const rejected = (kind: 'permanent' | 'throttled' | 'opted_out', retryAfterSeconds: number | null = null) =>
  ({ status: 'rejected', kind, code: null, reason: 'Refused.', retryAfterSeconds }) as const;

describe('hours in the contact’s time zone', () => {
  // The window is 09:00 to 10:00; each is held from the first moment until the second.
  it.each([
    ['Europe/Berlin', 'on the day on which clocks go forward', '2026-03-28T22:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['Europe/Berlin', 'on the day on which clocks go back', '2026-10-24T22:00:00Z', '2026-10-25T08:00:00.000Z'],
    ['America/Phoenix', 'where clocks never change', '2026-03-28T22:00:00Z', '2026-03-29T16:00:00.000Z'],
    ['Asia/Kathmandu', 'at an offset of 5:45', '2026-03-28T22:00:00Z', '2026-03-29T03:15:00.000Z'],
  ])('%s: opens %s', async (timezone, _, from, opens) => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, {
      contacts: 1,
      timezone,
      meta: manual(),
      contactHours: { start: '09:00', end: '10:00' },
    });
    await startAt(campaignId, from);
    const engine = testEngine(test, from);
    await engine.run();
    const [recipient] = await test.db.smsRecipient.findMany({ where: { smsCampaignId: campaignId } });
    expect(recipient).toMatchObject({ status: 'waiting', dueAt: new Date(opens) });
    engine.clock = new Date(Date.parse(opens) - 1);
    await engine.run();
    expect(engine.provider.sent).toHaveLength(0);
    engine.clock = new Date(opens);
    await engine.run();
    expect(engine.provider.sent).toHaveLength(1);
  });
});

describe('limits per contact', () => {
  it('let one message through of a hundred campaigns that go out at once', async () => {
    const first = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: planner() });
    const ids = [first.campaignId];
    const { db } = test;
    for (let more = 0; more < 99; more += 1) {
      const { id } = await db.smsCampaign.create({
        data: {
          teamId: acme.team.id,
          name: 'One more',
          segmentIds: [first.segmentId],
          smsRoutingPlanId: first.planId,
          ...planner(),
        },
      });
      await db.campaignText.create({ data: { teamId: acme.team.id, smsCampaignId: id, text: 'Hello' } });
      ids.push(id);
    }
    for (const id of ids) await start(id);
    const provider = testProvider();
    const clock = soon();
    await Promise.all([1, 2, 3].map(() => testEngine(test, clock, provider).run()));
    await testEngine(test, clock, provider).run();
    expect(provider.sent).toHaveLength(1);
    const states = (await Promise.all(ids.map(recipientsOf))).flat().map(({ reason }) => reason);
    expect(states.filter((reason) => reason?.includes('is reached'))).toHaveLength(99);
  });

  it('count nobody whose message was refused for now', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: planner() });
    await start(campaignId);
    const engine = testEngine(test, soon());
    engine.provider.answer = () => rejected('throttled', 60);
    await engine.run();
    const limits = await test.db.contactLimit.findMany({ where: { teamId: acme.team.id } });
    expect(limits.map(({ dayCount, weekCount }) => [dayCount, weekCount])).toEqual([[0, 0]]);
  });

  it('count nobody whose text could not be written', async () => {
    const texts = ['{{ name }}'];
    const { campaignId, contactIds } = await createSmsCampaign(test, acme.team.id, {
      contacts: 3,
      texts,
      meta: planner(),
    });
    const [nameless, ...others] = contactIds;
    const teamId = acme.team.id;
    await test.db.contact.update({ where: { teamId_id: { teamId, id: nameless! } }, data: { name: null } });
    await start(campaignId);
    const engine = testEngine(test, soon());
    await engine.run();
    expect(engine.provider.sent).toHaveLength(2);
    const limits = await test.db.contactLimit.findMany({ where: { teamId, contactId: { in: contactIds } } });
    const counts = new Map(limits.map(({ contactId, dayCount, weekCount }) => [contactId, [dayCount, weekCount]]));
    expect(counts.get(nameless!)).toEqual([0, 0]);
    expect(others.map((id) => counts.get(id))).toEqual([1, 2].map(() => [1, 1]));
  });
});

it('a step whose click-through rate is too low ends the send as stopped, with the reason', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 5,
    meta: {
      sendType: 'multistep',
      multistepData: multistep({ stepSize: 2, stepDelay: 10, minCtr: 5 }),
    },
  });
  await start(campaignId);
  const engine = testEngine(test, soon());
  await engine.run();
  await engine.pass(9);
  expect((await stateOf(campaignId)).status).toBe('in_progress');
  await engine.pass(2);
  expect(engine.provider.sent).toHaveLength(2);
  expect(await stateOf(campaignId)).toEqual({
    status: 'stopped',
    reason: 'Step 1 reached a click-through rate of 0 %, below 5 %.',
  });
});

it('a planner reaches everybody again in its next cycle, once a week at most', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 2,
    timezone: 'Europe/Berlin',
    meta: planner(),
  });
  await startAt(campaignId, '2032-03-23T10:00:00Z');
  const engine = testEngine(test, '2032-03-23T10:00:00Z');
  await engine.run();
  await engine.pass(5 * 1_440, 60);
  expect(engine.provider.sent).toHaveLength(2);
  await engine.pass(2 * 1_440, 60);
  expect(engine.provider.sent).toHaveLength(4);
});

it('a planner that can reach nobody does not begin cycle after cycle', async () => {
  const { campaignId, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 1,
    texts: ['{{ name }}'],
    meta: planner(),
  });
  await test.pool.query('UPDATE routing_plans SET default_route_id = NULL WHERE team_id = $1', [teamId]);
  await test.db.smsCampaign.updateMany({ where: { id: campaignId, teamId }, data: { status: 'draft' } });
  await start(campaignId);
  const engine = testEngine(test, soon());
  await engine.run();
  await engine.pass(30, 10);
  expect((await test.db.smsSend.findMany({ where: { smsCampaignId: campaignId } })).length).toBeLessThan(3);
});

it('contacts of a feed are reached as they arrive, those that came while it was stopped as well', async () => {
  const { campaignId, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 2,
    meta: feed(),
  });
  await start(campaignId);
  const engine = testEngine(test, soon());
  await engine.run();
  expect(engine.provider.sent).toEqual([]);
  const arrive = (number: bigint) =>
    test.db.contact.create({ data: { teamId, number, countryId: 276, foreignId: 'web' } });
  await arrive(4_917_000_000_001n);
  await engine.pass(1);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual(['4917000000001']);
  await stop(campaignId);
  await arrive(4_917_000_000_002n);
  await start(campaignId);
  engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
  await engine.pass(1);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual(['4917000000001', '4917000000002']);
});

describe('a provider that refuses', () => {
  it('because a person opted out suppresses the number', async () => {
    const { campaignId, teamId } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual() });
    await start(campaignId);
    const engine = testEngine(test, soon());
    engine.provider.answer = () => rejected('opted_out');
    await engine.run();
    const suppressed = await test.db.suppressedNumber.findMany({ where: { teamId } });
    expect(suppressed.map(({ number, reason }) => [String(number), reason])).toEqual([
      [engine.provider.sent[0]!.to, 'The provider says that the number asked not to be contacted.'],
    ]);
  });

  it('because it is asked too often makes its route wait', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual() });
    await start(campaignId);
    const engine = testEngine(test, soon());
    engine.provider.answer = () => rejected('throttled', 300);
    await engine.run();
    await engine.pass(4);
    expect(engine.provider.sent).toHaveLength(1);
    engine.provider.answer = ({ id }) => ({ status: 'accepted', providerId: id });
    await engine.pass(2);
    expect(engine.provider.sent).toHaveLength(2);
    expect(await stateOf(campaignId)).toEqual({ status: 'sent', reason: null });
  });

  it('a hundred messages in a row pauses the campaign', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 120, meta: manual() });
    await start(campaignId);
    const engine = testEngine(test, soon());
    engine.provider.answer = () => rejected('permanent');
    await engine.run();
    expect(await stateOf(campaignId)).toEqual({
      status: 'stopped',
      reason: '120 messages in a row failed over route Main (permanent).',
    });
  });

  it('is not asked at all where its settings make no provider, and the campaign pauses', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual() });
    await start(campaignId);
    const engine = testEngine(test, soon());
    engine.providerOf = () => {
      throw new Error('No provider.');
    };
    await engine.run();
    expect(await stateOf(campaignId)).toEqual({
      status: 'stopped',
      reason: 'The provider of route Main refuses everything: Its provider cannot be opened with its settings.',
    });
    expect(await recipientsOf(campaignId)).toMatchObject([{ status: 'waiting' }]);
  });

  it('answers for a part of a batch leaves that part unknown, and the rest waits', async () => {
    const { campaignId, teamId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual() });
    await start(campaignId);
    const provider = testProvider({ batchSize: 2 });
    const engine = testEngine(test, soon(), provider);
    const send = provider.send.bind(provider);
    let calls = 0;
    provider.send = async (batch) => {
      calls += 1;
      if (calls === 1) throw new Error('The connection was cut.');
      return send(batch);
    };
    await engine.run();
    expect(calls).toBe(1);
    await engine.pass(1);
    const messages = await test.db.smsMessage.findMany({ where: { teamId, smsCampaignId: campaignId } });
    expect(messages.map(({ status }) => status).sort()).toEqual(['accepted', 'accepted', 'unknown', 'unknown']);
  });
});

it('a campaign whose segment was deleted pauses and says so', async () => {
  const { campaignId, segmentId, teamId } = await createSmsCampaign(test, acme.team.id, { meta: manual() });
  await start(campaignId);
  await test.db.segment.deleteMany({ where: { teamId, id: segmentId } });
  const engine = testEngine(test, soon());
  await engine.run();
  expect(await stateOf(campaignId)).toEqual({
    status: 'stopped',
    reason: 'A segment that the campaign names was deleted.',
  });
});

it('a recurring campaign that is stopped before its slot starts again, and reaches the next contacts at each slot', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: recurring('10:30', 2) });
  await start(campaignId);
  await stop(campaignId);
  const again = await start(campaignId);
  expect(again.errors).toBeUndefined();
  const engine = testEngine(test, soon());
  const perDay = [];
  for (let day = 0; day < 3; day += 1) {
    const before = engine.provider.sent.length;
    await engine.pass(1_440, 60);
    perDay.push(engine.provider.sent.length - before);
  }
  expect(perDay).toEqual([2, 2, 2]);
  expect(new Set(engine.provider.sent.slice(0, 4).map(({ to }) => to)).size).toBe(4);
});

it('a rule that is being deleted is taken by no message: claims wait for it', async () => {
  const { campaignId, planId, routeId } = await createSmsCampaign(test, acme.team.id, { contacts: 2, meta: manual() });
  const byRule = await createRoute(test, acme.team.id, { price: '0', senderId: 'Rule' });
  const { id: ruleId } = await test.db.routingPlanRule.create({
    data: { teamId: acme.team.id, routingPlanId: planId, routeId: byRule.id, position: 0 },
  });
  await startAt(campaignId, '2026-03-02T09:00:00Z');
  const engine = testEngine(test, '2026-03-02T09:00:00Z');
  const client = await test.pool.connect();
  let running: Promise<void>;
  try {
    // As deleteRoutingPlanRule does.
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM routing_plans WHERE team_id = $1 AND id = $2 FOR UPDATE', [acme.team.id, planId]);
    await client.query('DELETE FROM routing_plan_rules WHERE team_id = $1 AND id = $2', [acme.team.id, ruleId]);
    running = engine.run();
    // Time enough to read the rule, were it not for the lock.
    await sleep(300);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await running;
  expect(
    await test.db.smsMessage.findMany({
      where: { teamId: acme.team.id, smsCampaignId: campaignId },
      select: { smsRoutingPlanRuleId: true, smsRoutingRouteId: true },
    }),
  ).toEqual([
    { smsRoutingPlanRuleId: null, smsRoutingRouteId: routeId },
    { smsRoutingPlanRuleId: null, smsRoutingRouteId: routeId },
  ]);
});
