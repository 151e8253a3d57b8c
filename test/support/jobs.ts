import { runOnce } from 'graphile-worker';
import { expect } from 'vitest';
import type { Services } from '../../src/context.ts';
import { giveUpDeadJobs } from '../../src/jobs/give-up.ts';
import { graphileTasks, queueOptions } from '../../src/jobs/queue.ts';
import { tasks } from '../../src/tasks.ts';
import type { TestApp } from './app.ts';
import { PATIENCE } from './patience.ts';

type Test = Pick<TestApp, 'pool'>;

/** Runs due jobs, `concurrency` at a time, until none is left. */
export async function runJobs(
  { services }: Pick<TestApp, 'services'>,
  { signal = new AbortController().signal, concurrency = 1 } = {},
) {
  await runOnce({ ...queueOptions(services), concurrency }, graphileTasks(services, tasks, signal));
  // graphile-worker does not wait until its last job's end is written.
  const left = `SELECT /* across teams: the queue */ FROM graphile_worker._private_jobs WHERE locked_by LIKE 'otpool-%'`;
  await expect.poll(async () => (await services.pool.query(left)).rowCount, PATIENCE).toBe(0);
  await giveUpDeadJobs(services, tasks);
}

/** By an hour, as a machine's clock may be set back meanwhile. */
export async function makeJobsDue({ pool }: Test): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 hour' WHERE run_at > now() - interval '1 hour'`,
  );
}

/** For a worker that gives others no time to have their locks back: whoever has none is dead. */
export const suspecting = (services: Services): Services => ({
  ...services,
  config: { ...services.config, STATEMENT_TIMEOUT_MS: -10_000 },
});

export interface WaitingJob {
  task: string;
  payload: unknown;
  attempts: number;
  runAt: Date;
}

export async function waitingJobs({ pool }: Test, task?: string): Promise<WaitingJob[]> {
  const { rows } = await pool.query<WaitingJob>(
    `SELECT t.identifier AS task, j.payload, j.attempts::int, j.run_at AS "runAt"
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE $1::text IS NULL OR t.identifier = $1 ORDER BY j.run_at, j.id`,
    [task ?? null],
  );
  return rows;
}
