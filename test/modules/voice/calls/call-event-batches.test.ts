import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { applyInBatch } from '../../../../src/modules/voice/calls/call-event-batches.ts';
import { readCallMessage } from '../../../../src/modules/voice/calls/call-message.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { nameCalls } from '../../../support/calls.ts';
import { waitingJobs } from '../../../support/jobs.ts';
import { createVoiceTeam, OK, report, send, update, type VoiceTeam } from './support.ts';

const isEmbedded = inject('databaseTemplate').kind === 'embedded';

let app: TestApp;
let mine: VoiceTeam;
beforeAll(async () => {
  // One test waits for a lock until then.
  app = await createTestApp({ LOG_LEVEL: 'silent', LOCK_TIMEOUT_MS: 5_000 });
});
beforeEach(async () => {
  mine = await createVoiceTeam(app);
});
afterAll(() => app.close());

async function createCalls(team: VoiceTeam, names: readonly string[]) {
  await app.db.call.createMany({
    data: names.map((externalId) => ({
      teamId: team.team.id,
      toNumber: 12125550123n,
      externalId,
      status: 'queued' as const,
    })),
  });
  await nameCalls(app.db);
}
const arrive = (team: VoiceTeam, message: unknown) =>
  applyInBatch(app.services, {
    account: { id: team.accountId, teamId: team.team.id },
    message: readCallMessage(message),
    traceId: '0af7651916cd43dd8448eb211c80319c',
  });
const statusesOf = async ({ team }: VoiceTeam) => {
  const calls = await app.db.call.findMany({ where: { teamId: team.id }, orderBy: { externalId: 'asc' } });
  return calls.map(({ status, eventsCount }) => [status, eventsCount]);
};
const names = (count: number) => Array.from({ length: count }, (_, at) => `call-${String(at).padStart(2, '0')}`);
const verbsOf = (statements: readonly string[]) =>
  statements.map((sql) => /^\s*(?:UPDATE|INSERT INTO|SELECT|WITH) (?:[a-z_]+)?/.exec(sql)![0].trim());

test('an event is stored and applied in one transaction, by eight statements behind the look-up of its account', async () => {
  await createCalls(mine, ['c1']);
  // The first one notes that the secret was used.
  expect(await send(app, mine, update('c1', 'queued', 0))).toEqual(OK);
  const statements = await app.statements(async () => {
    expect(await send(app, mine, update('c1', 'ringing', 1))).toEqual(OK);
  });
  expect(verbsOf(statements)).toEqual([
    'SELECT pg_advisory_xact_lock_shared',
    'WITH named',
    'SELECT t',
    'SELECT e',
    'UPDATE calls',
    'INSERT INTO report_marks',
    'UPDATE call_events',
    'SELECT pg_notify',
  ]);
});

test('what comes while one is applied is applied together: twenty events take two transactions', async () => {
  await createCalls(mine, names(20));
  const statements = await app.statements(() =>
    Promise.all(names(20).map((name) => arrive(mine, update(name, 'ringing', 1)))),
  );
  expect(statements).toHaveLength(16);
  expect(await statusesOf(mine)).toEqual(names(20).map(() => ['ringing', 1]));
});

test('events of one call are applied one after the other, as they came', async () => {
  await createCalls(mine, ['c1']);
  const story = [
    update('c1', 'in-progress', 2),
    update('c1', 'ringing', 1),
    update('c1', 'ended', 3, { endedReason: 'customer-busy' }),
    report('c1', 4),
    update('c1', 'ringing', 1),
  ];
  const answers = await Promise.all(story.map((message) => arrive(mine, message)));
  expect(answers.map(({ failure }) => failure)).toEqual([null, null, null, null, null]);
  expect(await statusesOf(mine)).toEqual([['ended', 4]]);
  const logs = await app.db.callOutcomeLog.findMany({ where: { teamId: mine.team.id }, orderBy: { id: 'asc' } });
  expect(logs.map((log) => [log.initialCallOutcome, log.newCallOutcome])).toEqual([
    [null, 'busy'],
    ['busy', 'interested'],
  ]);
});

test('every event has its own answer, and teams are kept apart', async () => {
  const other = await createVoiceTeam(app);
  await createCalls(mine, ['a', 'b']);
  await createCalls(other, ['b']);
  const answers = await Promise.all([
    arrive(mine, update('a', 'ringing', 1)),
    arrive(mine, update('b', 'ringing', 1)),
    arrive(mine, update('unknown', 'ringing', 1)),
    arrive(other, update('a', 'ringing', 1)),
    arrive(other, update('b', 'in-progress', 1)),
  ]);
  const notFound = { reason: 'Call not found', mayPass: true, isBeingPlaced: false };
  expect(answers.map(({ failure }) => failure)).toEqual([null, null, notFound, notFound, null]);
  expect(await statusesOf(mine)).toEqual([
    ['ringing', 1],
    ['ringing', 1],
  ]);
  expect(await statusesOf(other)).toEqual([['in_progress', 1]]);
});

test('one that fails keeps no other from being applied, and waits with a job of its own', async () => {
  await createCalls(mine, ['a', 'b', 'poison', 'c']);
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  await app.pool.query(
    `ALTER TABLE calls ADD CONSTRAINT broken CHECK (external_id <> 'poison' OR status <> 'ringing')`,
  );
  const messages = ['a', 'b', 'poison', 'c'].map((name) => update(name, 'ringing', 1));
  const answers = await Promise.allSettled(messages.map((message) => arrive(mine, message)));
  await app.pool.query('ALTER TABLE calls DROP CONSTRAINT broken');
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await statusesOf(mine)).toEqual([
    ['ringing', 1],
    ['ringing', 1],
    ['ringing', 1],
    ['queued', 0],
  ]);
  const [job, ...others] = await waitingJobs(app);
  expect([job!.task, others]).toEqual(['apply_call_event', []]);
});

test('more than wait in order are refused, and a provider sends them again', async () => {
  const many = Array.from({ length: 1_003 }, (_, at) => `call-${at}`);
  await createCalls(mine, many);
  const answers = await Promise.allSettled(many.map((name) => arrive(mine, update(name, 'ringing', 1))));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
  // One is applied, a thousand wait.
  expect(refused).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  expect(await app.db.call.count({ where: { teamId: mine.team.id, status: 'ringing' } })).toBe(1_001);
});

test.skipIf(isEmbedded)('a call that somebody holds keeps the events of no other call from being applied', async () => {
  await createCalls(mine, ['a', 'held', 'z']);
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT 1 FROM calls WHERE team_id = $1 AND external_id = 'held' FOR UPDATE`, [mine.team.id]);
    // The first one alone, the others together.
    const first = arrive(mine, update('a', 'queued', 0));
    const answers = await Promise.allSettled(
      ['held', 'a', 'z'].map((name) => arrive(mine, update(name, 'ringing', 1))),
    );
    await first;
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect(await statusesOf(mine)).toEqual([
    ['ringing', 2],
    ['queued', 0],
    ['ringing', 1],
  ]);
  expect(await app.db.callEvent.count({ where: { teamId: mine.team.id, externalCallId: 'held' } })).toBe(1);
});
