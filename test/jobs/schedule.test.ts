import { afterAll, beforeAll, expect, test } from 'vitest';
import { cronItems } from '../../src/jobs/schedule.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { tasks } from '../../src/tasks.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('everything that happens by the clock is a task', () => {
  expect(cronItems().map(({ task }) => task in tasks)).toEqual(cronItems().map(() => true));
});

test('a worker keeps the clock', async () => {
  const worker = await startWorker(app.services, tasks);
  await worker.stop();
  const { rows } = await app.pool.query('SELECT identifier FROM graphile_worker._private_known_crontabs');
  expect(rows.map(({ identifier }) => identifier).sort()).toEqual(
    cronItems()
      .map(({ identifier }) => identifier)
      .sort(),
  );
});
