import { rejected } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, test } from 'vitest';
import { addJob } from '../../../../src/jobs/add-job.ts';
import { giveUpDeadJobs } from '../../../../src/jobs/give-up.ts';
import { readPending } from '../../../../src/modules/delivery/direct/decide.ts';
import { sendJob } from '../../../../src/modules/delivery/direct/queue.ts';
import { sendDirectMessageTask } from '../../../../src/modules/delivery/direct/send.ts';
import { settleDirect } from '../../../../src/modules/delivery/direct/settle.ts';
import { roomOnRoutes } from '../../../../src/modules/delivery/engine/route-pace.ts';
import { readRoute } from '../../../../src/modules/delivery/engine/stage.ts';
import { keepReceipts } from '../../../../src/modules/delivery/receipts/keep-receipts.ts';
import { pruneTask } from '../../../../src/modules/insight/retention/prune.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { giveProvider, report } from '../../../support/hooks.ts';
import { ledgerOf } from '../../../support/ledger.ts';
import { refused } from '../../../support/mutate.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { refusal } from '../../../support/routes.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { ADA, conversationOf, createInbox, type Inbox, RUN, SEND_REPLY } from './support.ts';

const isEmbedded = inject('databaseTemplate').kind === 'embedded';

let app: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  inbox = await createInbox(app);
});

const answer = async (text: string, key?: string) =>
  inbox.ask(SEND_REPLY, { input: { conversationId: await conversationOf(inbox), text }, key });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const OPTED_OUT = refused('CONFLICT', 'This number asked not to be contacted.');
const only = async () => (await inbox.messages())[0]!;

/** So many hours from now, by the clock of a zone. */
const hourIn = (timeZone: string, after: number) =>
  new Date(Date.now() + after * 3_600_000).toLocaleTimeString('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  });

/** Hours that are closed now, in UTC. */
async function closeNow(): Promise<void> {
  const hour = (after: number) => `${String((new Date().getUTCHours() + after) % 24).padStart(2, '0')}:00`;
  await app.db.team.update({ where: { id: inbox.teamId }, data: { timezone: 'UTC' } });
  await app.db.contact.create({ data: { teamId: inbox.teamId, number: ADA, timezone: 'UTC' } });
  await inbox.setHours(hour(10), hour(12));
}

describe('an answer', () => {
  it('goes out once, from the sender that was written to, and its receipt is shown', async () => {
    await inbox.write('When do you open?');
    const first = await answer('At nine.', 'key');
    expect(first.data.sendReply.directMessage).toEqual({
      id: expect.any(String),
      kind: 'reply',
      status: 'queued',
      number: `+${ADA}`,
      senderId: '49301234',
      text: 'At nine.',
    });
    expect(await answer('At nine.', 'key')).toEqual(first);
    const { id } = first.data.sendReply.directMessage;
    expect(await inbox.work()).toEqual([{ id, to: String(ADA), from: '49301234', text: 'At nine.' }]);
    expect(await inbox.work()).toEqual([]);
    const shown =
      '{ directMessages { nodes { status reason smsId settledAt } } conversations { nodes { lastText lastDirection } } }';
    expect((await inbox.ask(shown)).data).toEqual({
      directMessages: { nodes: [{ status: 'accepted', reason: null, smsId: 'p1', settledAt: null }] },
      conversations: { nodes: [{ lastText: 'At nine.', lastDirection: 'outbound' }] },
    });
    await inbox.receipt('p1', 'delivered');
    await inbox.receipt('p1', 'failed', 'Late.');
    expect((await inbox.ask(shown)).data.directMessages.nodes).toEqual([
      { status: 'delivered', reason: null, smsId: 'p1', settledAt: expect.any(String) },
    ]);
  });

  it('waits for the hours of the contact that has the number by now, whoever had it when the person wrote', async () => {
    await inbox.write('Hi', { timestamp: hoursAgo(30) });
    const { teamId } = inbox;
    const { id } = await app.db.contact.create({ data: { teamId, number: ADA, timezone: 'Pacific/Honolulu' } });
    await inbox.setHours(hourIn('Europe/Berlin', -2), hourIn('Europe/Berlin', 2));
    await answer('Hello.');
    expect(await inbox.work()).toEqual([]);
    expect(await only()).toMatchObject({ contactId: id, status: 'queued', reason: expect.stringContaining('hours') });
  });

  it('is settled by a receipt that came before its provider answered', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    await inbox.receipt('p1', 'failed', 'Switched off.');
    await inbox.work();
    expect(await only()).toMatchObject({ status: 'failed', reason: 'Switched off.', smsId: 'p1' });
  });

  it('is settled by a receipt with our own id while its provider’s answer is unknown, and later ones know its provider’s', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    await inbox.work('dies');
    const { id } = await only();
    await inbox.report({ provider_id: 'p7', message_id: id, status: 'accepted' });
    expect(await only()).toMatchObject({ status: 'accepted', reason: null, smsId: 'p7' });
    await inbox.receipt('p7', 'delivered');
    expect(await only()).toMatchObject({ status: 'delivered', smsId: 'p7' });
  });

  it('is named by our own id in a receipt though its provider’s id is that of a campaign’s message', async () => {
    const { teamId, token } = inbox;
    const { campaignId, routeId } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
    await app.graphql(START, { variables: { id: campaignId }, token });
    await testEngine(app, new Date(Date.now() + 5_000).toISOString()).run();
    const secret = await giveProvider(app, teamId, routeId);
    const message = await app.db.smsMessage.findFirstOrThrow({ where: { teamId } });
    const handed = { status: 'unknown', handedAt: new Date(), dueAt: new Date() } as const;
    const text = { number: ADA, text: 'Hello.', smsParts: 1 };
    const { id } = await app.db.directMessage.create({
      data: { teamId, routeId, kind: 'one_off', ...text, ...handed },
    });
    const receipt = { provider_id: message.smsId, message_id: id, status: 'delivered' };
    await report(app, `/hooks/sms/${teamId}/${routeId}`, secret, { receipts: [receipt] });
    expect(await only()).toMatchObject({ status: 'delivered' });
    expect(await app.db.smsMessage.findFirst({ where: { teamId } })).toMatchObject({ status: 'accepted' });
  });

  it.skipIf(isEmbedded)('is settled by a receipt that is being stored while its provider’s answer is', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    const { teamId, routeId } = inbox;
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY(pg_blocking_pids(pid))';
    const { working } = await app.services.db.transaction(async (tx) => {
      const receipt = { providerId: 'p1', messageId: null, code: null, reason: null, at: new Date() };
      await keepReceipts(tx, { teamId, id: routeId }, [{ ...receipt, status: 'delivered' }], new Date());
      const { pid } = (await tx.row<{ pid: number }>`SELECT pg_backend_pid() AS pid`)!;
      const answered = inbox.work();
      await expect.poll(async () => (await app.pool.query(waiting, [pid])).rowCount, PATIENCE).toBeGreaterThan(0);
      return { working: answered };
    });
    await working;
    expect(await only()).toMatchObject({ status: 'delivered', smsId: 'p1' });
  });

  it('has a place among the messages that its route takes in a second, as those of campaigns have', async () => {
    const where = { teamId_id: { teamId: inbox.teamId, id: inbox.routeId } };
    await app.db.route.update({ where, data: { perSecond: 2 } });
    await inbox.write('Hi');
    for (const text of ['One.', 'Two.', 'Three.']) await answer(text);
    const [one, two, three] = await inbox.messages();
    const now = new Date();
    const handed = { status: 'sending', handedAt: now } as const;
    for (const { id } of [one!, two!])
      await app.db.directMessage.update({ where: { teamId_id: { teamId: inbox.teamId, id } }, data: handed });
    const route = (await app.services.db.transaction((tx) => readRoute(tx, inbox.teamId, inbox.routeId)))!;
    const placesAt = (ms: number) =>
      app.services.db.transaction(async (tx) => {
        const room = await roomOnRoutes(tx, new Map([[route.id, route]]), new Date(now.getTime() + ms));
        return [1, 2, 3].map(() => {
          const hasPlace = room.has(route.id);
          room.take(route.id);
          return hasPlace;
        });
      });
    expect(await placesAt(500)).toEqual([false, false, false]);
    expect(await placesAt(1_500)).toEqual([true, true, false]);
    expect(three).toMatchObject({ status: 'queued' });
  });

  it('is left to the job that has taken the place of one without tries', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    const { teamId } = inbox;
    const { id } = await only();
    const { pool } = app;
    // As graphile-worker does with a job whose successor is queued while it runs; then its process dies.
    await pool.query(`UPDATE graphile_worker._private_jobs SET key = NULL, attempts = max_attempts`);
    await app.services.db.transaction((tx) => addJob(tx, sendJob({ teamId, id })));
    const tasks = { send_direct_message: sendDirectMessageTask(() => testProvider()) };
    await giveUpDeadJobs(app.services, tasks);
    expect(await only()).toMatchObject({ status: 'queued' });
    const handed = { status: 'sending', handedAt: new Date() } as const;
    await app.db.directMessage.update({ where: { teamId_id: { teamId, id } }, data: handed });
    await pool.query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`);
    await giveUpDeadJobs(app.services, tasks);
    expect(await only()).toMatchObject({ status: 'unknown' });
  });

  it('never goes out after STOP, not even one that was written before', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    await inbox.write('STOP');
    expect(await inbox.work()).toEqual([]);
    expect(await only()).toMatchObject({
      status: 'failed',
      reason: 'The contact asked not to be contacted.',
      cost: null,
    });
    expect(await answer('Please?')).toMatchObject(OPTED_OUT);
    await inbox.write('START');
    expect((await answer('Welcome back.')).errors).toBeUndefined();
  });

  it('waits for the team’s hours once the person’s last text is a day old, and not before', async () => {
    await closeNow();
    await inbox.write('Old', { timestamp: hoursAgo(25) });
    await answer('Good morning.');
    expect(await inbox.work()).toEqual([]);
    const { status, reason, dueAt } = await only();
    expect([status, reason]).toEqual([
      'queued',
      'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
    ]);
    expect(dueAt.getTime()).toBeGreaterThan(Date.now());
    await inbox.write('Young', { timestamp: hoursAgo(23) });
    expect(await inbox.work()).toHaveLength(1);
  });

  it('keeps the hours by the clock of the database’s server, whatever the worker’s says', async () => {
    await inbox.setHours('09:00', '17:00');
    await inbox.write('Old', { timestamp: hoursAgo(25) });
    await answer('Good morning.');
    const night = new Date(Date.now() + 86_400_000);
    night.setUTCHours(2, 0, 0, 0);
    expect(await inbox.work(undefined, () => night)).toEqual([]);
    const { dueAt } = await only();
    expect(dueAt.getTime()).toBeGreaterThan(night.getTime());
    expect(await inbox.work(undefined, () => dueAt)).toHaveLength(1);
    expect(await only()).toMatchObject({ status: 'accepted', handedAt: dueAt, sentAt: dueAt });
  });

  it('is paid from the balance, given back when it is refused, and not sent without', async () => {
    const { teamId, routeId } = inbox;
    const { id } = await app.db.integration.create({
      data: { teamId, name: 'Wallet', isBalanceManaged: true, balance: '0.15' },
    });
    await app.db.route.update({
      where: { teamId_id: { teamId, id: routeId } },
      data: { price: '0.1', integrationId: id },
    });
    const balance = async () => String((await app.db.integration.findFirstOrThrow({ where: { teamId } })).balance);
    await inbox.write('Hi');
    await answer('One.');
    await inbox.work({
      status: 'rejected',
      kind: 'permanent',
      code: null,
      reason: 'No such number.',
      retryAfterSeconds: null,
    });
    expect(await only()).toMatchObject({ status: 'failed', reason: 'No such number.', cost: null });
    expect(await balance()).toBe('0.15');
    await answer('Two.');
    await inbox.work({ status: 'accepted', providerId: 'p2' });
    expect(await balance()).toBe('0.05');
    await answer('Three.');
    expect(await inbox.work()).toEqual([]);
    const [first, second, third] = await inbox.messages();
    const paid = (directMessage: string) => ['charge', '1 message over route Main', { directMessage, route: routeId }];
    expect(await ledgerOf(app, inbox.token)).toEqual([
      paid(first!.id),
      ['refund', 'Messages that were not accepted', { directMessage: first!.id }],
      paid(second!.id),
    ]);
    expect([third!.status, third!.reason]).toEqual(['failed', 'The integration’s balance does not cover it.']);
    expect(await balance()).toBe('0.05');
  });

  it('gets its answer stored twice, when nobody heard of the first commit: the next try keeps its price', async () => {
    const { teamId, routeId } = inbox;
    const { id } = await app.db.integration.create({
      data: { teamId, name: 'Wallet', isBalanceManaged: true, balance: '1' },
    });
    await app.db.route.update({
      where: { teamId_id: { teamId, id: routeId } },
      data: { price: '0.1', integrationId: id },
    });
    await inbox.write('Hi');
    await answer('One.');
    const [waiting] = await inbox.messages();
    const key = { teamId, id: waiting!.id };
    const first = await readPending(app.services.db, key, new Date());
    const busy = rejected('throttled', 'Too many.');
    const now = new Date();
    await inbox.work(busy, () => now);
    const { dueAt } = await only();
    await inbox.work('dies', () => dueAt);
    await settleDirect(app.services, first!, (await readRoute(app.services.db, teamId, routeId))!, busy);
    expect(await only()).toMatchObject({ status: 'unknown', tries: 2 });
    const { balance } = await app.db.integration.findFirstOrThrow({ where: { teamId } });
    expect(String(balance)).toBe('0.9');
  });

  it('is given back when it is refused after the balance is no longer kept here', async () => {
    const { teamId, routeId } = inbox;
    const { id: integrationId } = await app.db.integration.create({
      data: { teamId, name: 'Wallet', isBalanceManaged: true, balance: '1' },
    });
    const where = { teamId_id: { teamId, id: routeId } };
    await app.db.route.update({ where, data: { price: '0.1', integrationId } });
    await inbox.write('Hi');
    await answer('Hello.');
    const provider = testProvider();
    provider.send = async () => {
      const update = `mutation ($id: ID!) { updateIntegration(id: $id, input: { isBalanceManaged: false }) { id } }`;
      expect((await inbox.ask(update, { id: integrationId })).errors).toBeUndefined();
      return [refusal('permanent')];
    };
    await sendDirectMessageTask(() => provider).run(app.services, { teamId, id: (await only()).id }, RUN);
    expect(await only()).toMatchObject({ status: 'failed', reason: 'Refused.', cost: null });
    const { balance } = await app.db.integration.findFirstOrThrow({ where: { teamId } });
    expect(String(balance)).toBe('1');
  });

  it('is unknown, and never sent again, when its worker died while it was handed over', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    const { id } = await only();
    // What a worker leaves that was killed after its mark was committed.
    const data = { status: 'sending' as const, tries: 1, handedAt: new Date(hoursAgo(1)) };
    await app.db.directMessage.update({ where: { teamId_id: { teamId: inbox.teamId, id } }, data });
    expect(await inbox.work()).toEqual([]);
    expect(await only()).toMatchObject({
      status: 'unknown',
      reason: 'The worker ended while the message was being handed over.',
    });
  });

  it('is unknown where the provider’s answer is, tried later where it asks for that, and suppresses who opted out', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    await inbox.work({ status: 'unreachable', reason: 'The link is down.', retryAfterSeconds: null });
    expect(await only()).toMatchObject({ status: 'queued', reason: 'The link is down.', tries: 1 });
    await inbox.work('dies');
    expect(await only()).toMatchObject({ status: 'unknown', tries: 2 });
    expect(await inbox.work()).toEqual([]);
    await answer('Again.');
    const optedOut = {
      status: 'rejected',
      kind: 'opted_out',
      code: null,
      reason: 'Blocked.',
      retryAfterSeconds: null,
    } as const;
    await inbox.work(optedOut);
    expect(await answer('Once more.')).toMatchObject(OPTED_OUT);
  });

  it('says at the route what keeps it from working, until one is accepted', async () => {
    await inbox.write('Hello?');
    const lastErrorAfter = async (result: Parameters<Inbox['work']>[0]) => {
      await answer('At nine.');
      await inbox.work(result);
      const { data } = await inbox.ask('query ($id: ID!) { route(id: $id) { lastError { reason advice } } }', {
        id: inbox.routeId,
      });
      return data.route.lastError;
    };
    const wrongKey = {
      reason: 'The key is wrong.',
      advice: 'Check the credentials and the settings, and correct what the provider names.',
    };
    expect(await lastErrorAfter(rejected('permanent', 'No such number.'))).toBeNull();
    expect(await lastErrorAfter(rejected('blocked', 'The key is wrong.'))).toEqual(wrongKey);
    expect(await lastErrorAfter(rejected('permanent', 'No such number.'))).toEqual(wrongKey);
    expect(await lastErrorAfter({ status: 'accepted', providerId: 'p1' })).toBeNull();
  });

  it('is paid back when its provider refuses it after it was given up', async () => {
    await inbox.write('Hi');
    await answer('Hello.');
    const { teamId, routeId } = inbox;
    const { id: integrationId } = await app.db.integration.create({
      data: { teamId, name: 'Wallet', isBalanceManaged: true, balance: '1' },
    });
    const where = { teamId_id: { teamId, id: routeId } };
    await app.db.route.update({ where, data: { price: '0.1', integrationId } });
    const key = { teamId, id: (await only()).id };
    const provider = testProvider();
    provider.send = async () => {
      await app.db.directMessage.updateMany({ where: key, data: { handedAt: new Date(hoursAgo(1)) } });
      await sendDirectMessageTask(() => provider).run(app.services, key, RUN);
      expect(await only()).toMatchObject({ status: 'unknown' });
      return [refusal('permanent')];
    };
    await sendDirectMessageTask(() => provider).run(app.services, key, RUN);
    expect(await only()).toMatchObject({ status: 'failed', reason: 'Refused.', cost: null });
    const { balance } = await app.db.integration.findFirstOrThrow({ where: { teamId } });
    expect(String(balance)).toBe('1');
  });

  it('is refused where its route cannot send, and of another team is not there', async () => {
    await inbox.write('Hi');
    const conversationId = await conversationOf(inbox);
    const input = { conversationId, text: 'Hello.' };
    const rival = await createInbox(app, 'Rival');
    expect(await rival.ask(SEND_REPLY, { input })).toMatchObject(refused('NOT_FOUND', 'Conversation not found.'));
    expect((await inbox.ask(SEND_REPLY, { input: { ...input, text: ' ' } })).errors[0].extensions.fields).toEqual({
      text: ['The text field is required.'],
    });
    const where = { teamId_id: { teamId: inbox.teamId, id: inbox.routeId } };
    await app.db.route.update({ where, data: { isConnected: false } });
    expect(await answer('Hello.')).toMatchObject(refused('CONFLICT', 'Route "Main" is not connected.'));
    const gone = await inbox.ask('mutation ($id: ID!) { deleteRoute(id: $id) { id } }', { id: inbox.routeId });
    expect(gone.errors).toBeUndefined();
    expect(await answer('Hello.')).toMatchObject(refused('CONFLICT', 'The route of this conversation was deleted.'));
  });
});

describe('a one-off message', () => {
  const SEND = `mutation ($input: SendSmsInput!) { sendSms(input: $input) { directMessage { number senderId text route { id } contact { id } } } }`;
  const planOf = async () =>
    (
      await app.db.routingPlan.create({
        data: { teamId: inbox.teamId, name: 'Plan', defaultRouteId: inbox.routeId },
      })
    ).id;

  it('goes over the plan’s route, from its sender or the one given', async () => {
    const routingPlanId = await planOf();
    const contact = await app.db.contact.create({ data: { teamId: inbox.teamId, number: ADA } });
    const sent = await inbox.ask(SEND, { input: { to: '+49 1511 2345678', text: 'Code 1234', routingPlanId } });
    expect(sent.data.sendSms.directMessage).toEqual({
      number: `+${ADA}`,
      senderId: '49301234',
      text: 'Code 1234',
      route: { id: inbox.routeId },
      contact: { id: contact.id },
    });
    const named = { to: '4915187654321', text: 'Hi', routingPlanId, from: 'Acme' };
    expect((await inbox.ask(SEND, { input: named })).data.sendSms.directMessage).toMatchObject({
      senderId: 'Acme',
      contact: null,
    });
    expect((await inbox.work()).map(({ to, from }) => [to, from])).toEqual([
      [String(ADA), '49301234'],
      ['4915187654321', 'Acme'],
    ]);
  });

  it('goes out once under an idempotency key, and another text under the same one is refused', async () => {
    const routingPlanId = await planOf();
    const ONCE = `mutation ($input: SendSmsInput!) { sendSms(input: $input, idempotencyKey: "code-1") { directMessage { id } } }`;
    const input = { to: `+${ADA}`, text: 'Code 1234', routingPlanId };
    const [first, again] = [await inbox.ask(ONCE, { input }), await inbox.ask(ONCE, { input })];
    expect(first.errors).toBeUndefined();
    expect(again).toEqual(first);
    const other = await inbox.ask(ONCE, { input: { ...input, text: 'Code 5678' } });
    expect(other.errors[0].extensions.code).toBe('CONFLICT');
    expect((await inbox.work()).map(({ text }) => text)).toEqual(['Code 1234']);
  });

  it('keeps the team’s hours, and nobody gets one after STOP', async () => {
    const routingPlanId = await planOf();
    await closeNow();
    await inbox.write('Hi');
    const input = { to: `+${ADA}`, text: 'Hi', routingPlanId };
    await inbox.ask(SEND, { input });
    expect(await inbox.work()).toEqual([]);
    expect(await only()).toMatchObject({ status: 'queued' });
    await inbox.write('STOP');
    expect(await inbox.ask(SEND, { input })).toMatchObject(OPTED_OUT);
  });

  it('is refused with a wrong number, text, sender or plan', async () => {
    const rival = await createInbox(app, 'Rival');
    const theirs = await app.db.routingPlan.create({
      data: { teamId: rival.teamId, name: 'Plan', defaultRouteId: rival.routeId },
    });
    const input = { to: '12', text: '', routingPlanId: theirs.id, from: 'much too long' };
    expect((await inbox.ask(SEND, { input })).errors[0].extensions.fields).toEqual({
      to: ['The to field must be a valid phone number.'],
      text: ['The text field is required.'],
      from: ['The from field format is invalid.'],
      routingPlanId: ['The selected routing plan id is invalid.'],
    });
    const empty = await app.db.routingPlan.create({ data: { teamId: inbox.teamId, name: 'Empty' } });
    const nowhere = { to: `+${ADA}`, text: 'Hi', routingPlanId: empty.id };
    expect((await inbox.ask(SEND, { input: nowhere })).errors[0].extensions.fields).toEqual({
      routingPlanId: ['No route: no rule of the routing plan matches, and it has no default route.'],
    });
  });
});

describe('a campaign’s test', () => {
  const TEST = `mutation ($input: SendSmsCampaignTestInput!) {
    sendSmsCampaignTest(input: $input) { directMessage { kind text contact { id } smsCampaign { id } } } }`;

  it('is one of its texts, filled for the contact that has the number, and counts for no send', async () => {
    const { teamId } = inbox;
    const { campaignId, contactIds } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
    const contact = await app.db.contact.findFirstOrThrow({ where: { teamId, id: contactIds[0]! } });
    const ofContact = await inbox.ask(TEST, { input: { smsCampaignId: campaignId, to: `+${contact.number}` } });
    expect(ofContact.data.sendSmsCampaignTest.directMessage).toEqual({
      kind: 'campaign_test',
      text: `Hello ${contact.name} https://offer.example/1`,
      contact: { id: contact.id },
      smsCampaign: { id: campaignId },
    });
    const ofNobody = await inbox.ask(TEST, { input: { smsCampaignId: campaignId, to: `+${ADA}` } });
    expect(ofNobody.data.sendSmsCampaignTest.directMessage.text).toBe('Hello  https://offer.example/1');
    expect((await inbox.work()).map(({ to, from }) => [to, from])).toEqual([
      [String(contact.number), 'Acme'],
      [String(ADA), 'Acme'],
    ]);
    expect(await app.db.smsMessage.count({ where: { teamId } })).toBe(0);
  });

  it('is refused without texts or a plan, after STOP, and for another team’s campaign', async () => {
    const { teamId } = inbox;
    const { campaignId } = await createSmsCampaign(app, teamId, { contacts: 1, texts: [], meta: manual(1) });
    const fields = async (input: object) => (await inbox.ask(TEST, { input })).errors[0].extensions.fields;
    const to = `+${ADA}`;
    expect(await fields({ smsCampaignId: campaignId, to })).toEqual({
      smsCampaignId: ['The sms campaign id field names a campaign without texts.'],
    });
    const draft = await app.db.smsCampaign.create({ data: { teamId, name: 'Draft' } });
    expect(await fields({ smsCampaignId: draft.id, to })).toEqual({
      'meta.routingPlanId': ['The meta.routing plan id field is required.'],
    });
    await inbox.write('STOP');
    expect(await inbox.ask(TEST, { input: { smsCampaignId: campaignId, to } })).toMatchObject(OPTED_OUT);
    const rival = await createInbox(app, 'Rival');
    expect(await rival.ask(TEST, { input: { smsCampaignId: campaignId, to } })).toMatchObject(
      refused('NOT_FOUND', 'SMS campaign not found.'),
    );
  });
});

test('REPLY_DAYS after its last text a conversation goes with all that it holds', async () => {
  await inbox.write('Old', { timestamp: '2026-01-01T00:00:00Z' });
  await inbox.write('Young', { from: '4915187654321' });
  const left = async () =>
    (await inbox.ask('{ replies { nodes { text } } conversations { nodes { lastText } } }')).data;
  const prune = (REPLY_DAYS: number) =>
    pruneTask.run({ ...app.services, config: { ...app.services.config, REPLY_DAYS } }, {}, RUN);
  await prune(0);
  expect((await left()).replies.nodes).toHaveLength(2);
  await prune(30);
  expect(await left()).toEqual({
    replies: { nodes: [{ text: 'Young' }] },
    conversations: { nodes: [{ lastText: 'Young' }] },
  });
});

test('a direct message that waits for its hours stays, however few REPLY_DAYS are', async () => {
  const prune = () => pruneTask.run({ ...app.services, config: { ...app.services.config, REPLY_DAYS: 1 } }, {}, RUN);
  const at = new Date(Date.now() - 30 * 3_600_000);
  const { teamId, routeId } = inbox;
  const { id: conversationId } = await app.db.conversation.create({
    data: {
      teamId,
      number: BigInt(ADA),
      sender: '49301234',
      lastText: 'Hi',
      lastDirection: 'outbound',
      lastActivityAt: at,
    },
  });
  const message = {
    teamId,
    routeId,
    conversationId,
    kind: 'one_off',
    number: BigInt(ADA),
    text: 'Hi',
    smsParts: 1,
  } as const;
  const statuses = ['queued', 'sending', 'expired', 'delivered'] as const;
  await app.db.directMessage.createMany({
    data: statuses.map((status) => ({ ...message, status, dueAt: at, createdAt: at })),
  });
  await prune();
  expect((await inbox.messages()).map(({ status }) => status).sort()).toEqual(['queued', 'sending']);
  const conversations = () => app.db.conversation.count({ where: { teamId } });
  expect(await conversations()).toBe(1);
  await app.db.directMessage.updateMany({ where: { teamId }, data: { status: 'expired' } });
  await prune();
  expect([await conversations(), await inbox.messages()]).toEqual([0, []]);
});
