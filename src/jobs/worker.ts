import { EventEmitter } from 'node:events';
import { run, type WorkerEvents } from 'graphile-worker';
import type { Services } from '../context.ts';
import { giveUpDeadJobs } from './give-up.ts';
import { watchLiveness } from './liveness.ts';
import { graphileTasks, queueOptions } from './queue.ts';
import { cronItems } from './schedule.ts';
import { tasks as everyTask } from './tasks.ts';

/** Jobs are announced by NOTIFY; this often they are looked for in case an announcement was lost. */
const POLL_MS = 2_000;
/** How long running jobs may take to save their progress when the worker stops. */
const STOP_MS = 8_000;

export interface RunningWorker {
  /** Takes no further jobs and waits for the running ones, which hand back what they have not done. */
  stop(): Promise<void>;
}

/** Runs the queue's jobs in this process. Any number of processes share one queue. */
export async function startWorker(services: Services, tasks = everyTask): Promise<RunningWorker> {
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  const liveness = await watchLiveness(services, async () => {
    await giveUpDeadJobs(services, tasks);
    for (const task of Object.values(tasks)) await task.settle?.(services);
  });
  // Jobs are locked in the name of the pool, not of its workers.
  events.on('pool:create', ({ workerPool }) => liveness.isAlive(workerPool.id));
  const runner = await run(
    {
      ...queueOptions(services),
      events,
      concurrency: services.config.WORKER_CONCURRENCY,
      pollInterval: POLL_MS,
      gracefulShutdownAbortTimeout: STOP_MS,
      parsedCronItems: cronItems(),
      // Without batches graphile-worker does not wait for what it writes about the last jobs when it stops.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    graphileTasks(services, tasks, stopping.signal),
  ).catch(async (error: unknown) => {
    await liveness.stop();
    throw error;
  });
  runner.promise.catch((error: unknown) => services.logger.error({ err: error }, 'the worker stopped'));

  return {
    async stop() {
      stopping.abort();
      await runner.stop();
      await runner.promise.catch(() => {});
      await liveness.stop();
    },
  };
}
