import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBehind } from '../../../../src/modules/delivery/engine/behind.ts';
import { runLanes, work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { workOnCalls } from '../../../../src/modules/voice/engine/voice.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, testCallEngine, testVoice } from '../../../support/calling.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createSendingTeam } from '../../../support/team.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const silent = pino({ level: 'silent' });
const soon = () => new Date(Date.now() + 1_000).toISOString();

/** Each that is made stops the sends of all others, so they are made first. */
async function sendingTeams(count: number) {
  const teams = [];
  for (let team = 0; team < count; team += 1) teams.push(await createSendingTeam(test));
  return teams;
}

/** A team for each number of contacts, with a campaign that has been started. */
async function started(...contacts: number[]) {
  const campaigns = [];
  for (const [at, { team: of, token }] of (await sendingTeams(contacts.length)).entries()) {
    const campaign = await createSmsCampaign(test, of.id, { contacts: contacts[at]!, meta: manual(2_000) });
    await test.graphql(START, { variables: { id: campaign.campaignId }, token });
    campaigns.push(campaign);
  }
  return campaigns;
}

it('routes whose providers do not answer keep two lanes from nobody else, and nothing of theirs is lost', async () => {
  const [first, second, third] = await started(1_600, 30, 30);
  const slow = testProvider({ batchSize: 20, maxInFlight: 2 });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { send } = slow;
  slow.send = async (messages) => {
    await answered;
    return send(messages);
  };
  const fast = testProvider();
  const engine = {
    ...testEngine(test, soon()),
    now: () => new Date(),
    behind: openBehind(silent),
    providerOf: ({ id }: { id: string }) => (id === third!.routeId ? fast : slow),
  };
  const running = runLanes(silent, 2, (taken) => work(engine, taken));
  await expect.poll(() => fast.sent.length, PATIENCE).toBe(30);
  // Of the first team, two batches of three and a half are claimed, however often its turn comes.
  const claimed = () => test.db.smsBatch.count({ where: { teamId: first!.teamId } });
  await expect.poll(claimed, PATIENCE).toBe(2);
  const { turnAt } = await test.db.smsSend.findFirstOrThrow({ where: { teamId: first!.teamId } });
  const later = async () =>
    (await test.db.smsSend.findFirstOrThrow({ where: { teamId: first!.teamId } })).turnAt! > turnAt!;
  await expect.poll(later, PATIENCE).toBe(true);
  expect(await claimed()).toBe(2);
  expect(slow.sent).toEqual([]);
  answer();
  await expect.poll(() => slow.sent.length, PATIENCE).toBe(1_630);
  await running.stop();
  await engine.behind.ended();
  const where = { smsCampaignId: { in: [first!.campaignId, second!.campaignId, third!.campaignId] } };
  const accepted = await test.db.smsMessage.count({ where: { ...where, status: 'accepted' } });
  expect([accepted, new Set([...slow.sent, ...fast.sent].map(({ to }) => to)).size]).toEqual([1_660, 1_660]);
});

it('nor do voice accounts', async () => {
  const teams: { teamId: string; campaignId: string }[] = [];
  for (const { team: of, token } of await sendingTeams(3)) {
    const { campaignId } = await createVoiceCampaign(test, of.id, { contacts: 2 });
    await test.graphql('mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }', {
      variables: { id: campaignId },
      token,
    });
    teams.push({ teamId: of.id, campaignId });
  }
  const [slow, fast] = [testVoice(), testVoice()];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { place } = slow;
  slow.place = async (call) => {
    await answered;
    return place(call);
  };
  const engine = {
    ...testCallEngine(test, soon()),
    now: () => new Date(),
    behind: openBehind(silent),
    providerOf: ({ teamId }: { teamId: string }) => (teamId === teams[2]!.teamId ? fast : slow),
  };
  const running = runLanes(silent, 2, () => workOnCalls(engine));
  await expect.poll(() => fast.placed.length, PATIENCE).toBeGreaterThan(0);
  expect(slow.placed).toEqual([]);
  answer();
  await expect.poll(() => slow.placed.length, PATIENCE).toBeGreaterThan(1);
  await running.stop();
  await engine.behind.ended();
});
