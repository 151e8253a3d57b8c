import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  createSmsCampaign,
  manual,
  multistep,
  planner,
  recurring,
  START,
  STOP,
  testEngine,
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

const soon = () => new Date(Date.now() + 1_000).toISOString();
const start = (id: string) => test.graphql(START, { variables: { id }, token: acme.token });
const stop = (id: string) => test.graphql(STOP, { variables: { id }, token: acme.token });
/** As a start does, at the test's time. */
async function startAt(campaignId: string, at: string) {
  await start(campaignId);
  await test.pool.query('UPDATE sms_sends SET next_step_at = $2, created_at = $2 WHERE sms_campaign_id = $1', [
    campaignId,
    at,
  ]);
}
const campaignOf = (id: string) =>
  test.db.smsCampaign.findFirstOrThrow({
    where: { id, teamId: acme.team.id },
    select: { status: true, statusReason: true, cycle: true },
  });

it('a send that ends by its limit leaves nobody behind: the campaign says so and goes on when it is started', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 5,
    meta: { sendType: 'multistep', multistepData: multistep({ maxSmsToSend: 3 }) },
  });
  await start(campaignId);
  const engine = testEngine(test, soon());
  await engine.run();
  await engine.pass(1);
  expect(await campaignOf(campaignId)).toEqual({
    status: 'stopped',
    statusReason:
      'The send’s limit of 3 messages is reached. Not everybody was reached: start the campaign again to reach the next contacts.',
    cycle: 1,
  });
  await start(campaignId);
  engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
  await engine.run();
  await engine.pass(1);
  expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(5);
  expect(await campaignOf(campaignId)).toMatchObject({ status: 'sent' });
});

it('a planner whose send ends by its limit goes on with the others on the next day, in the same cycle', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 5,
    timezone: 'UTC',
    meta: planner({ multistepData: multistep({ maxSmsToSend: 3 }) }),
  });
  await startAt(campaignId, '2032-03-23T10:00:00Z');
  const engine = testEngine(test, '2032-03-23T10:00:00Z');
  await engine.run();
  await engine.pass(12 * 60, 60);
  expect(engine.provider.sent).toHaveLength(3);
  expect(await campaignOf(campaignId)).toMatchObject({ status: 'running', cycle: 1 });
  await engine.pass(12 * 60, 60);
  expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(5);
  expect(engine.provider.sent).toHaveLength(5);
});

it('who left the audience while the campaign was stopped is skipped, and says why', async () => {
  const { campaignId, contactIds, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 3,
    meta: manual(3, 1),
  });
  await start(campaignId);
  const engine = testEngine(test, soon());
  await engine.run();
  await stop(campaignId);
  const { db } = test;
  const waiting = await db.smsRecipient.findMany({ where: { smsCampaignId: campaignId, status: 'waiting' } });
  const [left, suppressed] = waiting.map(({ contactId }) => contactId) as [string, string];
  await db.contactTag.deleteMany({ where: { teamId, contactId: left } });
  await db.contact.updateMany({ where: { teamId, id: suppressed }, data: { unsubscribedAt: new Date() } });
  await start(campaignId);
  engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 120_000);
  await engine.run();
  expect(engine.provider.sent).toHaveLength(1);
  expect(await campaignOf(campaignId)).toMatchObject({ status: 'sent' });
  const states = await db.smsRecipient.findMany({
    where: { smsCampaignId: campaignId, contactId: { in: contactIds } },
  });
  const reasonOf = (id: string) => states.find(({ contactId }) => contactId === id)?.reason;
  expect(reasonOf(left)).toBe('The contact left the campaign’s audience before its turn came.');
  expect(reasonOf(suppressed)).toBe('The contact asked not to be contacted.');
});

it('those who left are skipped some thousands at a time, and the campaign ends', async () => {
  const { campaignId, teamId } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual(1) });
  await start(campaignId);
  const earlier = await test.db.smsSend.create({ data: { teamId, smsCampaignId: campaignId, status: 'stopped' } });
  await test.pool.query(
    `WITH left_over AS (INSERT INTO contacts (team_id, id, number, updated_at)
       SELECT $1::uuid, gen_random_uuid(), 4915300000000 + n, now() FROM generate_series(1, 6000) n RETURNING id)
     INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, due_at)
     SELECT $1::uuid, $2, 1, id, $3, now() FROM left_over`,
    [teamId, campaignId, earlier.id],
  );
  const engine = testEngine(test, soon());
  await engine.run();
  await engine.pass(1);
  expect(await campaignOf(campaignId)).toMatchObject({ status: 'sent' });
  const { rows } = await test.pool.query(
    `SELECT count(*)::int FROM sms_recipients WHERE team_id = $1 AND status = 'skipped' GROUP BY xmin ORDER BY 1`,
    [teamId],
  );
  expect(rows).toEqual([{ count: 1_000 }, { count: 5_000 }]);
});

describe('a slot that came while nothing ran', () => {
  const days = async (from: string, until: string) => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 9, meta: recurring('10:30', 2) });
    await startAt(campaignId, '2032-03-22T10:30:00Z');
    await test.pool.query("UPDATE sms_sends SET slot = '2032-03-22T10:30', amount = 2 WHERE sms_campaign_id = $1", [
      campaignId,
    ]);
    const engine = testEngine(test, '2032-03-22T10:30:00Z');
    await engine.run();
    expect(engine.provider.sent).toHaveLength(2);
    // Nothing runs from here on until then.
    engine.clock = new Date(from);
    await engine.run();
    const caughtUp = engine.provider.sent.length - 2;
    engine.clock = new Date(until);
    await engine.run();
    return [caughtUp, engine.provider.sent.length - 2];
  };

  it('is caught up once on its day', async () => {
    expect(await days('2032-03-23T18:00:00Z', '2032-03-23T23:59:00Z')).toEqual([2, 2]);
  });

  it('of an earlier day is left out; the day’s own comes once', async () => {
    expect(await days('2032-03-25T18:00:00Z', '2032-03-25T23:59:00Z')).toEqual([2, 2]);
  });
});
