import type pg from 'pg';
import { rejected } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { SMS } from '../../../../src/modules/delivery/engine/sms.ts';
import { takeTurn } from '../../../../src/modules/delivery/engine/turn.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver, textOf } from '../../../support/database.ts';
import {
  createSmsCampaign,
  manual,
  multistep,
  START,
  STOP,
  testEngine,
  testProvider,
} from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp({ LOOKUP_PROVIDER: 'simulator' });
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const soon = () => new Date(Date.now() + 1_000).toISOString();
const run = (document: string, id: string) => test.graphql(document, { variables: { id }, token: acme.token });

it('what a dead worker left is looked at, however much else is due', async () => {
  const left = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual(1) });
  await run(START, left.campaignId);
  const engine = testEngine(test, soon());
  while (((await takeTurn(SMS, engine))?.claim?.batches.length ?? 0) === 0);
  engine.clock = new Date(engine.clock.getTime() + 61_000);
  const busy = await createSmsCampaign(test, acme.team.id, { contacts: 6_000, meta: manual(6_000) });
  await run(START, busy.campaignId);
  await test.db.smsSend.updateMany({ where: { smsCampaignId: busy.campaignId }, data: { nextStepAt: engine.clock } });
  await work(engine);
  const { doneAt } = await test.db.smsBatch.findFirstOrThrow({ where: { teamId: acme.team.id } });
  expect(doneAt).not.toBeNull();
});

it('messages that no provider was given wait, when the database does not say who may still get one', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta: manual(4) });
  await run(START, campaignId);
  const provider = testProvider({ batchSize: 2, maxInFlight: 1 });
  const engine = testEngine(test, soon(), provider);
  let failed = false;
  const connect = async () => {
    const client = await test.services.pool.connect();
    const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
      if (!failed && textOf(statement).includes('"isGoing"')) {
        failed = true;
        throw new Error('Connection terminated unexpectedly');
      }
      return client.query(statement as string, values);
    };
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  const query = test.services.pool.query.bind(test.services.pool);
  const pool = Object.assign(Object.create(test.services.pool) as pg.Pool, { connect, query });
  const timed = { ...engine, now: () => engine.clock, db: dbOver(test, pool) };
  while (await work(timed));
  await engine.pass(3);
  const messages = await test.db.smsMessage.findMany({ where: { teamId: acme.team.id } });
  expect({ failed, sent: provider.sent.length, messages: messages.map(({ status }) => status) }).toEqual({
    failed: true,
    sent: 4,
    messages: ['accepted', 'accepted', 'accepted', 'accepted'],
  });
});

const hlrSettings = {
  isActive: true,
  numberOfRetries: 1,
  delayBetweenRetries: 1,
  additionalTimeIncrement: 0,
  retryUntil: null,
};

it('contacts whose worker ended during their look-up are not forgotten when the send ends by its limit', async () => {
  const meta = { sendType: 'multistep' as const, multistepData: multistep({ maxSmsToSend: 2 }), hlrSettings };
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 4, meta });
  await run(START, campaignId);
  const engine = testEngine(test, soon());
  let taken = 0;
  while (taken === 0) taken = (await takeTurn(SMS, engine))!.claim?.lookups.length ?? 0;
  expect(taken).toBe(2);
  // Their leases last longer than the send.
  await engine.pass(1 / 10, 1 / 60);
  await engine.pass(5);
  const campaign = () => test.db.smsCampaign.findFirstOrThrow({ where: { teamId: acme.team.id, id: campaignId } });
  expect(engine.provider.sent).toHaveLength(2);
  expect(await campaign()).toMatchObject({
    status: 'stopped',
    statusReason:
      'The send’s limit of 2 messages is reached. Not everybody was reached: start the campaign again to reach the next contacts.',
  });
  await run(START, campaignId);
  engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 2_000);
  await engine.pass(5);
  expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(4);
  expect(await campaign()).toMatchObject({ status: 'sent' });
});

it('a contact that got another number since its look-up is looked up again before it is reached', async () => {
  const { campaignId, contactIds } = await createSmsCampaign(test, acme.team.id, {
    contacts: 1,
    meta: { sendType: 'multistep', multistepData: multistep(), hlrSettings },
  });
  await run(START, campaignId);
  const engine = testEngine(test, soon());
  const asked: string[] = [];
  engine.lookupsOf = async () => ({
    isSimulated: false,
    batchSize: 10,
    async lookup(numbers) {
      if (asked.length === 0) await run(STOP, campaignId);
      asked.push(...numbers.map(({ number }) => String(number)));
      return numbers.map(({ number }) => ({ number, isReachable: true, isPorted: false, network: null }));
    },
  });
  await engine.run();
  expect(asked).toHaveLength(1);
  const update = 'mutation ($id: ID!) { updateContact(id: $id, input: { number: "+4915199999999" }) { id } }';
  expect((await run(update, contactIds[0]!)).errors).toBeUndefined();
  await run(START, campaignId);
  engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 2_000);
  await engine.pass(2);
  expect(engine.provider.sent.map(({ to }) => to)).toEqual(['4915199999999']);
  expect(asked.slice(1)).toEqual(['4915199999999']);
});

it('what was said of a former number is forgotten of contacts that were skipped, too', async () => {
  const { campaignId, contactIds } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual(1) });
  await run(START, campaignId);
  const engine = testEngine(test, soon());
  await engine.run();
  const where = { teamId: acme.team.id, smsCampaignId: campaignId };
  const at = new Date();
  const said = { status: 'skipped', rule: 'no_route', lookups: 1, lookedUpAt: at, checks: 1, checkedAt: at } as const;
  await test.db.smsRecipient.updateMany({ where, data: said });
  const update = 'mutation ($id: ID!) { updateContact(id: $id, input: { number: "+4915199999997" }) { id } }';
  expect((await run(update, contactIds[0]!)).errors).toBeUndefined();
  expect(await test.db.smsRecipient.findMany({ where })).toMatchObject([
    { lookups: 0, lookedUpAt: null, checks: 0, checkedAt: null },
  ]);
});

it.each([
  ['while its former one is looked up', 'lookup'],
  ['while its message is refused for now', 'send'],
] as const)('a contact that gets another number %s is looked up again before it is reached', async (_, moment) => {
  const { campaignId, contactIds } = await createSmsCampaign(test, acme.team.id, {
    contacts: 1,
    meta: { ...manual(1), hlrSettings },
  });
  await run(START, campaignId);
  const update = 'mutation ($id: ID!) { updateContact(id: $id, input: { number: "+4915199999998" }) { id } }';
  const provider = testProvider();
  const engine = testEngine(test, soon(), provider);
  const send = provider.send.bind(provider);
  if (moment === 'send') provider.answer = () => ({ ...rejected('retryable', 'Busy.'), retryAfterSeconds: 1 });
  provider.send = async (messages) => {
    if (moment === 'send') expect((await run(update, contactIds[0]!)).errors).toBeUndefined();
    return send(messages);
  };
  const asked: string[] = [];
  engine.lookupsOf = async () => ({
    isSimulated: false,
    batchSize: 10,
    async lookup(numbers) {
      if (moment === 'lookup' && asked.length === 0) expect((await run(update, contactIds[0]!)).errors).toBeUndefined();
      asked.push(...numbers.map(({ number }) => String(number)));
      return numbers.map(({ number }) => ({ number, isReachable: true, isPorted: false, network: null }));
    },
  });
  await engine.run();
  provider.answer = ({ id }) => ({ status: 'accepted', providerId: `p-${id}` });
  engine.clock = new Date(Math.max(Date.now(), engine.clock.getTime()) + 2_000);
  await engine.pass(2);
  expect(asked.slice(1)).toEqual(['4915199999998']);
  expect(engine.provider.sent.at(-1)).toMatchObject({ to: '4915199999998' });
});

it.each([
  ['manual', manual(3)],
  ['multistep', { sendType: 'multistep', multistepData: multistep() }],
])('%s: contacts whose worker ended during their look-up are reached after a stop and a start', async (_name, meta) => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 3, meta: { ...meta, hlrSettings } });
  expect((await run(START, campaignId)).errors).toBeUndefined();
  const engine = testEngine(test, soon());
  let taken = 0;
  while (taken === 0) taken = (await takeTurn(SMS, engine))?.claim?.lookups.length ?? 0;
  expect(taken).toBe(3);
  await run(STOP, campaignId);
  await run(START, campaignId);
  engine.clock = new Date(Date.now() + 2_000);
  await engine.pass(5);
  const { status } = await test.db.smsCampaign.findFirstOrThrow({ where: { teamId: acme.team.id, id: campaignId } });
  const recipients = await test.db.smsRecipient.findMany({ where: { teamId: acme.team.id } });
  expect({ status, recipients: recipients.map((one) => one.status), sent: engine.provider.sent.length }).toEqual({
    status: 'sent',
    recipients: ['handed', 'handed', 'handed'],
    sent: 3,
  });
});

it('answers of a slow look-up are stored as they come, and none is asked for that would come after its lease', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 30,
    meta: { ...manual(30), hlrSettings },
  });
  await run(START, campaignId);
  const engine = testEngine(test, soon());
  const asked: string[] = [];
  const answered: number[] = [];
  engine.lookupsOf = async () => ({
    isSimulated: false,
    batchSize: 10,
    async lookup(numbers) {
      const where = { teamId: acme.team.id, smsCampaignId: campaignId, lookedUpAt: { not: null } };
      answered.push(await test.db.smsRecipient.count({ where }));
      asked.push(...numbers.map(({ number }) => String(number)));
      engine.clock = new Date(engine.clock.getTime() + 25_000);
      return numbers.map(({ number }) => ({ number, isReachable: true, isPorted: false, network: null }));
    },
  });
  await engine.run();
  expect([answered, asked.length, engine.provider.sent.length]).toEqual([[0, 10], 20, 20]);
  await engine.pass(2);
  expect([new Set(asked).size, asked.length, engine.provider.sent.length]).toEqual([30, 30, 30]);
});
