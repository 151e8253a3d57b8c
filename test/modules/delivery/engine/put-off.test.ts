import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { workOnCalls } from '../../../../src/modules/voice/engine/voice.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, START_CALLS, testCallEngine } from '../../../support/calling.ts';
import { dbOver, failingPool } from '../../../support/database.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createSmsCampaign, manual, multistep, planner, START, testEngine } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['sms_sends', 'voice_campaign_sends'])
    await test.pool.query(`UPDATE ${table} SET status = 'stopped', next_step_at = NULL WHERE status <> 'sent'`);
});

const LATER = '2099-01-01T10:00:00Z';
const soon = () => new Date(Date.now() + 5_000).toISOString();

/** Twenty turns, a second apart; how many of them failed. */
async function turns(engine: { clock: Date }, turn: () => Promise<boolean>): Promise<number> {
  let failures = 0;
  for (let count = 0; count < 20; count += 1) {
    await turn().catch(() => {
      failures += 1;
    });
    engine.clock = new Date(engine.clock.getTime() + 1_000);
  }
  return failures;
}

it('a send whose turns fail is put off, and keeps nobody else’s messages', async () => {
  const one = await createTeam(test);
  const broken = await createSmsCampaign(test, one.team.id, { contacts: 1, meta: planner() });
  await test.graphql(START, { variables: { id: broken.campaignId }, token: one.token });
  await test.pool.query(`UPDATE sms_sends SET meta = meta || '{"plannerData": null}' WHERE sms_campaign_id = $1`, [
    broken.campaignId,
  ]);
  const two = await createTeam(test, 'Other');
  const { campaignId } = await createSmsCampaign(test, two.team.id, { contacts: 2, meta: manual(2) });
  await test.graphql(START, { variables: { id: campaignId }, token: two.token });
  const engine = Object.assign(testEngine(test, soon()), { logger: test.services.logger });
  const begun = engine.clock;
  const failures = await turns(engine, () => work(engine));
  expect({ failures, sent: engine.provider.sent.length }).toEqual({ failures: 0, sent: 2 });
  const { status, nextStepAt, turnAt } = await test.db.smsSend.findFirstOrThrow({ where: { teamId: one.team.id } });
  expect({ status, offFor: nextStepAt!.getTime() - turnAt!.getTime() }).toEqual({ status: 'pending', offFor: 60_000 });
  expect(turnAt!.getTime()).toBeGreaterThanOrEqual(begun.getTime());
});

it('a send in whose turn the database went away goes on a second later', async () => {
  const { team, token } = await createTeam(test);
  const { campaignId } = await createSmsCampaign(test, team.id, { contacts: 2, meta: manual(2) });
  await test.graphql(START, { variables: { id: campaignId }, token });
  let cuts = 0;
  const pool = failingPool(test, (sql) => {
    const isCut = sql.includes('INSERT INTO sms_batches') && cuts < 3;
    if (isCut) cuts += 1;
    return isCut;
  });
  const engine = Object.assign(testEngine(test, soon()), { logger: test.services.logger, db: dbOver(test, pool) });
  const failures = await turns(engine, () => work(engine));
  expect({ failures, cuts, sent: engine.provider.sent.length }).toEqual({ failures: 0, cuts: 3, sent: 2 });
});

it('a voice send whose turns fail is put off, and keeps nobody else’s calls', async () => {
  const one = await createTeam(test);
  const broken = await createVoiceCampaign(test, one.team.id, { contacts: 1 });
  await test.graphql(START_CALLS, { variables: { id: broken.campaignId }, token: one.token });
  await test.pool.query(
    `UPDATE voice_campaign_sends SET meta = meta || '{"sendType": "feed"}' WHERE voice_campaign_id = $1`,
    [broken.campaignId],
  );
  const two = await createTeam(test, 'Other');
  const { campaignId } = await createVoiceCampaign(test, two.team.id, { contacts: 2 });
  await test.graphql(START_CALLS, { variables: { id: campaignId }, token: two.token });
  const engine = Object.assign(testCallEngine(test, soon()), { logger: test.services.logger });
  const failures = await turns(engine, () => workOnCalls(engine));
  expect({ failures, placed: engine.voice.placed.length }).toEqual({ failures: 0, placed: 2 });
});

it.each([
  ['its data', { plannerData: null }, 'meta.plannerData'],
  ['its type for one without data', { sendType: 'feed' }, 'meta.feedData'],
  ['its segments', { segmentIds: [] }, 'meta.segmentIds'],
  ['its routing plan', { routingPlanId: null }, 'meta.routingPlanId'],
])('an SMS campaign under way does not lose %s', async (_what, meta, field) => {
  const { team, token } = await createTeam(test);
  const data = planner({ multistepData: multistep({ sendDatetime: LATER }) });
  const { campaignId } = await createSmsCampaign(test, team.id, { contacts: 1, meta: data });
  await test.graphql(START, { variables: { id: campaignId }, token });
  const input: [object, string] = [{ meta }, 'UpdateSmsCampaignInput'];
  const answer = await mutate(test, token, 'updateSmsCampaign', { id: campaignId, input });
  expect(answer).toMatchObject(invalid({ [field]: [expect.stringContaining('required')] }));
});

it('a voice campaign under way does not lose its data', async () => {
  const { team, token } = await createTeam(test);
  const { campaignId } = await createVoiceCampaign(test, team.id, {
    contacts: 1,
    meta: { sendType: 'manual', manualData: { sendAmount: 1, sendDatetime: LATER, throttleBatchSize: 0 } },
  });
  await test.graphql(START_CALLS, { variables: { id: campaignId }, token });
  const input: [object, string] = [{ meta: { sendType: 'feed' } }, 'UpdateVoiceCampaignInput'];
  const answer = await mutate(test, token, 'updateVoiceCampaign', { id: campaignId, input });
  expect(answer).toMatchObject(invalid({ 'meta.feedData': ['The meta.feed data field is required.'] }));
});

it('a route’s price is bounded, so that a long text’s cost can be stored', async () => {
  const { team, token } = await createTeam(test);
  const { routeId } = await createSmsCampaign(test, team.id, { contacts: 1, meta: manual(1) });
  const change = (price: string) =>
    mutate(test, token, 'updateRoute', { id: routeId, input: [{ price }, 'UpdateRouteInput'] }, '{ price }');
  expect(await change('1000000.000001')).toMatchObject(
    invalid({ price: ['The price field must not be greater than 1000000.'] }),
  );
  expect(await change('1000000')).toEqual({ data: { updateRoute: { price: '1000000' } } });
});
