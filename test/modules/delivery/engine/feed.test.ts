import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, feed, manual, multistep, planner, START, testEngine } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  test = await createTestApp();
  acme = await createTeam(test);
});
afterAll(() => test.close());

it('a feed reaches who lands in its segment later, and nobody who was in it before', async () => {
  const { db, pool } = test;
  const { campaignId, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 2,
    meta: feed({ feedId: null }),
  });
  const outside = await db.contact.create({
    data: { teamId, number: 4_917_111_111_111n, countryId: 276, createdAt: new Date('2026-01-01T00:00:00Z') },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  await engine.pass(1);
  expect(engine.provider.sent).toEqual([]);
  await pool.query(
    'INSERT INTO contact_tags (team_id, contact_id, tag_id) SELECT $1, $2, id FROM tags WHERE team_id = $1',
    [teamId, outside.id],
  );
  await engine.pass(1);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual(['4917111111111']);
});

it('a manual campaign that becomes a feed reaches nobody who was in its segment before', async () => {
  const { db } = test;
  const mine = await createTeam(test);
  const { campaignId, teamId } = await createSmsCampaign(test, mine.team.id, { contacts: 4, meta: manual(1) });
  await test.graphql(START, { variables: { id: campaignId }, token: mine.token });
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  const [first] = engine.provider.sent.map(({ to }) => to);
  // It waits for somebody to start it again, and is started as a feed.
  await db.smsCampaign.updateMany({ where: { id: campaignId }, data: { status: 'stopped', ...feed() } });
  await test.graphql(START, { variables: { id: campaignId }, token: mine.token });
  engine.clock = new Date(Date.now() + 2_000);
  await engine.run();
  await engine.pass(1);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual([first]);
  await db.contact.create({ data: { teamId, number: 4_917_111_111_114n, countryId: 276, foreignId: 'web' } });
  await engine.pass(1);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual([first, '4917111111114']);
});

const update = (id: string, meta: Record<string, unknown>, token: string) =>
  test.graphql(
    'mutation ($id: ID!, $meta: SmsCampaignMetaInput!) { updateSmsCampaign(id: $id, input: { meta: $meta }) { id } }',
    { variables: { id, meta }, token },
  );

it('a campaign that waits and becomes a feed reaches nobody who was there before', async () => {
  const { db } = test;
  const mine = await createTeam(test);
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const meta = manual(1);
  const { campaignId, teamId } = await createSmsCampaign(test, mine.team.id, {
    contacts: 1,
    meta: { ...meta, manualData: { ...meta.manualData, sendDatetime: later } },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: mine.token });
  await db.smsSend.updateMany({ where: { smsCampaignId: campaignId }, data: { createdAt: new Date('2020-01-01') } });
  await db.contact.create({ data: { teamId, number: 4_917_111_111_115n, countryId: 276, foreignId: 'web' } });
  expect((await update(campaignId, feed(), mine.token)).errors).toBeUndefined();
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  await db.contact.create({ data: { teamId, number: 4_917_111_111_116n, countryId: 276, foreignId: 'web' } });
  await engine.pass(1);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual(['4917111111116']);
});

it('a feed that becomes a planner takes in nobody more and sends next at its new time', async () => {
  const { db } = test;
  const mine = await createTeam(test);
  const { campaignId, teamId } = await createSmsCampaign(test, mine.team.id, { contacts: 1, meta: feed() });
  await test.graphql(START, { variables: { id: campaignId }, token: mine.token });
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  const meta = planner({ multistepData: multistep({ sendDatetime: '2099-01-01T12:00:00Z' }) });
  expect((await update(campaignId, meta, mine.token)).errors).toBeUndefined();
  await db.contact.create({ data: { teamId, number: 4_917_111_111_117n, countryId: 276, foreignId: 'web' } });
  await engine.pass(1);
  expect(engine.provider.sent).toEqual([]);
  const where = { teamId, smsCampaignId: campaignId };
  const select = { status: true, nextStepAt: true };
  expect(await db.smsSend.findMany({ where, select, orderBy: { createdAt: 'asc' } })).toEqual([
    { status: 'sent', nextStepAt: null },
    { status: 'pending', nextStepAt: new Date('2099-01-01T12:00:00Z') },
  ]);
});

it('a feed takes in new contacts while others of it are held', async () => {
  const { db } = test;
  const { campaignId, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 0,
    meta: feed(),
    contactHours: { start: '09:00', end: '18:00' },
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const noon = '2032-06-01T10:00:00Z';
  const { pool } = test;
  await pool.query('UPDATE sms_sends SET next_step_at = $2 WHERE sms_campaign_id = $1', [campaignId, noon]);
  const engine = testEngine(test, noon);
  await engine.run();
  const arrive = (number: bigint, timezone: string) =>
    db.contact.create({ data: { teamId, number, countryId: 276, timezone, foreignId: 'web' } });
  await arrive(4_917_111_111_112n, 'Asia/Tokyo');
  await engine.pass(1);
  expect(engine.provider.sent).toEqual([]);
  await arrive(4_917_111_111_113n, 'Europe/Berlin');
  await engine.pass(1);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual(['4917111111113']);
});
