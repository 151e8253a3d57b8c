import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, hasCode } from '../../../../src/database/transaction.ts';
import { uuidv7 } from '../../../../src/database/uuid.ts';
import { keepPartitions } from '../../../../src/modules/insight/retention/partitions.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const AT = new Date('2031-08-05T12:00:00Z');

/** The services, and how often a change of partitions has given up its wait for a lock. */
function counting(days: number) {
  const { db, config } = app.services;
  let given = 0;
  const transaction: Db['transaction'] = (...work) =>
    db.transaction(...work).catch((error: unknown) => {
      if (hasCode(error, ['55P03'])) given += 1;
      throw error;
    });
  const counted = new Proxy(db, {
    get(target, name: keyof Db) {
      const own = target[name];
      if (name === 'transaction') return transaction;
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
  return { services: { ...app.services, db: counted, config: { ...config, LOG_DAYS: days } }, givenUp: () => given };
}

const yearsOf = async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'logs'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name).filter((name) => name.includes('_203'));
};

test.for([
  { what: 'makes a partition', ahead: null, now: '2031-05-17', days: 0, years: ['partitions.logs_2032'] },
  { what: 'drops partitions', ahead: '2033-02-05', now: '2033-02-05', days: 30, years: ['partitions.logs_2034'] },
])('while retention $what beside a long transaction, others read and write', async (row, { skip }) => {
  if (app.services.reader.embedded) skip('The embedded database has one connection.');
  const { team } = await createTeam(app);
  const teamId = team.id;
  const store = (text: string) =>
    app.db.log.create({
      data: { id: uuidv7(AT.getTime()), teamId, callerType: 'sms_campaign', callerId: teamId, text, createdAt: AT },
    });
  if (row.ahead) await keepPartitions(counting(0).services, new Date(row.ahead));
  const long = await app.pool.connect();
  await long.query('BEGIN');
  await long.query('SELECT FROM logs WHERE team_id = $1', [teamId]);
  const { services, givenUp } = counting(row.days);
  const kept = keepPartitions(services, new Date(row.now));
  for (let written = 1; givenUp() < 2; written += 1) {
    await store(String(written));
    expect(await app.db.log.count({ where: { teamId } })).toBe(written);
  }
  expect(await yearsOf()).not.toEqual(row.years);
  await long.query('COMMIT');
  long.release();
  await kept;
  expect(await yearsOf()).toEqual(row.years);
});
