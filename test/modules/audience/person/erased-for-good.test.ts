import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { giveUpDeadJobs } from '../../../../src/jobs/give-up.ts';
import { recordsOf } from '../../../../src/modules/audience/person/operations.ts';
import { sendDirectMessageTask } from '../../../../src/modules/delivery/direct/send.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { giveUpParts } from '../../../../src/modules/hub/connections/part-receipts.ts';
import { tasks } from '../../../../src/tasks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, START_CALLS, testCallEngine } from '../../../support/calling.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { mutate } from '../../../support/mutate.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createVoiceTeam, OK, report, send, type VoiceTeam } from '../../voice/calls/support.ts';
import { ADA, conversationOf, createInbox, type Inbox, SEND_REPLY } from '../conversations/support.ts';
import { uploaded } from '../data-files/support.ts';
import { dump, ERASE, traces } from './support.ts';

let app: TestApp;
let mine: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  mine = await createVoiceTeam(app);
});
afterAll(() => app.close());

const TEXT = 'Forty-two towels';
const RUN = { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };

const createCall = (externalId: string) =>
  app.db.call.create({
    data: {
      ...{ teamId: mine.team.id, toNumber: BigInt(ADA), status: 'queued', chat: TEXT },
      ...{ externalId, names: { create: { externalId } } },
    },
  });
const callOf = (externalId: string) => app.db.call.findFirstOrThrow({ where: { teamId: mine.team.id, externalId } });

async function erase(): Promise<void> {
  const { errors } = await app.graphql(ERASE, { token: mine.token, variables: { input: { number: ADA } } });
  expect(errors).toBeUndefined();
}

const told = (id: string) =>
  report(id, 60, {
    endedReason: `${ADA} hung up`,
    artifact: { transcript: TEXT, recordingUrl: `https://r.example/${ADA}` },
    analysis: { summary: TEXT, structuredData: { call_outcome: 'do_not_call' } },
    customer: { number: `+${ADA}`, name: 'Zaphod' },
  });

test('a call event that comes after the erasure settles its call and leaves nothing of the person', async () => {
  await createCall('late');
  await erase();
  expect(traces(await dump(app))).toEqual([]);
  expect(await send(app, mine, told('late'))).toEqual(OK);
  expect(traces(await dump(app))).toEqual([]);
  const call = await callOf('late');
  expect(call).toMatchObject({ status: 'ended', isProcessed: true, toNumber: 0n });
  expect(call).toMatchObject({ chat: null, summary: null, recordingUrl: null, endedReason: null });
  expect(call.cost?.toString()).toBe('0.1234');
  expect(await app.db.suppressedNumber.count({ where: { teamId: mine.team.id } })).toBe(0);
  // A repeat is known, and stores nothing either.
  expect(await send(app, mine, told('late'))).toEqual(OK);
  expect(traces(await dump(app))).toEqual([]);
});

test('each later run erases what was written to the erased calls, though nothing but their ids leads to them', async () => {
  const { id: callId } = await createCall('open');
  await erase();
  const jobs = await waitingJobs(app, 'erase_again');
  expect(jobs).toHaveLength(2);
  expect(Math.round((jobs[1]!.runAt.getTime() - jobs[0]!.runAt.getTime()) / 60_000)).toBe(24 * 60 - 5);
  const write = async (mark: string) => {
    const teamId = mine.team.id;
    await app.db.call.update({ where: { teamId_id: { teamId, id: callId } }, data: { chat: TEXT } });
    await app.db.callEvent.create({
      data: {
        ...{ teamId, callId, voiceAccountId: mine.accountId, type: 'status-update', occurredAt: new Date() },
        ...{ fingerprint: Buffer.from(mark), payload: { customer: { number: `+${ADA}` } } },
      },
    });
    expect(traces(await dump(app))).toHaveLength(2);
  };
  await write('1');
  await tasks.erase_again!.run(app.services, jobs[0]!.payload, RUN);
  expect(traces(await dump(app))).toEqual([]);
  await write('2');
  await makeJobsDue(app);
  await runJobs(app);
  expect(traces(await dump(app))).toEqual([]);
  expect(await waitingJobs(app, 'erase_again')).toEqual([]);
});

test('neither a consent nor the suppression list writes an erased number down again', async () => {
  await erase();
  const { number, ...consent } = { number: `+${ADA}`, channel: 'sms', purpose: 'marketing' };
  for (const state of ['granted', 'withdrawn']) {
    const record = `mutation ($input: RecordConsentInput!) { recordConsent(input: $input) { consentEvent { id } } }`;
    const { errors } = await app.graphql(record, {
      token: mine.token,
      variables: { input: { number, ...consent, state } },
    });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { number: ['The data of the person with this number was erased; nobody writes to them again.'] },
    });
  }
  const suppress = `mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }`;
  const { data } = await app.graphql(suppress, {
    token: mine.token,
    variables: { input: { numbers: [number, '+12025550100'] } },
  });
  expect(data).toEqual({ suppressNumbers: { suppressedCount: 1 } });
  const { rows } = await app.pool.query(
    'SELECT number FROM suppressed_numbers WHERE team_id = $1 UNION ALL SELECT number FROM consents WHERE team_id = $1',
    [mine.team.id],
  );
  expect(rows).toEqual([{ number: '12025550100' }]);
  expect(traces(await dump(app))).toEqual([]);
});

/** The embedded database has one session. */
const onServer = test.skipIf(inject('databaseTemplate').kind === 'embedded');

onServer('a contact that was being created during the erasure is gone after the second run', async () => {
  const client = await app.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO contacts (team_id, id, number, name, updated_at) VALUES ($1, gen_random_uuid(), $2, 'Zaphod', now())`,
    [mine.team.id, ADA],
  );
  await erase();
  await client.query('COMMIT');
  client.release();
  expect(await app.db.contact.count({ where: { teamId: mine.team.id } })).toBe(1);
  await makeJobsDue(app);
  await runJobs(app);
  expect(await app.db.contact.count({ where: { teamId: mine.team.id } })).toBe(0);
  expect(traces(await dump(app))).toEqual([]);
});

test('a person who calls after the erasure becomes no contact again, and the call names nobody', async () => {
  await erase();
  const caller = { call: { id: 'in', type: 'inboundPhoneCall' }, customer: { number: `+49 ${String(ADA).slice(2)}` } };
  for (let time = 0; time < 2; time += 1) {
    expect(await send(app, mine, { ...told('in'), ...caller })).toEqual(OK);
    expect(await send(app, mine, { ...told('in'), ...caller, type: 'status-update', status: 'ended' })).toEqual(OK);
  }
  expect(await callOf('in')).toMatchObject({
    contactId: null,
    toNumber: 0n,
    callSource: 'inbound',
    status: 'ended',
    chat: null,
  });
  expect(await app.db.contact.count({ where: { teamId: mine.team.id } })).toBe(0);
  expect(traces(await dump(app))).toEqual([]);
  const others = { call: { id: 'other', type: 'inboundPhoneCall' }, customer: { number: `+${ADA + 1}` } };
  expect(await send(app, mine, report('other', 60, others))).toEqual(OK);
  expect(await app.db.contact.count({ where: { teamId: mine.team.id, number: BigInt(ADA + 1) } })).toBe(1);
});

onServer('an erasure waits for an import that is writing the person, and leaves nothing of it', async () => {
  const { token, team } = mine;
  const held = await app.db.contact.create({ data: { teamId: team.id, number: BigInt(ADA + 2) } });
  const id = await uploaded(app, `phone,name\n${ADA + 2},Ben\n${ADA},Zaphod Beeblebrox\n`, { token });
  const IMPORT = 'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }';
  await app.graphql(IMPORT, { token, variables: { id, input: { columns: { number: 0, name: 1 } } } });
  const holder = await app.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM contacts WHERE team_id = $1 AND id = $2 FOR UPDATE', [team.id, held.id]);
  const imported = runJobs(app);
  const waiting = (type: string) =>
    expect
      .poll(async () => {
        const { rows } = await app.pool.query(
          `SELECT DISTINCT wait_event FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.map(({ wait_event }) => wait_event);
      }, PATIENCE)
      .toContain(type);
  await waiting('transactionid');
  const erased = erase();
  await waiting('advisory');
  await holder.query('ROLLBACK');
  holder.release();
  await Promise.all([imported, erased]);
  expect((await app.db.contact.findMany({ where: { teamId: team.id } })).map(({ number }) => number)).toEqual([
    BigInt(ADA + 2),
  ]);
  expect(traces(await dump(app))).toEqual([]);
});

/** The dumps of other tests have nothing of them. */
const OTHER = ADA + 40;
const from = { from: String(OTHER) };

test('who writes after the erasure gets no automatic answer but that of HELP', async () => {
  const inbox = await createInbox(app);
  await app.db.replyKeyword.create({
    data: { teamId: inbox.teamId, word: 'menu', folded: 'MENU', answer: 'Soup.' },
  });
  await app.db.sendingSettings.update({ where: { teamId: inbox.teamId }, data: { helpText: 'Call 030 1234.' } });
  await inbox.ask(ERASE, { input: { number: OTHER } });
  await inbox.write('START', from);
  await inbox.write('menu', from);
  await inbox.write('help', from);
  await inbox.write('menu', { from: String(OTHER + 1) });
  expect((await inbox.work()).map(({ to, text }) => [to, text])).toEqual([
    [String(OTHER), 'Call 030 1234.'],
    [String(OTHER + 1), 'Soup.'],
  ]);
  const [refused] = await inbox.messages();
  expect([refused!.status, refused!.reason]).toEqual([
    'failed',
    'The data of the person with this number was erased; nobody writes to them again.',
  ]);
});

test('a test schedule takes no number of an erased person', async () => {
  const { ask, token, routeId } = await createInbox(app);
  const fields = { text: 'Still there', intervalMinutes: 60, name: 'Daily' };
  const create = (toNumber: number) =>
    mutate(app, token, 'createSmsTestSchedule', {
      input: [{ ...fields, routeId, toNumber: `+${toNumber}` }, 'CreateSmsTestScheduleInput'],
    });
  const { data } = await create(OTHER + 2);
  await ask(ERASE, { input: { number: OTHER } });
  const update = await mutate(app, token, 'updateSmsTestSchedule', {
    id: data.createSmsTestSchedule.id,
    input: [{ toNumber: `+${OTHER}` }, 'UpdateSmsTestScheduleInput'],
  });
  for (const { errors } of [update, await create(OTHER)])
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { toNumber: ['The data of the person with this number was erased; nobody writes to them again.'] },
    });
});

test('a one-off message whose person is erased while a worker has it is not handed over', async () => {
  const inbox = await createInbox(app);
  await inbox.write('Hello', from);
  const conversationId = await conversationOf(inbox);
  await inbox.ask(SEND_REPLY, { input: { conversationId, text: 'We open at nine.' } });
  const provider = testProvider();
  const [message] = await inbox.messages();
  const task = sendDirectMessageTask(() => provider);
  const { transaction } = app.services.db;
  let transactions = 0;
  // The first marks it, the second looks a last time and calls the provider.
  const db = Object.assign(Object.create(app.services.db), {
    transaction: async (...given: Parameters<typeof transaction>) => {
      transactions += 1;
      if (transactions === 2) await inbox.ask(ERASE, { input: { number: OTHER } });
      return transaction.apply(app.services.db, given);
    },
  });
  await task.run({ ...app.services, db }, { teamId: inbox.teamId, id: message!.id }, RUN);
  expect(transactions).toBeGreaterThanOrEqual(2);
  expect(provider.sent).toEqual([]);
});

test('receipts of parts that became no message are erased, too', async () => {
  const { id: sellerEndpointId } = await createSellerEndpoint(app.db, {
    ...{ teamId: mine.team.id, username: crypto.randomUUID(), passwordHash: 'none' },
  });
  await app.db.hubPart.create({
    data: {
      ...{ teamId: mine.team.id, sellerEndpointId, sender: 'Acme', destination: `+49 ${String(ADA).slice(2)}` },
      ...{ concatenation: 1, part: 1, total: 2, submission: {}, receipts: 'all', createdAt: new Date(0) },
    },
  });
  await giveUpParts(app.services.db, 300);
  expect(await app.db.hubPart.count()).toBe(0);
  expect(traces(await dump(app))).toEqual([expect.stringMatching(/^hub_returns /)]);
  await erase();
  expect(traces(await dump(app))).toEqual([]);
});

test('an event that comes after the erasure and never finds its call keeps no number once it is given up', async () => {
  await erase();
  const event = (id: string, number: string) => ({ type: 'tool-calls', call: { id }, customer: { number } });
  expect((await send(app, mine, event('never', '+49 (1511) 2345-678'))).status).toBe(404);
  expect((await send(app, mine, event('other', '+4915112345679'))).status).toBe(404);
  await app.pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts, locked_at = NULL');
  await giveUpDeadJobs(app.services, tasks);
  expect(
    await app.db.callEvent.findMany({
      where: { teamId: mine.team.id },
      select: { externalCallId: true, status: true, payload: true },
      orderBy: { id: 'asc' },
    }),
  ).toEqual([
    { externalCallId: 'never', status: 'failed', payload: {} },
    { externalCallId: 'other', status: 'failed', payload: event('other', '+4915112345679') },
  ]);
});

test('events of calls that nobody knows are exported and erased; one that may still find its call is after its last try', async () => {
  const unknown = (id: string) => ({ type: 'tool-calls', call: { id }, customer: { number: '+49 (1511) 2345-678' } });
  const others = { type: 'tool-calls', call: { id: 'other' }, customer: { number: '+4915112345679' } };
  // The second of a call says nothing of its customer.
  const silent = { type: 'end-of-call-report', call: { id: 'unknown' }, artifact: { transcript: TEXT } };
  for (const event of [unknown('unknown'), silent, unknown('late'), others]) {
    expect((await send(app, mine, event)).status).toBe(404);
  }
  const set = (externalCallId: string, status: 'failed' | 'received') =>
    app.db.callEvent.updateMany({ where: { teamId: mine.team.id, externalCallId }, data: { status } });
  await set('unknown', 'failed');
  await set('other', 'failed');
  const EXPORT = 'mutation ($input: PersonInput!) { exportPerson(input: $input) { url } }';
  const { data } = await app.graphql<{ exportPerson: { url: string } }>(EXPORT, {
    token: mine.token,
    variables: { input: { number: ADA } },
  });
  const file = await app.app.fetch(new Request(`http://localhost${data!.exportPerson.url}`));
  const { records } = (await file.json()) as { records: { call_events: { external_call_id: string }[] } };
  expect(records.call_events.map(({ external_call_id }) => external_call_id).sort()).toEqual([
    'late',
    'unknown',
    'unknown',
  ]);

  const payloads = async () => {
    const events = await app.db.callEvent.findMany({ where: { teamId: mine.team.id }, orderBy: { id: 'asc' } });
    return events.map(({ externalCallId, payload }) => [externalCallId, payload]);
  };
  await erase();
  const left = ['other', others] as const;
  expect(await payloads()).toEqual([['unknown', {}], ['unknown', {}], ['late', unknown('late')], left]);
  await set('late', 'failed');
  const [again] = await waitingJobs(app, 'erase_again');
  await tasks.erase_again!.run(app.services, again!.payload, RUN);
  expect(await payloads()).toEqual([['unknown', {}], ['unknown', {}], ['late', {}], left]);
  expect(traces(await dump(app))).toEqual([]);
});

test('who is erased while a call to them is being placed is called once, and the call names nobody', async () => {
  const teamId = mine.team.id;
  const { campaignId, contactIds } = await createVoiceCampaign(app, teamId, { contacts: 2 });
  const where = { teamId_id: { teamId, id: contactIds[0]! } };
  await app.db.contact.update({ where, data: { number: BigInt(ADA), name: 'Zaphod' } });
  const started = await app.graphql(START_CALLS, { token: mine.token, variables: { id: campaignId } });
  expect(started.errors).toBeUndefined();
  const engine = testCallEngine(app, new Date(Date.now() + 1_000).toISOString());
  engine.voice.answer = async ({ reference, to }) => {
    if (to === String(ADA)) await erase();
    return { status: 'accepted', providerId: `p-${reference}` };
  };
  await engine.run();
  await engine.pass(3);
  expect(engine.voice.placed.filter(({ to }) => to === String(ADA))).toHaveLength(1);
  expect(traces(await dump(app))).toEqual([]);
  const calls = await app.db.call.findMany({ where: { teamId }, orderBy: { toNumber: 'asc' } });
  expect(calls).toMatchObject([{ toNumber: 0n, contactId: null }, { contactId: contactIds[1]! }]);
  expect(calls[0]!.externalId).toMatch(/^p-/);
});

/** A seller's message to the person that the provider has accepted, as hub-1. */
async function submitted({ teamId, routeId }: Pick<Inbox, 'teamId' | 'routeId'>) {
  const { id: sellerEndpointId } = await createSellerEndpoint(app.db, {
    ...{ teamId, username: crypto.randomUUID(), passwordHash: 'none' },
  });
  const hub = await app.db.hubMessage.create({
    data: {
      ...{ teamId, sellerEndpointId, protocol: 'smpp', sender: 'Acme', destination: `+${ADA}`, number: BigInt(ADA) },
      ...{ text: TEXT, cost: '0', price: '0', validUntil: new Date('2999-01-01'), dueAt: null, receipts: 'all' },
      ...{ status: 'accepted', routeId, smsId: 'hub-1', createdAt: new Date() },
    },
  });
  await app.db.smsProviderMessage.create({
    data: { teamId, routeId, providerId: 'hub-1', messageId: hub.id, createdAt: new Date() },
  });
  return hub;
}

test('a receipt that comes days after the erasure settles its message, and nothing that it says of the person is kept', async () => {
  const inbox = await createInbox(app);
  const { teamId, routeId } = inbox;
  const { campaignId, contactIds } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
  const where = { teamId_id: { teamId, id: contactIds[0]! } };
  const { id: contactId } = await app.db.contact.update({ where, data: { number: BigInt(ADA), name: 'Zaphod' } });
  await inbox.ask(START, { id: campaignId });
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  const campaigned = await app.db.smsMessage.findFirstOrThrow({ where: { teamId } });
  const direct = await app.db.directMessage.create({
    data: {
      ...{
        teamId,
        contactId,
        kind: 'one_off',
        routeId,
        number: BigInt(ADA),
        text: TEXT,
        smsParts: 1,
        dueAt: new Date(),
      },
      ...{ status: 'accepted', smsId: 'direct-1' },
    },
  });
  const hub = await submitted(inbox);
  await inbox.ask(ERASE, { input: { number: ADA } });
  expect(traces(await dump(app))).toEqual([]);
  const receipt = (providerId: string) => ({
    ...{ providerId, messageId: null, status: 'failed', code: 27, reason: `+${ADA} is absent`, at: new Date() },
    written: { ids: [providerId], numbers: [String(ADA)] },
  });
  const receive = (of: string, providerId: string) =>
    receiveInbound(
      app.services.db,
      { teamId, id: of },
      { receipts: [receipt(providerId)] as never, replies: [] },
      new Date(),
    );
  await receive(campaigned.smsRoutingRouteId!, campaigned.smsId!);
  await receive(routeId, 'direct-1');
  await receive(routeId, 'hub-1');
  expect(traces(await dump(app))).toEqual([]);
  const failed = { status: 'failed', dlrCode: 27 };
  expect(await app.db.smsMessage.findFirst({ where: { teamId, id: campaigned.id } })).toMatchObject({
    ...{ ...failed, failReason: 'The provider says: failed.' },
  });
  expect(await app.db.directMessage.findFirst({ where: { teamId, id: direct.id } })).toMatchObject(failed);
  expect(await app.db.hubMessage.findFirst({ where: { teamId, id: hub.id } })).toMatchObject(failed);
});

test('messages to a number that its contact no longer has are exported and erased with the person of that number', async () => {
  const inbox = await createInbox(app);
  const { teamId } = inbox;
  const { campaignId } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(9) });
  const { id: contactId } = await app.db.contact.findFirstOrThrow({ where: { teamId } });
  const move = (number: string) =>
    inbox.ask('mutation ($id: ID!, $to: PhoneNumber!) { updateContact(id: $id, input: { number: $to }) { id } }', {
      ...{ id: contactId, to: number },
    });
  expect((await move(`+${ADA}`)).errors).toBeUndefined();
  await inbox.ask(START, { id: campaignId });
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  const message = () => app.db.smsMessage.findFirstOrThrow({ where: { teamId } });
  expect(await message()).toMatchObject({ phoneNormalized: String(ADA), contactId });
  expect((await move('+4915112345999')).errors).toBeUndefined();

  const exported = await app.sql.transaction(async (tx) => {
    const tables: string[] = [];
    for await (const { table, rows } of await recordsOf(tx.transaction, teamId, ADA))
      if (rows.length > 0) tables.push(table);
    return tables;
  });
  expect(exported).toContain('sms_messages');
  const { errors } = await inbox.ask(ERASE, { input: { number: ADA } });
  expect(errors).toBeUndefined();
  expect(await message()).toMatchObject({ phoneNormalized: '0', finalText: '' });
  expect(traces(await dump(app))).toEqual([]);
  // The contact is another number's now.
  expect(await app.db.contact.count({ where: { teamId, number: 4_915_112_345_999n } })).toBe(1);
});

test('whose contact was deleted before the erasure is nowhere after it, nor in receipts and events of the messages that went', async () => {
  const inbox = await createInbox(app);
  const { teamId } = inbox;
  await inbox.ask(
    'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookEndpoint { id } } }',
    { input: { url: 'https://hooks.acme.example', eventTypes: ['message_accepted', 'message_delivered'] } },
  );
  const { campaignId, contactIds } = await createSmsCampaign(app, teamId, { contacts: 2, meta: manual(2) });
  const id = contactIds[0]!;
  await app.db.contact.update({ where: { teamId_id: { teamId, id } }, data: { number: BigInt(ADA), name: 'Zaphod' } });
  await inbox.ask(START, { id: campaignId });
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  const messages = await app.db.smsMessage.findMany({ where: { teamId } });
  for (const { id: messageId, smsId, smsRoutingRouteId, phoneNormalized: number } of messages) {
    const receipts = [smsId!, `message ${messageId}`].map((providerId) => ({
      ...{ providerId, messageId: null, status: 'delivered' as const, code: null, reason: `To +${number}.` },
      ...{ at: new Date(), written: { ids: [providerId], numbers: ['4930', number] } },
    }));
    const route = { teamId, id: smsRoutingRouteId! };
    await receiveInbound(app.services.db, route, { receipts: receipts as never, replies: [] }, new Date());
  }
  const kept = async () => ({
    events: await app.db.webhookEvent.count({ where: { teamId } }),
    receipts: await app.db.smsReceipt.count({ where: { teamId, reason: { not: null }, numbers: { has: '4930' } } }),
  });
  expect(await kept()).toEqual({ events: 4, receipts: 4 });
  const { errors } = await inbox.ask('mutation ($id: ID!) { deleteContact(id: $id) { id } }', { id });
  expect(errors).toBeUndefined();
  expect(await kept()).toEqual({ events: 2, receipts: 2 });
  await inbox.ask(ERASE, { input: { number: ADA } });
  expect(traces(await dump(app))).toEqual([]);
  expect(await kept()).toEqual({ events: 2, receipts: 2 });
});

test('an opt-out that a provider reports after the erasure suppresses nobody: its message has no number', async () => {
  const inbox = await createInbox(app);
  const { teamId, routeId } = inbox;
  await app.db.directMessage.create({
    data: {
      ...{ teamId, kind: 'one_off', routeId, number: BigInt(ADA), text: TEXT, smsParts: 1, dueAt: new Date() },
      ...{ status: 'accepted', smsId: 'direct-1' },
    },
  });
  await submitted(inbox);
  await inbox.ask(ERASE, { input: { number: ADA } });
  for (const providerId of ['direct-1', 'hub-1']) {
    const receipt = {
      ...{ providerId, messageId: null, status: 'failed' as const, code: 27, reason: `+${ADA} has unsubscribed` },
      ...{ at: new Date(), isOptOut: true, written: { ids: [providerId], numbers: [String(ADA)] } },
    };
    await receiveInbound(app.services.db, { teamId, id: routeId }, { receipts: [receipt], replies: [] }, new Date());
  }
  const list = '{ suppressedNumbers { nodes { number } } consentEvents { totalCount } }';
  expect((await inbox.ask(list)).data).toEqual({ suppressedNumbers: { nodes: [] }, consentEvents: { totalCount: 0 } });
  expect(traces(await dump(app))).toEqual([]);
});
