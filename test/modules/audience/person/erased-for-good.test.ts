import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveUpDeadJobs } from '../../../../src/jobs/give-up.ts';
import { giveUpParts } from '../../../../src/modules/hub/connections/part-receipts.ts';
import { tasks } from '../../../../src/tasks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createVoiceTeam, OK, report, send, type VoiceTeam } from '../../voice/calls/support.ts';
import { ADA } from '../conversations/support.ts';
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

test('a contact that was being created during the erasure is gone after the second run', async () => {
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
