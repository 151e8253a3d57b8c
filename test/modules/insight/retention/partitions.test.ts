import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import { keepPartitions } from '../../../../src/modules/insight/retention/partitions.ts';
import { pruneTask } from '../../../../src/modules/insight/retention/prune.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { withoutShard } from '../../../support/shards.ts';
import { createVoiceTeam, OK, send, update, type VoiceTeam } from '../../voice/calls/support.ts';

let app: TestApp;
let mine: VoiceTeam;
beforeAll(async () => {
  app = await createTestApp({ CALL_EVENT_DAYS: 60, LOG_LEVEL: 'silent' });
  mine = await createVoiceTeam(app);
});
afterAll(() => app.close());

/** Behind the months that the migration made. */
const LATER = new Date('2031-05-17T12:00:00Z');

const partitions = async (table: string) => {
  const { rows } = await app.pool.query<{ name: string }>(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [table],
  );
  return rows.map(({ name }) => name);
};
const made = async (table: string) => (await partitions(table)).filter((name) => name.includes('_2031_'));

async function storeEvent(at: Date): Promise<string> {
  const id = uuidv7(at.getTime());
  const ids = { teamId: mine.team.id, voiceAccountId: mine.accountId };
  const fingerprint = new Uint8Array(randomBytes(32));
  const event = { ...ids, id, type: 'status-update', occurredAt: at, fingerprint, payload: {} };
  await app.db.callEvent.create({ data: event });
  await app.db.callEventName.create({ data: { ...ids, fingerprint, eventId: id } });
  return id;
}

const partitionOf = async (id: string) => {
  const { rows } = await app.pool.query('SELECT tableoid::regclass::text AS name FROM call_events WHERE id = $1', [id]);
  return rows[0] && withoutShard(rows[0].name);
};

const logsOf = async () => {
  const { rows } = await app.pool.query(
    'SELECT tableoid::regclass::text AS name, text FROM logs WHERE team_id = $1 ORDER BY id',
    [mine.team.id],
  );
  return rows.map(({ name, text }) => `${text} in ${withoutShard(name)}`);
};

async function storeLog(day: string): Promise<void> {
  const createdAt = new Date(day);
  const log = { callerType: 'sms_campaign', callerId: mine.team.id, text: day, createdAt } as const;
  await app.db.log.create({ data: { ...log, id: uuidv7(createdAt.getTime()), teamId: mine.team.id } });
}

/** Of an installation that keeps everything. */
const forEver = () => ({ ...app.services, config: { ...app.services.config, CALL_EVENT_DAYS: 0 } });

test('the months to come are made ahead, once, with the indexes, keys and settings of their table', async () => {
  await keepPartitions(forEver(), LATER);
  await keepPartitions(forEver(), LATER);
  expect(await made('calls')).toEqual(['partitions.calls_2031_06', 'partitions.calls_2031_07']);
  expect(await made('call_events')).toEqual(['partitions.call_events_2031_06', 'partitions.call_events_2031_07']);
  expect(await made('sms_messages')).toEqual(['partitions.sms_messages_2031_06', 'partitions.sms_messages_2031_07']);
  const { rows } = await app.pool.query(
    `SELECT (SELECT count(*)::int FROM pg_index WHERE indrelid = c.oid) AS indexes,
       (SELECT count(*)::int FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f') AS keys, c.reloptions AS options
     FROM pg_class c WHERE oid::regclass::text ~ '^partitions.sms_messages_(first|2031_06)$'`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
  expect(rows[0].options).toEqual(['fillfactor=50']);
});

test('a record lies where its id says; an id of no month made is stored all the same', async () => {
  expect(await partitionOf(await storeEvent(new Date('2031-06-30T23:59:59.999Z')))).toBe(
    'partitions.call_events_2031_06',
  );
  expect(await partitionOf(await storeEvent(new Date('2031-07-01T00:00:00.000Z')))).toBe(
    'partitions.call_events_2031_07',
  );
  expect(await partitionOf(await storeEvent(new Date('2031-08-01T00:00:00.000Z')))).toBe(
    'partitions.call_events_default',
  );
  expect(await partitionOf(await storeEvent(new Date('2020-01-01T00:00:00.000Z')))).toBe(
    'partitions.call_events_first',
  );
});

test('a month of which records are already elsewhere is left out, and the one behind it is made', async () => {
  await keepPartitions(forEver(), new Date('2031-07-02T00:00:00Z'));
  expect(await made('call_events')).toEqual([
    'partitions.call_events_2031_06',
    'partitions.call_events_2031_07',
    'partitions.call_events_2031_09',
  ]);
});

test('months of events that are all older than is kept are dropped with what names them', async () => {
  const [gone, kept] = [await storeEvent(new Date('2031-06-15')), await storeEvent(new Date('2031-07-15'))];
  await keepPartitions(app.services, new Date('2031-09-01T00:00:00Z'));
  expect([await partitionOf(gone), await partitionOf(kept)]).toEqual([undefined, 'partitions.call_events_2031_07']);
  expect(await partitions('call_events')).not.toContain('partitions.call_events_first');
  expect(await made('sms_messages')).toContain('partitions.sms_messages_2031_06');
  // What comes with an id of a month that is gone is stored, and goes with the next run.
  const late = await storeEvent(new Date('2020-01-02'));
  expect(await partitionOf(late)).toBe('partitions.call_events_default');
  await pruneTask.run(app.services, {}, { attempt: 1, maxAttempts: 3, signal: new AbortController().signal });
  expect(await partitionOf(late)).toBeUndefined();
  const names = await app.db.callEventName.findMany({ where: { teamId: mine.team.id, eventId: { in: [late, kept] } } });
  expect(names.map(({ eventId }) => eventId)).toEqual([kept]);
});

test('a month that cannot be dropped keeps neither the others nor what has expired elsewhere', async () => {
  await keepPartitions(forEver(), new Date('2031-09-02T00:00:00Z'));
  const [held, after] = ['partitions.call_events_2031_07', 'partitions.call_events_2031_09'];
  expect(await partitions('call_events')).toEqual(expect.arrayContaining([held, after]));
  await app.pool.query(`CREATE VIEW of_july AS SELECT id FROM ${held}`);
  await expect(keepPartitions(app.services, new Date('2032-01-01T00:00:00Z'))).rejects.toMatchObject({ code: '2BP01' });
  expect(await partitions('call_events')).toContain(held);
  expect(await partitions('call_events')).not.toContain(after);
  await app.pool.query('DROP VIEW of_july');

  const operation = 'createOffer';
  const key = { teamId: mine.team.id, operation, key: 'old', inputHash: Buffer.of(1), answer: Buffer.of(1) };
  await app.db.idempotencyKey.create({ data: { ...key, createdAt: new Date('2020-01-01') } });
  const run = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  await app.pool.query('ALTER SCHEMA partitions RENAME TO elsewhere');
  try {
    await expect(pruneTask.run(app.services, {}, run)).rejects.toThrow(/partitions/);
  } finally {
    await app.pool.query('ALTER SCHEMA elsewhere RENAME TO partitions');
  }
  expect(await app.db.idempotencyKey.count({ where: { teamId: mine.team.id, operation } })).toBe(0);
});

test('logs have a partition a year, dropped when its last log is older than is kept', async () => {
  expect(await made('logs')).toEqual([]);
  expect(await partitions('logs')).toContain('partitions.logs_2032');
  await keepPartitions(forEver(), new Date('2032-12-31T23:59:59Z'));
  expect(await partitions('logs')).toContain('partitions.logs_2033');
  for (const day of ['2020-02-01', '2032-01-01', '2032-12-31', '2033-01-01', '2041-01-01']) await storeLog(day);
  expect(await logsOf()).toEqual([
    '2020-02-01 in partitions.logs_first',
    '2032-01-01 in partitions.logs_2032',
    '2032-12-31 in partitions.logs_2032',
    '2033-01-01 in partitions.logs_2033',
    '2041-01-01 in partitions.logs_default',
  ]);
  const keeping = (days: number) => ({ ...forEver(), config: { ...forEver().config, LOG_DAYS: days } });
  await keepPartitions(keeping(30), new Date('2033-01-15'));
  expect(await partitions('logs')).not.toContain('partitions.logs_first');
  expect(await partitions('logs')).toContain('partitions.logs_2032');
  await keepPartitions(keeping(30), new Date('2033-02-15'));
  expect(await partitions('logs')).not.toContain('partitions.logs_2032');
  // What comes with an id of a year that is gone is stored, and goes with the next run.
  await storeLog('2020-02-02');
  await pruneTask.run(keeping(30), {}, { attempt: 1, maxAttempts: 3, signal: new AbortController().signal });
  expect(await logsOf()).toEqual(['2033-01-01 in partitions.logs_2033', '2041-01-01 in partitions.logs_default']);
});

test('a repeat of an event that is gone changes nothing while its name is known', async () => {
  const externalId = 'c1';
  const call = { teamId: mine.team.id, toNumber: 12125550123n, externalId, status: 'queued' as const };
  const { id } = await app.db.call.create({ data: { ...call, names: { create: { externalId } } } });
  expect(await send(app, mine, update('c1', 'ringing', 1))).toEqual(OK);
  await app.pool.query('DELETE FROM call_events WHERE team_id = $1 AND call_id = $2', [mine.team.id, id]);
  expect(await send(app, mine, update('c1', 'ringing', 1))).toEqual(OK);
  expect(await app.db.call.findFirst({ where: { teamId: mine.team.id, id } })).toMatchObject({ eventsCount: 1 });
  expect(await app.db.callEvent.count({ where: { teamId: mine.team.id, callId: id } })).toBe(0);
});

test('no two calls of a team have one name', async () => {
  const name = { externalId: 'twice' };
  const call = { toNumber: 12125550123n, ...name, names: { create: name } };
  await app.db.call.create({ data: { ...call, teamId: mine.team.id } });
  await expect(app.db.call.create({ data: { ...call, teamId: mine.team.id } })).rejects.toThrow('Unique constraint');
  const { team } = await createVoiceTeam(app);
  await app.db.call.create({ data: { ...call, teamId: team.id } });
});
