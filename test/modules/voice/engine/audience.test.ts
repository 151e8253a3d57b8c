import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, MANUAL, START_CALLS, STOP_CALLS, testCallEngine } from '../../../support/calling.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  test = await createTestApp();
  acme = await createTeam(test);
});
afterAll(() => test.close());

const FEED = {
  sendType: 'feed',
  feedData: { feedId: null, daysOfWeek: null, weeklySchedule: null, hourlyCallsLimit: 0, isActive: true },
};
const create = () => createVoiceCampaign(test, acme.team.id, { contacts: 2, meta: FEED });
const call = (mutation: string, id: string) => test.graphql(mutation, { variables: { id }, token: acme.token });
const soon = () => testCallEngine(test, new Date(Date.now() + 1_000).toISOString());
/** A contact that was there long before, in no segment. */
const outside = (number: bigint) =>
  test.db.contact.create({
    data: { teamId: acme.team.id, number, countryId: 276, createdAt: new Date('2026-01-01T00:00:00Z') },
  });
async function land(contactId: string, segmentId: string) {
  await test.pool.query(
    `INSERT INTO contact_tags (team_id, contact_id, tag_id) SELECT t.team_id, $2, t.id FROM tags t
      JOIN segments s ON s.team_id = t.team_id AND s.filter -> 'tagsAny' ? t.name WHERE s.team_id = $1 AND s.id = $3`,
    [acme.team.id, contactId, segmentId],
  );
}

it('a feed calls who lands in its segment later, and nobody who was in it before', async () => {
  const { campaignId, segmentId } = await create();
  const late = await outside(4_917_111_111_111n);
  await call(START_CALLS, campaignId);
  const engine = soon();
  await engine.run();
  await engine.pass(1);
  expect(engine.voice.placed).toEqual([]);
  const was = { status: 'skipped', reason: 'The contact was there before the feed was started.' };
  expect(await test.db.voiceRecipient.findMany({ where: { voiceCampaignId: campaignId } })).toMatchObject([was, was]);
  await land(late.id, segmentId);
  await engine.pass(1);
  expect(engine.voice.placed.map(({ to }) => to)).toEqual(['4917111111111']);
  await engine.pass(5);
  expect(engine.voice.placed).toHaveLength(1);
  await call(STOP_CALLS, campaignId);
});

it('who landed in it while it was stopped is called once it goes on', async () => {
  const { campaignId, segmentId } = await create();
  const late = await outside(4_917_111_111_112n);
  await call(START_CALLS, campaignId);
  const engine = soon();
  await engine.run();
  await call(STOP_CALLS, campaignId);
  await land(late.id, segmentId);
  await engine.pass(1);
  expect(engine.voice.placed).toEqual([]);
  await call(START_CALLS, campaignId);
  await engine.pass(1);
  expect(engine.voice.placed.map(({ to }) => to)).toEqual(['4917111111112']);
});

it('who still waits in a send that was stopped is not left behind by a smaller one', async () => {
  const meta = { ...MANUAL, manualData: { ...MANUAL.manualData, throttleBatchSize: 1 } };
  const { campaignId } = await createVoiceCampaign(test, acme.team.id, { contacts: 3, meta });
  await call(START_CALLS, campaignId);
  const engine = soon();
  engine.voice.answer = () => ({
    status: 'rejected',
    kind: 'permanent',
    code: null,
    reason: 'No such number.',
    retryAfterSeconds: null,
  });
  await engine.run();
  await call(STOP_CALLS, campaignId);
  await test.db.voiceCampaign.updateMany({
    where: { id: campaignId },
    data: { manualData: { ...MANUAL.manualData, sendAmount: 1 } },
  });
  await call(START_CALLS, campaignId);
  await engine.pass(3);
  expect(engine.voice.placed).toHaveLength(2);
  expect(await test.db.voiceCampaign.findFirstOrThrow({ where: { id: campaignId } })).toMatchObject({
    status: 'sent',
    stoppedReason: '2 of 3 contacts reached; 1 remains. Start again to reach it.',
  });
});
