import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import type { Services } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';
import { addJob } from '../../src/jobs/add-job.ts';
import type { Task } from '../../src/jobs/task.ts';
import { type RunningWorker, startWorker } from '../../src/jobs/worker.ts';
import { watchChanges } from '../../src/live/changes.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { suspecting } from '../support/jobs.ts';
import { PATIENCE } from '../support/patience.ts';
import { proxyTo } from '../support/proxy.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function testApp(settings: Partial<Config> = {}): Promise<TestApp> {
  const app = await createTestApp({ LOG_LEVEL: 'silent', WORKER_CONCURRENCY: 3, ...settings });
  closings.push(() => app.close());
  return app;
}

async function urlOf(app: TestApp): Promise<string> {
  const { rows } = await app.pool.query('SELECT current_database() AS name');
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = `/${rows[0].name}`;
  return url.href;
}

async function work(services: Services, task: Task): Promise<RunningWorker> {
  const worker = await startWorker(services, { probe: task });
  closings.push(() => worker.stop().catch(() => {}));
  return worker;
}

/** Each minute, the schedule adds jobs that no worker here takes. */
const OURS = `SELECT attempts::int, locked_by FROM graphile_worker.jobs WHERE task_identifier = 'probe'`;

const until = (done: () => boolean) => expect.poll(done, PATIENCE).toBe(true);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'two workers on one server share the jobs; none runs twice, and those of a queue one after the other',
  async () => {
    const app = await testApp();
    const database = await openDatabase({ url: await urlOf(app) });
    closings.push(() => database.close());
    const { pool, db } = database;
    const elsewhere: Services = { ...app.services, db, pool, reader: { pool, embedded: false } };

    const runs: { worker: string; job: number }[] = [];
    const running = new Set<string>();
    let overlaps = 0;
    // One that comes first leaves the other some.
    const begun = new Set<string>();
    const probe = (worker: string): Task => ({
      async run(_services, payload) {
        const { job, queue } = payload as { job: number; queue: string };
        if (running.has(queue)) overlaps += 1;
        running.add(queue);
        begun.add(worker);
        while (begun.size < 2) await setTimeout(5);
        await setTimeout(10);
        running.delete(queue);
        runs.push({ worker, job });
      },
    });
    const jobs = Array.from({ length: 120 }, (_, job) => job);
    for (const job of jobs) {
      const queue = job < 60 ? `call ${job % 6}` : undefined;
      await addJob(app.services.db, {
        task: 'probe',
        payload: { job, queue: queue ?? `alone ${job}` },
        ...(queue && { queue }),
      });
    }
    await Promise.all([work(app.services, probe('one')), work(elsewhere, probe('other'))]);
    // None is left that could run again.
    const { pool: here } = app.services;
    await expect.poll(async () => (await here.query(OURS)).rowCount, PATIENCE).toBe(0);
    expect(runs.map(({ job }) => job).sort((a, b) => a - b)).toEqual(jobs);
    expect(overlaps).toBe(0);
    expect(new Set(runs.map(({ worker }) => worker))).toEqual(new Set(['one', 'other']));
  },
);

test('a worker that stops lets its job finish, and takes no other', async () => {
  const app = await testApp();
  const done: number[] = [];
  let begun = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const task: Task = {
    async run(_services, payload) {
      begun += 1;
      await finished;
      done.push((payload as { job: number }).job);
    },
  };
  const add = (job: number) => addJob(app.services.db, { task: 'probe', payload: { job }, queue: 'one' });
  await add(1);
  await add(2);
  const worker = await work(app.services, task);
  await until(() => begun > 0);
  const stopped = worker.stop();
  // What was already asking for a job when it stopped would still get the next one.
  await setTimeout(2_000);
  finish();
  await stopped;
  expect(done).toEqual([1]);
  const { rows } = await app.pool.query(OURS);
  expect(rows).toEqual([{ attempts: 0, locked_by: null }]);
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'the jobs of a worker that lives are never taken for a dead one’s',
  async () => {
    const app = await testApp();
    let finish = () => {};
    let begun = false;
    const task: Task = {
      run() {
        begun = true;
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    };
    await addJob(app.services.db, { task: 'probe', payload: {} });
    await work(app.services, task);
    await until(() => begun);
    // What another process would ask before it takes them over.
    const { rows } = await app.pool.query(
      `SELECT pg_try_advisory_xact_lock(7266100, hashtext(locked_by)) AS dead FROM graphile_worker._private_jobs
     WHERE locked_by IS NOT NULL`,
    );
    finish();
    expect(rows).toEqual([{ dead: false }]);
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a worker whose broken connection keeps its lock for longer than a statement may take has it again afterwards',
  async () => {
    const app = await testApp({ STATEMENT_TIMEOUT_MS: 5_000 });
    await work(app.services, { async run() {} });
    const locks = async (granted: boolean) => {
      const { rows } = await app.pool.query<{ pid: number; worker: number }>(
        `SELECT pid, objid::bigint::bit(32)::int AS worker FROM pg_locks WHERE locktype = 'advisory' AND classid = 7266100
         AND granted = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [granted],
      );
      return rows;
    };
    const [held] = await locks(true);
    // It has the lock next, as the server would leave it to a connection whose end it has not noticed.
    const broken = new pg.Client(await urlOf(app));
    await broken.connect();
    const taken = broken.query('SELECT pg_advisory_lock(7266100, $1)', [held!.worker]);
    await expect.poll(() => locks(false), PATIENCE).toHaveLength(1);
    await app.pool.query('SELECT pg_terminate_backend($1)', [held!.pid]);
    await taken;
    // The worker wants it back, and its statement is cancelled.
    await expect.poll(() => locks(false), PATIENCE).toHaveLength(1);
    await expect.poll(() => locks(false), PATIENCE).toEqual([]);
    await broken.end();
    await expect.poll(() => locks(true), PATIENCE).toMatchObject([{ worker: held!.worker }]);
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a worker whose server is gone without a word goes on with its job, has its lock again and hears of changes',
  async () => {
    // Longer than the pause between two looks for a lost connection.
    const app = await testApp({ STATEMENT_TIMEOUT_MS: 5_000 });
    const proxy = await proxyTo(await urlOf(app));
    closings.push(() => proxy.close());
    const database = await openDatabase({ url: proxy.url, statementTimeout: 5_000 });
    closings.push(() => database.close());
    const { pool, db } = database;
    let finish = () => {};
    let begun = 0;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await addJob(app.services.db, { task: 'probe', payload: {} });
    await work(
      { ...app.services, db, pool, reader: { pool, embedded: false } },
      {
        async run() {
          begun += 1;
          await finished;
        },
      },
    );
    const changes = watchChanges({ pool, logger: app.services.logger });
    closings.push(async () => changes.close());
    const heard: (string | null)[] = [];
    await changes.watch('topic', (detail) => heard.push(detail));
    await until(() => begun === 1);
    const locks = async () =>
      (
        await app.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 7266100 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      ).rowCount;
    expect(await locks()).toBe(1);
    proxy.lose();
    await expect.poll(locks, PATIENCE).toBe(0);
    await expect.poll(locks, PATIENCE).toBe(1);
    // What it may have missed, and what comes now.
    await until(() => heard.length === 1);
    await app.pool.query(`SELECT pg_notify('changes', 'topic more')`);
    await until(() => heard.length === 2);
    expect(heard).toEqual([null, 'more']);
    expect(begun).toBe(1);
    expect((await app.pool.query(OURS)).rows).toEqual([{ attempts: 1, locked_by: expect.any(String) }]);
    finish();
    await expect.poll(async () => (await app.pool.query(OURS)).rowCount, PATIENCE).toBe(0);
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a queue that is locked by a worker without one of its jobs is free again',
  async () => {
    const app = await testApp();
    await addJob(app.services.db, { task: 'probe', payload: {}, queue: 'one' });
    // As one is left when its job was freed, taken by another worker, and ended by the first.
    await app.pool.query(
      `UPDATE graphile_worker._private_job_queues SET locked_by = 'otpool-other', locked_at = now()`,
    );
    let done = false;
    await work(app.services, {
      async run() {
        done = true;
      },
    });
    await until(() => done);
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a worker stops while the connection on which it begins to listen breaks',
  async () => {
    const app = await testApp();
    const database = await openDatabase({ url: await urlOf(app) });
    closings.push(() => database.close());
    const { pool, db } = database;
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      const listensLate = (first: unknown, ...rest: unknown[]) =>
        query(String(first).startsWith('LISTEN "jobs:insert"') ? 'SELECT pg_sleep(60)' : first, ...rest);
      Object.assign(client, { query: listensLate });
    });
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    closings.push(async () => process.off('unhandledRejection', note));

    const worker = await startWorker({ ...app.services, db, pool, reader: { pool, embedded: false } }, {});
    const BEGINS = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query = 'SELECT pg_sleep(60)'`;
    await expect.poll(async () => (await app.pool.query(BEGINS)).rowCount, PATIENCE).toBe(1);
    const stopped = worker.stop();
    await app.pool.query(`SELECT pg_terminate_backend(pid) FROM (${BEGINS}) listening`);
    await stopped;
    await setTimeout(0);
    expect(unhandled).toEqual([]);
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a worker that starts leaves their jobs to those that live and have no lock again yet',
  async () => {
    const app = await testApp();
    const proxy = await proxyTo(await urlOf(app));
    closings.push(() => proxy.close());
    const database = await openDatabase({ url: proxy.url });
    closings.push(() => database.close());
    const { pool, db } = database;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const begun: string[] = [];
    const probe = (worker: string): Task => ({
      async run() {
        begun.push(worker);
        await finished;
      },
    });
    await addJob(app.services.db, { task: 'probe', payload: {} });
    await work({ ...app.services, db, pool, reader: { pool, embedded: false } }, probe('one'));
    await until(() => begun.length === 1);
    const [job] = (await app.pool.query(OURS)).rows;
    const locks = async () =>
      (
        await app.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 7266100 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      ).rowCount;
    // The database is away, and is back for the one that starts before it is for the other.
    await proxy.cut();
    await expect.poll(locks, PATIENCE).toBe(0);
    await work(app.services, probe('other'));
    closings.push(async () => finish());
    await proxy.restore();
    await expect.poll(locks, PATIENCE).toBe(2);
    expect((await app.pool.query(OURS)).rows).toEqual([job]);
    finish();
    await expect.poll(async () => (await app.pool.query(OURS)).rowCount, PATIENCE).toBe(0);
    expect(begun).toEqual(['one']);
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)('nobody is taken for dead while a worker is starting', async () => {
  const app = await testApp();
  await addJob(app.services.db, { task: 'probe', payload: {} });
  const other = await app.pool.connect();
  // It has taken a job, and has no lock of its own yet.
  await other.query('SELECT pg_advisory_lock_shared(7266101, 0)');
  await app.pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'otpool-new', locked_at = now() - interval '1 hour'`,
  );
  let done = false;
  const task: Task = {
    async run() {
      done = true;
    },
  };
  // A start looks for jobs of the dead, and so does each sweep.
  const first = await work(suspecting(app.services), task);
  await first.stop();
  expect(done).toBe(false);
  await other.query('SELECT pg_advisory_unlock_shared(7266101, 0)');
  other.release();
  await work(suspecting(app.services), task);
  await until(() => done);
});
