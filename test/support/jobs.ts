import { runOnce } from 'graphile-worker';
import { graphileTasks, queueOptions } from '../../src/jobs/queue.ts';
import { tasks } from '../../src/jobs/tasks.ts';
import type { TestApp } from './app.ts';

/** Runs the jobs that wait, one after the other, until none is left that could run now. */
export async function runJobs({ services }: Pick<TestApp, 'services'>, signal = new AbortController().signal) {
  await runOnce({ ...queueOptions(services), concurrency: 1 }, graphileTasks(services, tasks, signal));
}
