import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJob } from '../../src/jobs/add-job.ts';
import { giveUpDeadJobs } from '../../src/jobs/give-up.ts';
import type { Task } from '../../src/jobs/task.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

test('a job that cannot be given up stays, and does not keep those behind it nor those of other tasks', async () => {
  const { pool } = app;
  const { db } = app.services;
  for (const name of ['broken', 'first', 'second']) await addJob(db, { task: 'probe', payload: { name } });
  await addJob(db, { task: 'other', payload: { name: 'third' } });
  await pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
  const givenUp: string[] = [];
  let isBroken = true;
  const task: Task = {
    run: async () => {},
    async giveUp(tx, payload) {
      const { name } = payload as { name: string };
      await tx.prisma.team.create({ data: { name } });
      if (name === 'broken' && isBroken) throw new Error('It cannot.');
      givenUp.push(name);
    },
  };
  const tasks = { probe: task, other: task };
  const left = async () =>
    (await pool.query<{ name: string }>(`SELECT payload ->> 'name' AS name FROM graphile_worker._private_jobs`)).rows;

  await giveUpDeadJobs(app.services, tasks);
  expect(givenUp).toEqual(['first', 'second', 'third']);
  expect(await left()).toEqual([{ name: 'broken' }]);
  expect(await app.db.team.findMany({ where: { name: 'broken' } })).toEqual([]);

  isBroken = false;
  await giveUpDeadJobs(app.services, tasks);
  expect(givenUp).toEqual(['first', 'second', 'third', 'broken']);
  expect(await left()).toEqual([]);
});
