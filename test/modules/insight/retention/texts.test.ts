import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import { rollUpReportsTask } from '../../../../src/modules/insight/reports/roll-ups/take-marks.ts';
import { keepPartitions } from '../../../../src/modules/insight/retention/partitions.ts';
import { pruneTask } from '../../../../src/modules/insight/retention/prune.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const RUN = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
const keeping = (days: { MESSAGE_DAYS?: number; CALL_TEXT_DAYS?: number }) => ({
  ...app.services,
  config: { ...app.services.config, ...days },
});

const monthsOf = async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'sms_messages'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name).filter((name) => name.includes('_2031_'));
};

test('months of messages go with their clicks and receipts once the last one is older; sums stay, and readers do not wait', async ({
  skip,
}) => {
  const { team } = await createTeam(app);
  const teamId = team.id;
  const { campaignId, contactIds, routeId } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
  const send = await app.db.smsSend.create({ data: { teamId, smsCampaignId: campaignId } });
  await keepPartitions(keeping({}), new Date('2031-04-17T12:00:00Z'));
  const store = async (day: string) => {
    const createdAt = new Date(day);
    const id = uuidv7(createdAt.getTime());
    await app.db.smsMessage.create({
      data: {
        ...{ id, teamId, smsCampaignId: campaignId, smsSendId: send.id, contactId: contactIds[0]!, createdAt },
        ...{ phoneNormalized: '4917600000001', finalText: day },
      },
    });
    await app.db.smsLinkEvent.create({ data: { teamId, messageId: id, kind: 'click', occurredAt: createdAt } });
    const name = { teamId, routeId, providerId: day };
    await app.db.smsProviderMessage.create({ data: { ...name, messageId: id, createdAt } });
    // A receipt named it, and no message has it.
    await app.db.smsProviderMessage.create({ data: { ...name, providerId: `lone ${day}`, createdAt } });
    const receipt = { ...name, id: uuidv7(createdAt.getTime()), status: 'delivered', occurredAt: createdAt };
    await app.db.smsReceipt.create({ data: receipt });
  };
  for (const day of ['2031-05-31T23:59:00Z', '2031-06-01T00:01:00Z']) await store(day);
  const sum = { teamId, slot: 1, number: 0, smsCampaignId: campaignId, smsSendId: send.id };
  const none = { sent: 0, delivered: 0, failed: 0, clicked: 0, leads: 0, sales: 0, unsubscribed: 0, parts: 0 };
  await app.db.smsRollUp.create({ data: { ...sum, ...none, messages: 7 } });
  expect(await monthsOf()).toEqual(['partitions.sms_messages_2031_05', 'partitions.sms_messages_2031_06']);

  await keepPartitions(keeping({ MESSAGE_DAYS: 30 }), new Date('2031-06-20T12:00:00Z'));
  expect(await monthsOf()).toContain('partitions.sms_messages_2031_05');
  await keepPartitions(keeping({ MESSAGE_DAYS: 30 }), new Date('2031-07-05T12:00:00Z'));
  const left = async () => ({
    messages: (await app.db.smsMessage.findMany({ where: { teamId } })).map(({ finalText }) => finalText),
    clicks: await app.db.smsLinkEvent.count({ where: { teamId } }),
    names: await app.db.smsProviderMessage.count({ where: { teamId } }),
    receipts: await app.db.smsReceipt.count({ where: { teamId } }),
  });
  expect(await left()).toEqual({ messages: ['2031-06-01T00:01:00Z'], clicks: 1, names: 2, receipts: 1 });
  expect(await app.db.smsRollUp.findMany({ where: { teamId } })).toMatchObject([{ messages: 7 }]);

  // More than one statement deletes, of a month that is already gone; what is kept stays.
  const click = { teamId, messageId: uuidv7(Date.parse('2031-05-20')), kind: 'click', occurredAt: new Date() };
  const late = Array.from({ length: 2_100 }, (_, n) => ({ ...click, reference: `${n}` }));
  await app.db.smsLinkEvent.createMany({ data: late });
  await keepPartitions(keeping({ MESSAGE_DAYS: 30 }), new Date('2031-07-06T12:00:00Z'));
  expect(await left()).toEqual({ messages: ['2031-06-01T00:01:00Z'], clicks: 1, names: 2, receipts: 1 });

  if (app.services.reader.embedded) skip('The embedded database has one connection.');
  const reader = await app.pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT FROM sms_messages WHERE team_id = $1', [teamId]);
  const dropped = keepPartitions(keeping({ MESSAGE_DAYS: 30 }), new Date('2031-08-05T12:00:00Z'));
  await left();
  await reader.query('COMMIT');
  reader.release();
  await dropped;
  expect(await monthsOf()).not.toContain('partitions.sms_messages_2031_06');
  expect(await left()).toEqual({ messages: [], clicks: 0, names: 0, receipts: 0 });
});

test('a mark that comes after its month is gone leaves the sums of that month', async () => {
  const { team } = await createTeam(app);
  const teamId = team.id;
  const ago = (days: number) => Math.floor((Date.now() - days * 86_400_000) / 900_000);
  const none = { sent: 0, delivered: 0, failed: 0, clicked: 0, leads: 0, sales: 0, unsubscribed: 0, parts: 0 };
  const campaign = { smsCampaignId: uuidv7(), smsSendId: uuidv7() };
  const [old, young] = [ago(80), ago(10)];
  for (const slot of [old, young]) {
    await app.db.smsRollUp.create({ data: { teamId, slot, number: 1, ...campaign, ...none, messages: 7 } });
    await app.db.reportMark.create({ data: { teamId, kind: 'sms', slot } });
  }
  await rollUpReportsTask.run(keeping({ MESSAGE_DAYS: 30 }), {}, RUN);
  expect(await app.db.smsRollUp.findMany({ where: { teamId } })).toMatchObject([{ slot: old, messages: 7 }]);
  expect(await app.db.reportMark.count({ where: { teamId } })).toBe(0);
});

test('texts of old calls are emptied, and the calls stay', async () => {
  const { team } = await createTeam(app);
  const teamId = team.id;
  const texts = { chat: 'Hello', summary: 'A call', recordingUrl: 'https://r.example', listenUrl: 'wss://l.example' };
  const store = (days: number) =>
    app.db.call.create({
      data: { id: uuidv7(Date.now() - days * 86_400_000), teamId, toNumber: 12_125_550_123n, isSale: true, ...texts },
    });
  await store(91);
  await store(89);
  await pruneTask.run(keeping({}), {}, RUN);
  expect(await app.db.call.count({ where: { teamId, chat: 'Hello' } })).toBe(2);
  await pruneTask.run(keeping({ CALL_TEXT_DAYS: 90 }), {}, RUN);
  expect(await app.db.call.findMany({ where: { teamId }, orderBy: { id: 'asc' } })).toMatchObject([
    { chat: null, summary: null, recordingUrl: null, listenUrl: null, isSale: true },
    { ...texts, isSale: true },
  ]);
});
