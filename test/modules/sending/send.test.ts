import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createSmsCampaign, START, STOP, testEngine } from '../../support/sending.ts';
import { createTeam, type TestTeam } from '../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const MANUAL = (sendAmount: number, throttleBatchSize = 0) => ({
  sendType: 'manual',
  manualData: { sendAmount, sendDatetime: null, throttleBatchSize },
});

const start = (id: string) => test.graphql(START, { variables: { id }, token: acme.token });
const soon = () => new Date(Date.now() + 1_000).toISOString();

async function stateOf(campaignId: string) {
  const { db } = test;
  const campaign = await db.smsCampaign.findFirstOrThrow({ where: { id: campaignId, teamId: acme.team.id } });
  const sends = await db.smsSend.findMany({ where: { smsCampaignId: campaignId, teamId: acme.team.id } });
  return { status: campaign.status, reason: campaign.statusReason, sends: sends.map(({ status }) => status) };
}

const logsOf = async (callerId: string) =>
  (
    await test.db.log.findMany({
      where: { callerId, teamId: acme.team.id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  ).map(({ text }) => text);

describe('a manual send', () => {
  beforeAll(async () => {
    acme = await createTeam(test);
  });

  it('reaches everybody of its audience once, with their own text and link', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 3, meta: MANUAL(200) });
    expect(await start(campaignId)).toEqual({ data: { startSmsCampaign: { status: 'running' } } });
    const engine = testEngine(test, soon());
    await engine.run();
    await engine.pass(1);
    expect(engine.provider.sent.map(({ text }) => text.replace(/\/l\/\w+$/, '/l/CODE')).sort()).toEqual([
      'Hello Contact 0 https://sms.example.com/l/CODE',
      'Hello Contact 1 https://sms.example.com/l/CODE',
      'Hello Contact 2 https://sms.example.com/l/CODE',
    ]);
    expect(await stateOf(campaignId)).toEqual({ status: 'sent', reason: null, sends: ['sent'] });
    expect(await logsOf(campaignId)).toEqual([
      'Status changed from draft to running.',
      'Step 1 is going out.',
      '3 of 3 contacts got a message.',
    ]);
  });

  it('takes exactly as many contacts as it says, and the next ones when it is started again', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 5, meta: MANUAL(3) });
    await start(campaignId);
    const engine = testEngine(test, soon());
    await engine.run();
    await engine.pass(1);
    expect(engine.provider.sent).toHaveLength(3);
    expect(await stateOf(campaignId)).toEqual({
      status: 'stopped',
      reason: 'Not everybody was reached: start the campaign again to reach the next contacts.',
      sends: ['sent'],
    });
    await start(campaignId);
    engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
    await engine.pass(2);
    expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(5);
    expect(engine.provider.sent).toHaveLength(5);
    expect(await stateOf(campaignId)).toEqual({ status: 'sent', reason: null, sends: ['sent', 'sent'] });
  });

  it('hands over no more in any 60 seconds than its throttle allows', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 5, meta: MANUAL(200, 2) });
    await start(campaignId);
    const engine = testEngine(test, soon());
    const counts = [];
    for (let minute = 0; minute < 4; minute += 1) {
      await engine.run();
      counts.push(engine.provider.sent.length);
      engine.clock = new Date(engine.clock.getTime() + 60_002);
    }
    expect(counts).toEqual([2, 4, 5, 5]);
  });

  it('hands nothing over after it was stopped, and goes on where it stopped', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 5, meta: MANUAL(200, 2) });
    await start(campaignId);
    const engine = testEngine(test, soon());
    await engine.run();
    await test.graphql(STOP, { variables: { id: campaignId }, token: acme.token });
    await engine.pass(3);
    expect(engine.provider.sent).toHaveLength(2);
    await start(campaignId);
    engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
    await engine.pass(3);
    expect(engine.provider.sent).toHaveLength(5);
    expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(5);
  });

  it('takes the costs of what was accepted from the balance, once', async () => {
    const { db } = test;
    const integration = await db.integration.create({
      data: { teamId: acme.team.id, name: 'SMS', isBalanceManaged: true, balance: '1' },
    });
    const { campaignId, routeId } = await createSmsCampaign(test, acme.team.id, {
      contacts: 4,
      meta: MANUAL(200),
      price: '0.05',
    });
    await db.route.update({
      where: { teamId_id: { teamId: acme.team.id, id: routeId } },
      data: { integrationId: integration.id },
    });
    await start(campaignId);
    const engine = testEngine(test, soon());
    let refused = 0;
    engine.provider.answer = ({ id }) => {
      refused += 1;
      return refused === 1
        ? { status: 'rejected', kind: 'permanent', code: '404', reason: 'No such number.', retryAfterSeconds: null }
        : { status: 'accepted', providerId: `p-${id}` };
    };
    await engine.pass(1);
    const { balance } = await db.integration.findFirstOrThrow({ where: { id: integration.id } });
    expect(balance.toFixed(2)).toBe('0.85');
    const messages = await db.smsMessage.findMany({ where: { teamId: acme.team.id, smsCampaignId: campaignId } });
    expect(messages.map(({ status }) => status).sort()).toEqual(['accepted', 'accepted', 'accepted', 'failed']);
  });

  it('pauses with the reason when the balance ends', async () => {
    const { db } = test;
    const integration = await db.integration.create({
      data: { teamId: acme.team.id, name: 'Empty', isBalanceManaged: true, balance: '0.01' },
    });
    const { campaignId, routeId } = await createSmsCampaign(test, acme.team.id, {
      contacts: 4,
      meta: MANUAL(200),
      price: '0.05',
    });
    await db.route.update({
      where: { teamId_id: { teamId: acme.team.id, id: routeId } },
      data: { integrationId: integration.id },
    });
    await start(campaignId);
    const engine = testEngine(test, soon());
    await engine.pass(1);
    expect(engine.provider.sent).toEqual([]);
    expect(await stateOf(campaignId)).toEqual({
      status: 'stopped',
      reason: 'The integration’s balance does not cover the next messages.',
      sends: ['stopped'],
    });
  });
});
