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

it('a process that stops waits for the calls in flight, and the rest of their batches is sent by the next one', async () => {
  const [campaign] = await started(100);
  const slow = testProvider({ batchSize: 20, maxInFlight: 2 });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { send } = slow;
  slow.send = async (messages) => {
    const results = await send(messages);
    await answered;
    return results;
  };
  const stopping = new AbortController();
  const engine = { ...testEngine(test, soon(), slow), stopping: stopping.signal };
  const running = runLanes(silent, 1, (taken) => work(engine, taken));
  await expect.poll(() => slow.sent.length, PATIENCE).toBe(40);
  stopping.abort();
  const stopped = running.stop();
  const { teamId } = campaign!;
  const waiting = () => test.db.smsRecipient.count({ where: { teamId, status: 'waiting', rule: 'came_back' } });
  await expect.poll(waiting, PATIENCE).toBe(60);
  answer();
  await stopped;
  const statuses = () => test.db.smsMessage.groupBy({ by: ['status'], where: { teamId }, _count: true });
  expect([slow.sent.length, await statuses()]).toEqual([40, [{ status: 'accepted', _count: 40 }]]);
  const next = testEngine(test, soon());
  await next.pass(1);
  expect(new Set([...slow.sent, ...next.provider.sent].map(({ to }) => to)).size).toBe(100);
  expect([next.provider.sent.length, await statuses()]).toEqual([60, [{ status: 'accepted', _count: 100 }]]);
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

it('a process that stops places no further calls, and the next one places them', async () => {
  const [{ team: of, token } = { team: { id: '' }, token: '' }] = await sendingTeams(1);
  const { campaignId } = await createVoiceCampaign(test, of.id, { contacts: 6 });
  await test.graphql(START, { variables: { id: campaignId }, token });
  const voice = testVoice();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  voice.answer = async ({ reference }) => {
    await answered;
    return { status: 'accepted', providerId: `p-${reference}` };
  };
  const stopping = new AbortController();
  const engine = { ...testCallEngine(test, soon(), voice), stopping: stopping.signal };
  const running = runLanes(silent, 1, () => workOnCalls(engine));
  await expect.poll(() => voice.placed.length, PATIENCE).toBe(4);
  stopping.abort();
  const stopped = running.stop();
  answer();
  await stopped;
  expect(voice.placed.length).toBe(4);
  const next = testCallEngine(test, soon());
  await next.pass(1);
  expect(new Set([...voice.placed, ...next.voice.placed].map(({ to }) => to)).size).toBe(6);
  expect(next.voice.placed.length).toBe(2);
});
