import { createSigningSecret } from 'outgoing-requests';
import type pg from 'pg';
import { rejected, type SendResult } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { fireSmsTestsTask } from '../../../../src/modules/delivery/routing/fire-sms-tests.ts';
import { sendSmsTestTask } from '../../../../src/modules/delivery/routing/send-sms-test.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver } from '../../../support/database.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  acme = await createTeam(app);
  await app.pool.query('DELETE FROM sms_test_schedules');
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => app.close());

const RUN = { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };
const fire = () => fireSmsTestsTask.run(app.services, {}, RUN);
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

async function schedule(data: object = {}, route: object = {}) {
  const { db } = app;
  const teamId = acme.team.id;
  const credentials = sealCredentials(app.services.tokenKeys, { secret: createSigningSecret() });
  const simulated = { provider: 'simulator' as const, settings: { rejected: 0 }, credentials };
  const { id: routeId } = await db.route.create({ data: { teamId, name: 'Direct', ...simulated, ...route } });
  const fields = { teamId, routeId, name: 'Hourly', toNumber: 14155550100n, text: 'Test', nextRunAt: minutes(-5) };
  return db.smsTestSchedule.create({ data: { ...fields, ...data } });
}
const tests = async () => {
  const query =
    '{ smsTestSchedules { nodes { results { totalCount nodes { id status smsId failureReason dueAt sentAt } } } } }';
  const { data, errors } = await app.graphql<{
    smsTestSchedules: { nodes: { results: { nodes: { id: string; status: string }[] } }[] };
  }>(query, { token: acme.token });
  expect(errors).toBeUndefined();
  return data!.smsTestSchedules.nodes[0];
};

test('a schedule whose time has come sends one message and moves on by its interval', async () => {
  const { id, nextRunAt } = await schedule();
  await fire();
  await fire();
  expect(await waitingJobs(app)).toMatchObject([{ task: 'send_sms_test' }]);
  await runJobs(app);
  const moved = await app.db.smsTestSchedule.findUniqueOrThrow({
    where: { teamId_id: { teamId: acme.team.id, id } },
  });
  expect(moved.nextRunAt).toEqual(new Date(nextRunAt!.getTime() + 3_600_000));
  // The database's clock and the process's may be a step apart.
  expect(Math.abs(Date.now() - moved.lastRunAt!.getTime())).toBeLessThan(3_600_000);
  const sent = await tests();
  expect(sent).toEqual({
    results: {
      totalCount: 1,
      nodes: [
        {
          ...{ id: expect.any(String), status: 'sent', failureReason: null, dueAt: nextRunAt!.toISOString() },
          ...{ smsId: `simulator-${sent!.results.nodes[0]!.id}`, sentAt: expect.any(String) },
        },
      ],
    },
  });
});

test('turns that passed while nothing ran are left out', async () => {
  const { id, nextRunAt } = await schedule({ nextRunAt: minutes(-605) });
  await fire();
  expect(await waitingJobs(app)).toHaveLength(1);
  const moved = await app.db.smsTestSchedule.findUniqueOrThrow({
    where: { teamId_id: { teamId: acme.team.id, id } },
  });
  expect(moved.nextRunAt).toEqual(new Date(nextRunAt!.getTime() + 11 * 3_600_000));
});

test('schedules that are switched off, to come or without a time are left alone', async () => {
  await schedule({ isActive: false });
  await schedule({ nextRunAt: minutes(1) });
  await schedule({ nextRunAt: null });
  await fire();
  expect(await waitingJobs(app)).toEqual([]);
});

test('of many processes one fires a schedule', async () => {
  await schedule();
  await schedule();
  await Promise.all(Array.from({ length: 8 }, fire));
  expect(await waitingJobs(app)).toHaveLength(2);
});

test('a schedule that was deleted sends no more', async () => {
  const { id, routeId } = await schedule();
  await fire();
  const path = `/v1/sms/routing/sms-tests/${routeId}/schedule/${id}`;
  expect((await app.rest('DELETE', path, { token: acme.token })).status).toBe(200);
  await runJobs(app);
  expect(await waitingJobs(app)).toEqual([]);
  expect(await app.db.smsTestResult.count()).toBe(0);
});

test('a number that opted out or was erased since gets no test', async () => {
  await schedule();
  await app.db.suppressedNumber.create({ data: { teamId: acme.team.id, number: 14155550100n } });
  await fire();
  await runJobs(app);
  expect((await tests())!.results.nodes).toMatchObject([
    { status: 'failed', failureReason: 'This number asked not to be contacted.' },
  ]);
  await app.pool.query('DELETE FROM suppressed_numbers');
  const erase = 'mutation { erasePerson(input: { number: 14155550100 }) { contactsCount } }';
  expect((await app.graphql(erase, { token: acme.token })).errors).toBeUndefined();
  await schedule();
  await fire();
  await runJobs(app);
  expect((await tests())!.results.nodes).toMatchObject([
    {
      status: 'failed',
      failureReason: 'The data of the person with this number was erased; nobody writes to them again.',
    },
  ]);
});

test('a number that is refused, a route that is not connected and one without a provider are told', async () => {
  await schedule({}, { settings: { rejected: 1 } });
  await fire();
  await runJobs(app);
  expect((await tests())!.results.nodes).toMatchObject([
    { status: 'failed', failureReason: 'Simulated: the number does not exist.' },
  ]);
  await schedule({}, { isConnected: false });
  await fire();
  await runJobs(app);
  expect((await tests())!.results.nodes).toMatchObject([
    { status: 'failed', failureReason: 'The route is not connected.' },
  ]);
  await schedule({}, { provider: null });
  await fire();
  await runJobs(app);
  expect((await tests())!.results.nodes).toMatchObject([
    {
      status: 'failed',
      failureReason: 'The route has no provider. Set its provider, settings and credentials first.',
    },
  ]);
});

test('a message is handed over once, also when the process dies meanwhile; what was not taken is tried again', async () => {
  await schedule();
  await fire();
  const [job] = await waitingJobs(app);
  let asked = 0;
  const provider = (answer: () => Promise<SendResult>, idempotent = false) =>
    sendSmsTestTask(() => ({
      capabilities: { idempotent, batchSize: 1, maxInFlight: 1, perSecond: null },
      async send() {
        asked += 1;
        return [await answer()];
      },
      async close() {},
    }));
  const later = {
    status: 'rejected',
    kind: 'throttled',
    code: null,
    reason: 'Closed',
    retryAfterSeconds: null,
  } as const;
  const refusing = provider(() => Promise.resolve(later));
  await expect(refusing.run(app.services, job!.payload, RUN)).rejects.toThrow('Closed');
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'pending' }]);

  const dying = provider(() => new Promise(() => {}));
  void dying.run(app.services, job!.payload, RUN);
  while (asked < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  await runJobs(app);
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'sending' }]);
  await app.pool.query("UPDATE sms_test_results SET sent_at = now() - interval '2 minutes'");
  await makeJobsDue(app);
  await runJobs(app);
  const failureReason = 'The process ended while it was sent.';
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'failed', smsId: null, failureReason }]);
  expect(asked).toBe(2);
});

test('a STOP that is answered while the provider is opened keeps its number out of the test', async () => {
  await schedule();
  await fire();
  const [job] = await waitingJobs(app);
  const stop = { id: 'r-1', from: '14155550100', to: null, text: 'STOP', at: new Date('2025-11-21') };
  let isOpen = false;
  let hasSent = false;
  const connect = async () => {
    if (isOpen) {
      isOpen = false;
      const { routeId } = await app.db.smsTestSchedule.findFirstOrThrow({ where: { teamId: acme.team.id } });
      const route = { teamId: acme.team.id, id: routeId };
      await receiveInbound(app.services.db, route, { receipts: [], replies: [stop] }, new Date());
    }
    return app.services.pool.connect();
  };
  const query = app.services.pool.query.bind(app.services.pool);
  const pool = Object.assign(Object.create(app.services.pool) as pg.Pool, { query, connect });
  const task = sendSmsTestTask(() => {
    isOpen = true;
    return {
      capabilities: { idempotent: false, batchSize: 1, maxInFlight: 1, perSecond: null },
      async send() {
        hasSent = true;
        return [{ status: 'accepted', providerId: 'p-1' }];
      },
      async close() {},
    };
  });
  await task.run({ ...app.services, db: dbOver(app, pool) }, job!.payload, RUN);
  expect(hasSent).toBe(false);
  expect((await tests())!.results.nodes).toMatchObject([
    { status: 'failed', failureReason: 'This number asked not to be contacted.' },
  ]);
});

test('what may have been sent is not sent again, unless the provider tells repeats apart', async () => {
  await schedule();
  await fire();
  const [job] = await waitingJobs(app);
  const unsure = (idempotent: boolean) =>
    sendSmsTestTask(() => ({
      capabilities: { idempotent, batchSize: 1, maxInFlight: 1, perSecond: null },
      send: async () => [{ status: 'unknown', reason: 'No answer.' }],
      async close() {},
    }));
  await expect(unsure(true).run(app.services, job!.payload, RUN)).rejects.toThrow('No answer.');
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'pending' }]);
  await unsure(false).run(app.services, job!.payload, RUN);
  const failureReason = 'It may have been sent: No answer.';
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'failed', smsId: null, failureReason }]);
});

test('a test is paid from the balance, given back when nobody took it, kept when somebody may have, and not sent without', async () => {
  const teamId = acme.team.id;
  const { id: integrationId } = await app.db.integration.create({
    data: { teamId, name: 'Wallet', isBalanceManaged: true, balance: '0.25' },
  });
  await schedule({ text: 'a'.repeat(161) }, { provider: 'http', price: '0.1', integrationId });
  await fire();
  const [job] = await waitingJobs(app);
  const answering = (answer: SendResult) =>
    sendSmsTestTask(() => ({
      capabilities: { idempotent: false, batchSize: 1, maxInFlight: 1, perSecond: null },
      send: async () => [answer],
      async close() {},
    }));
  const balance = async () => String((await app.db.integration.findFirstOrThrow({ where: { teamId } })).balance);
  const stands = async () =>
    (await app.db.smsTestResult.findMany({ where: { teamId } })).map(({ status, cost }) => [status, cost && `${cost}`]);
  const refusing = answering(rejected('throttled', 'Closed'));
  await expect(refusing.run(app.services, job!.payload, RUN)).rejects.toThrow('Closed');
  expect([await balance(), await stands()]).toEqual(['0.25', [['pending', null]]]);
  await answering({ status: 'unknown', reason: 'No answer.' }).run(app.services, job!.payload, RUN);
  expect([await balance(), await stands()]).toEqual(['0.05', [['failed', '0.2']]]);
  await app.pool.query(`UPDATE sms_test_results SET status = 'pending', cost = NULL WHERE team_id = $1`, [teamId]);
  await answering({ status: 'accepted', providerId: 'p1' }).run(app.services, job!.payload, RUN);
  const failureReason = 'The integration’s balance does not cover it.';
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'failed', failureReason }]);
  expect(await balance()).toBe('0.05');
  const reason = '1 test over route Direct';
  expect(await app.db.ledgerEntry.findMany({ where: { teamId }, orderBy: { createdAt: 'asc' } })).toMatchObject([
    { kind: 'charge', reason },
    { kind: 'refund', reason: 'Messages that were not accepted' },
    { kind: 'charge', reason },
  ]);
});

test('a receipt says what became of a test message, also when it comes first, and of no other route’s', async () => {
  const { routeId } = await schedule();
  const route = { teamId: acme.team.id, id: routeId };
  const receipt = (providerId: string | null, messageId: string | null, status: 'delivered' | 'failed', of = route) =>
    receiveInbound(
      app.services.db,
      of,
      { receipts: [{ providerId, messageId, status, code: null, reason: null, at: new Date() }], replies: [] },
      new Date(),
    );
  await fire();
  const { id } = await app.db.smsTestResult.findFirstOrThrow({ where: { teamId: acme.team.id } });
  const other = await app.db.route.create({ data: { teamId: acme.team.id, name: 'Other' } });
  await receipt(`simulator-${id}`, null, 'delivered', { ...route, id: other.id });
  await receipt(`simulator-${id}`, null, 'failed');
  await runJobs(app);
  const failureReason = 'The provider says: failed.';
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'failed', failureReason }]);
  await receipt(null, id, 'delivered');
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'delivered', failureReason: null }]);
  await receipt(null, id, 'failed');
  expect((await tests())!.results.nodes).toMatchObject([{ status: 'delivered', failureReason: null }]);
});
