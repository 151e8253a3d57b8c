import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { addJob } from '../../src/jobs/add-job.ts';
import { migrateQueue } from '../../src/jobs/queue.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { tasks } from '../../src/tasks.ts';
import { uploaded } from '../modules/audience/data-files/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createServerDatabase } from '../support/database.ts';
import { runJobs, suspecting } from '../support/jobs.ts';
import { PATIENCE } from '../support/patience.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ IMPORT_BATCH_ROWS: 2 });
});
afterAll(() => app.close());

const LIST = `number,name\n${Array.from({ length: 9 }, (_, at) => `+49171234567${at},Person ${at}`).join('\n')}\n`;
const BODY = { columns: { number: 0, name: 1 } };

async function started() {
  const { token, team } = await createTeam(app);
  const id = await uploaded(app, LIST, { token });
  const start = () => app.rest<{ data: object }>('POST', `/v1/data-files/${id}/import`, { token, body: BODY });
  expect((await start()).status).toBe(200);
  return { id, token, start, teamId: team.id };
}

const fileOf = (id: string) => app.db.dataFile.findFirstOrThrow({ where: { id } });

const until = (id: string, status: string) => expect.poll(async () => (await fileOf(id)).status, PATIENCE).toBe(status);

const DONE = { status: 'imported', processedRows: 9, importedRows: 9, duplicateRows: 0, failedRows: 0 };

test('a running worker takes a job as it comes, and one that waited for it', async () => {
  const before = await started();
  const worker = await startWorker(app.services, tasks);
  await until(before.id, 'imported');
  const after = await started();
  await until(after.id, 'imported');
  await worker.stop();
  expect(await fileOf(after.id)).toMatchObject(DONE);
});

test('a stopped worker leaves the next one the rest of a long job, at once and without a failure', async () => {
  const { id } = await started();
  // Each run stops after its first batch.
  await runJobs(app, { signal: AbortSignal.abort() });
  expect(await fileOf(id)).toMatchObject(DONE);
  const { rows } = await app.pool.query('SELECT attempts FROM graphile_worker.jobs WHERE key = $1', [
    `data-file:${id}`,
  ]);
  expect(rows).toEqual([]);
});

test('the jobs of a worker that died are taken over', async () => {
  const { id } = await started();
  await lockBy('worker-dead', id);
  const worker = await startWorker(suspecting(app.services), tasks);
  await until(id, 'imported');
  await worker.stop();
});

test.skipIf(!process.env.TEST_DATABASE_URL)('the jobs of a worker that lives elsewhere are left to it', async () => {
  const { id } = await started();
  await lockBy('worker-elsewhere', id);
  const elsewhere = await app.pool.connect();
  await elsewhere.query(`SELECT pg_advisory_lock(7266100, hashtext('worker-elsewhere'))`);
  const worker = await startWorker(suspecting(app.services), tasks);
  await setTimeout(500);
  expect((await fileOf(id)).status).toBe('importing');
  elsewhere.release(true);
  await until(id, 'imported');
  await worker.stop();
});

test.skipIf(!process.env.TEST_DATABASE_URL)('processes that start together settle who makes the queue', async () => {
  const url = await createServerDatabase();
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url })));
  await Promise.all(
    databases.map(({ pool, embedded }) =>
      migrateQueue({ pool, reader: { pool, embedded }, logger: app.services.logger }),
    ),
  );
  const { rows } = await databases[0]!.pool.query('SELECT count(*)::int AS migrations FROM graphile_worker.migrations');
  expect(rows).toEqual([{ migrations: 19 }]);
  await Promise.all(databases.map((database) => database.close()));
});

test('a worker that cannot write what became of two jobs at once starts again, and stops when told to', async () => {
  // Its own app: nothing else here has to do with such a queue.
  const own = await createTestApp({ LOG_LEVEL: 'silent', WORKER_CONCURRENCY: 3 });
  await own.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON graphile_worker._private_jobs
      FOR EACH ROW WHEN (NEW.last_error IS DISTINCT FROM OLD.last_error) EXECUTE FUNCTION refuse()`);
  const runs: number[] = [0, 0, 0];
  const worker = await startWorker(own.services, {
    probe: {
      async run(_services, payload) {
        const { job } = payload as { job: number };
        runs[job] = runs[job]! + 1;
        if (runs[job]! > 1) return;
        // The third goes on until what became of the others could not be written.
        await setTimeout([50, 100, 1_000][job]);
        if (job < 2) throw new Error('fails');
      },
    },
  });
  await own.services.db.transaction(async (tx) => {
    for (const job of [0, 1, 2]) await addJob(tx, { task: 'probe', payload: { job } });
  });
  await expect.poll(() => runs, PATIENCE).toEqual([2, 2, 1]);
  await worker.stop();
  await own.close();
});

test('an import without a job left is failed, and goes on where it stopped when it is started again', async () => {
  const { id, token, start, teamId } = await started();
  await runJobs(app);
  // As if it had died with its last attempt, four rows before the end.
  const { db } = app;
  const middle = Buffer.from(LIST.split('\n').slice(0, 6).join('\n')).length + 1;
  await db.contact.deleteMany({ where: { number: { gte: 491712345675n }, importId: (await fileOf(id)).importId } });
  await db.dataFile.update({
    where: { teamId_id: { teamId, id } },
    data: { status: 'importing', checkpointBytes: middle, checkpointLines: 6, processedRows: 5, importedRows: 5 },
  });
  const settle = async () => (await startWorker(app.services, tasks)).stop();
  await settle();
  // On a Citus cluster its job may have come after those that were read.
  expect(await fileOf(id)).toMatchObject({ status: 'importing' });
  await db.dataFile.update({
    where: { teamId_id: { teamId, id } },
    data: { updatedAt: new Date(Date.now() - 120_000) },
  });
  await settle();
  const { data } = await app.graphql(`query ($id: ID!) { dataFile(id: $id) { status canContinue failureReason } }`, {
    token,
    variables: { id },
  });
  expect(data).toEqual({
    dataFile: {
      status: 'failed',
      canContinue: true,
      failureReason: 'The import failed too often. Start it again to continue where it stopped.',
    },
  });

  const again = await start();
  expect(again.body.data).toMatchObject({ status: 'importing', processed_rows: '5', can_continue: 'false' });
  await runJobs(app);
  expect(await fileOf(id)).toMatchObject(DONE);
});

test('a failed import that is started with other columns begins at the first row', async () => {
  const { id, token, teamId } = await started();
  await runJobs(app);
  await app.db.dataFile.update({
    where: { teamId_id: { teamId, id } },
    data: { status: 'failed', processedRows: 5 },
  });
  const again = await app.rest<{ data: object }>('POST', `/v1/data-files/${id}/import`, {
    token,
    body: { columns: { number: 0, custom1_str: 1 } },
  });
  expect(again.body.data).toMatchObject({ status: 'importing', processed_rows: '0' });
  await runJobs(app);
  expect(await fileOf(id)).toMatchObject(DONE);
});

async function lockBy(worker: string, dataFileId: string): Promise<void> {
  await app.pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - interval '1 minute', attempts = 1
     WHERE key = $2`,
    [worker, `data-file:${dataFileId}`],
  );
}
