import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inWords } from '../../../../src/modules/delivery/engine/logs.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, multistep, START, STOP, testEngine, testProvider } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

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
    expect(await start(campaignId)).toEqual({ data: { startCampaign: { campaign: { status: 'running' } } } });
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

  it('skips whoever would get a stored text that is not valid any more, and keeps nobody else', async () => {
    const broken = await createSmsCampaign(test, acme.team.id, { contacts: 2, meta: MANUAL(200) });
    const sound = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: MANUAL(200) });
    const { db } = test;
    const where = { teamId: acme.team.id, smsCampaignId: broken.campaignId };
    await db.campaignText.updateMany({ where, data: { text: 'Hello {{ nickname }} {{ url }}' } });
    await start(broken.campaignId);
    await start(sound.campaignId);
    const engine = testEngine(test, soon());
    await engine.run();
    await engine.pass(1);
    const recipients = await db.smsRecipient.findMany({ where });
    expect(recipients.map(({ status, rule, reason }) => [status, rule, reason])).toEqual(
      [1, 2].map(() => ['skipped', 'text_failed', 'The text uses {{ nickname }}, which is no merge field.']),
    );
    expect(engine.provider.sent).toHaveLength(1);
    expect(await stateOf(sound.campaignId)).toEqual({ status: 'sent', reason: null, sends: ['sent'] });
  });

  it('takes exactly as many contacts as it says, and the next ones when it is started again', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 5, meta: MANUAL(3) });
    await start(campaignId);
    const engine = testEngine(test, soon());
    await engine.run();
    await engine.pass(1);
    expect(engine.provider.sent).toHaveLength(3);
    expect(await stateOf(campaignId)).toEqual({
      status: 'sent',
      reason: '3 of 5 contacts reached; 2 remain. Start again to reach them.',
      sends: ['sent'],
    });
    await start(campaignId);
    engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
    await engine.pass(2);
    expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(5);
    expect(engine.provider.sent).toHaveLength(5);
    expect(await stateOf(campaignId)).toEqual({ status: 'sent', reason: null, sends: ['sent', 'sent'] });
  });

  it('is fixed when the send begins: who joins the list later is reached by the next start', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 2, meta: MANUAL(5) });
    await start(campaignId);
    const engine = testEngine(test, soon());
    await engine.run();
    expect(engine.provider.sent).toHaveLength(2);
    const tag = await test.db.tag.findFirstOrThrow({ where: { teamId: acme.team.id }, orderBy: { id: 'desc' } });
    const contact = await test.db.contact.create({ data: { teamId: acme.team.id, number: 4917699999999n } });
    await test.db.contactTag.create({ data: { teamId: acme.team.id, contactId: contact.id, tagId: tag.id } });
    await engine.pass(1);
    expect(engine.provider.sent).toHaveLength(2);
    const ended = { status: 'sent', reason: '2 of 3 contacts reached; 1 remains. Start again to reach it.' };
    expect(await stateOf(campaignId)).toEqual({ ...ended, sends: ['sent'] });
    await start(campaignId);
    engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
    await engine.pass(2);
    expect(engine.provider.sent.at(-1)!.to).toBe('4917699999999');
    expect(await stateOf(campaignId)).toEqual({ status: 'sent', reason: null, sends: ['sent', 'sent'] });
  });

  it('leaves a line in the log for each step, and says in the team’s zone until when it waits', async () => {
    const meta = { sendType: 'multistep' as const, multistepData: multistep({ stepSize: 1 }) };
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 2, meta });
    await start(campaignId);
    const engine = testEngine(test, soon());
    await engine.run();
    await engine.pass(2);
    const logs = await test.db.log.findMany({ where: { callerId: campaignId }, orderBy: { id: 'asc' } });
    const texts = logs.map(({ text }) => text).filter((text) => text.startsWith('Step'));
    expect(texts).toEqual(['Step 1 is going out.', 'Step 2 is going out.']);
    expect(inWords(new Date('2031-03-05T07:00:00Z'), 'Europe/Berlin')).toBe(
      'Wednesday 5 March 2031, 08:00 (Europe/Berlin)',
    );
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

  it('asks before each further call of a batch: a stop and a STOP that come meanwhile hold the rest back', async () => {
    const { campaignId, contactIds } = await createSmsCampaign(test, acme.team.id, { contacts: 5, meta: MANUAL(200) });
    await start(campaignId);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 1 }));
    const send = engine.provider.send.bind(engine.provider);
    engine.provider.send = async (messages) => {
      if (engine.provider.sent.length === 0) {
        const second = await test.db.contact.findFirstOrThrow({ where: { id: contactIds[1]! } });
        const suppressed = { teamId: acme.team.id, number: second.number, reason: 'manual' as const };
        await test.db.suppressedNumber.create({ data: suppressed });
      }
      if (engine.provider.sent.length === 2) {
        await test.graphql(STOP, { variables: { id: campaignId }, token: acme.token });
      }
      return send(messages);
    };
    await engine.run();
    expect(engine.provider.sent).toHaveLength(3);
    const where = { smsCampaignId: campaignId };
    const states = async () => {
      const rows = await test.db.smsRecipient.findMany({ where, orderBy: { contactId: 'asc' } });
      return rows.map(({ status, rule }) => [status, rule]);
    };
    const gone = ['handed', null];
    expect(await states()).toEqual([gone, ['skipped', 'suppressed'], gone, gone, ['waiting', 'came_back']]);
    expect(await test.db.smsMessage.count({ where })).toBe(3);
    await start(campaignId);
    engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 1_000);
    await engine.run();
    expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(4);
    expect(engine.provider.sent).toHaveLength(4);
    expect(await states()).toEqual([gone, ['skipped', 'suppressed'], gone, gone, gone]);
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
