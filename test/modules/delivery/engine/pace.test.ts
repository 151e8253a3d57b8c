import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { localDate, localWeek } from '../../../../src/schedule/calendar.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual, planner, START, STOP, testEngine } from '../../../support/sending.ts';
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
const start = (id: string) => test.graphql(START, { variables: { id }, token: acme.token });
const later = (from: Date) => new Date(Math.max(Date.now(), from.getTime()) + 1_000);

it('a throttle leaves behind nobody who may go, however many before them are held', async () => {
  // 12:00 in Berlin is 19:00 in Tokyo: forty are held, the last two may go.
  const { campaignId, contactIds, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 42,
    timezone: 'Asia/Tokyo',
    meta: manual(200, 1),
    contactHours: { start: '09:00', end: '18:00' },
  });
  await test.db.contact.updateMany({
    where: { teamId, id: { in: contactIds.slice(40) } },
    data: { timezone: 'Europe/Berlin' },
  });
  await start(campaignId);
  const noon = '2032-06-01T10:00:00Z';
  await test.pool.query('UPDATE sms_sends SET next_step_at = $2 WHERE sms_campaign_id = $1', [campaignId, noon]);
  const engine = testEngine(test, noon);
  // The audience is one turn, and everybody who is held the next one.
  await work(engine);
  await work(engine);
  const held = { smsCampaignId: campaignId, status: 'waiting', reason: { not: null } } as const;
  expect(await test.db.smsRecipient.count({ where: held })).toBe(40);
  await engine.run();
  expect(engine.provider.sent).toHaveLength(1);
  engine.clock = new Date(engine.clock.getTime() + 60_002);
  await engine.run();
  expect(engine.provider.sent).toHaveLength(2);
});

it('a campaign that is stopped and started goes out no faster than its throttle', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 5, meta: manual(200, 2) });
  await start(campaignId);
  const engine = testEngine(test, soon());
  await engine.run();
  await test.graphql(STOP, { variables: { id: campaignId }, token: acme.token });
  await start(campaignId);
  engine.clock = later(engine.clock);
  await engine.run();
  expect(engine.provider.sent).toHaveLength(2);
});

it('a route carries no more in a second than it says, over all campaigns', async () => {
  const first = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual() });
  const { db } = test;
  await db.route.update({
    where: { teamId_id: { teamId: acme.team.id, id: first.routeId } },
    data: { perSecond: 3 },
  });
  const second = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual() });
  await db.smsCampaign.update({
    where: { teamId_id: { teamId: acme.team.id, id: second.campaignId } },
    data: { smsRoutingPlanId: first.planId },
  });
  await start(first.campaignId);
  await start(second.campaignId);
  const engine = testEngine(test, soon());
  const counts = [];
  for (let second = 0; second < 4; second += 1) {
    await engine.run();
    counts.push(engine.provider.sent.length);
    engine.clock = new Date(engine.clock.getTime() + 1_001);
  }
  expect(counts).toEqual([3, 6, 8, 8]);
});

it('those who have reached their limit take nobody’s place on a route that carries few messages in a second', async () => {
  const { campaignId, contactIds, teamId, routeId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 12,
    timezone: 'UTC',
    meta: planner(),
  });
  await test.db.route.update({ where: { teamId_id: { teamId, id: routeId } }, data: { perSecond: 2 } });
  await start(campaignId);
  const engine = testEngine(test, soon());
  const [day, week] = [localDate('UTC', engine.clock), localWeek('UTC', engine.clock)];
  const reached = { teamId, channel: 'sms', day, dayCount: 1, week, weekCount: 1 } as const;
  await test.db.contactLimit.createMany({
    data: contactIds.slice(0, 10).map((contactId) => ({ ...reached, contactId })),
  });
  await engine.run();
  expect(engine.provider.sent).toHaveLength(2);
});
