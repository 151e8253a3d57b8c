import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Services } from '../context.ts';
import { giveUpDeadJobs } from './give-up.ts';
import { watchLiveness } from './liveness.ts';
import { graphileTasks, queueOptions } from './queue.ts';
import { cronItems } from './schedule.ts';
import { tasks as everyTask } from './tasks.ts';

/** Jobs are announced by NOTIFY; this often they are looked for in case an announcement was lost. */
const POLL_MS = 2_000;
/** Between two tries to start again. */
const PAUSE_MS = 1_000;
/** How long running jobs may take to save their progress when the worker stops. */
const STOP_MS = 8_000;

export interface RunningWorker {
  /** Takes no further jobs and waits for the running ones, which hand back what they have not done. */
  stop(): Promise<void>;
}

/**
 * Runs the queue's jobs in this process. Any number of processes share one queue. graphile-worker ends when it cannot
 * write what became of a job, because the database is away: it is then started again.
 */
export async function startWorker(services: Services, tasks = everyTask): Promise<RunningWorker> {
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  const liveness = await watchLiveness(services, async () => {
    await giveUpDeadJobs(services, tasks);
    for (const [name, task] of Object.entries(tasks)) {
      await task.settle?.(services).catch((error: unknown) => {
        services.logger.error({ err: error, task: name }, 'a task could not settle what its jobs left');
      });
    }
  });
  // Jobs are locked in the name of the pool, not of its workers.
  let pool = '';
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool.id;
    liveness.isAlive(pool);
  });
  const start = () =>
    run(
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
    );
  let runner = await start().catch(async (error: unknown) => {
    await liveness.stop();
    throw error;
  });
  const ended = keepRunning();

  async function keepRunning(): Promise<void> {
    for (;;) {
      const error: unknown = await runner.promise.catch((reason: unknown) => reason);
      if (stopping.signal.aborted) return;
      services.logger.warn({ err: error }, 'the worker ended and is started again');
      const next = await startAgain();
      if (!next) return;
      runner = next;
    }
  }

  /** Null when it has to stop meanwhile. */
  async function startAgain(): Promise<Runner | null> {
    const { signal } = stopping;
    for (;;) {
      await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return null;
      try {
        await liveness.isGone(pool);
        const next = await start();
        if (!signal.aborted) return next;
        await next.stop();
        return null;
      } catch (error) {
        services.logger.warn({ err: error }, 'the worker could not be started again');
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      // It may have ended by itself.
      await runner.stop().catch(() => {});
      await ended;
      await liveness.stop();
    },
  };
}
