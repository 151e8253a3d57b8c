import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJob } from '../../src/jobs/add-job.ts';
import { giveUpDeadJobs } from '../../src/jobs/give-up.ts';
import type { Task } from '../../src/jobs/task.ts';
import { tasks as allTasks } from '../../src/tasks.ts';
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

test('an e-mail that could not be sent leaves no job behind', async () => {
  const { pool } = app;
  const emails = [
    'send_confirmation',
    'send_invitation',
    'send_keyword_notice',
    'send_password_reset',
    'send_price_list',
    'send_security_notice',
    'send_webhook_disabled',
  ];
  const payload = { teamId: '00000000-0000-4000-8000-000000000001', id: '00000000-0000-4000-8000-000000000002' };
  for (const task of emails) await addJob(app.services.db, { task, payload });
  await pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
  await giveUpDeadJobs(app.services, allTasks);
  expect((await pool.query('SELECT FROM graphile_worker._private_jobs')).rowCount).toBe(0);
});
