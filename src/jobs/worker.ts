import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Services } from '../context.ts';
import { giveUpDeadJobs } from './give-up.ts';
import { watchLiveness } from './liveness.ts';
import { graphileTasks, queueOptions } from './queue.ts';
import { cronItems } from './schedule.ts';
import type { Task } from './task.ts';

/** For jobs whose NOTIFY was lost. */
const POLL_MS = 2_000;
const PAUSE_MS = 1_000;
const STOP_MS = 8_000;

export interface RunningWorker {
  stop(): Promise<void>;
}

/**
 * Runs the queue's jobs in this process. Any number of processes share one queue. graphile-worker ends when the database is away
 * and it cannot write the result of a job. It is then started again.
 */
export async function startWorker(services: Services, tasks: Readonly<Record<string, Task>>): Promise<RunningWorker> {
  const stopping = new AbortController();
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
  async function start(): Promise<Run> {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      pool = workerPool.id;
      liveness.isAlive(pool);
    });
    const lost = cannotWrite(events);
    const begin = () =>
      run(
        {
          ...queueOptions(services),
          events,
          concurrency: services.config.WORKER_CONCURRENCY,
          pollInterval: POLL_MS,
          gracefulShutdownAbortTimeout: STOP_MS,
          parsedCronItems: cronItems(),
          // Otherwise graphile-worker does not wait for the last jobs' results when it stops.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        },
        graphileTasks(services, tasks, stopping.signal),
      );
    const runner = await liveness.starting(begin);
    const ended = runner.promise.catch((reason: unknown) => reason);
    return { runner, ended: Promise.race([ended, lost]) };
  }
  let running = await start().catch(async (error: unknown) => {
    await liveness.stop();
    throw error;
  });
  const ended = keepRunning();

  async function keepRunning(): Promise<void> {
    for (;;) {
      const error = await running.ended;
      await stopped(running);
      if (stopping.signal.aborted) return;
      services.logger.warn({ err: error }, 'the worker ended and is started again');
      const next = await startAgain();
      if (!next) return;
      running = next;
    }
  }

  async function startAgain(): Promise<Run | null> {
    const { signal } = stopping;
    for (;;) {
      await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return null;
      try {
        await liveness.isGone(pool);
        const next = await start();
        if (!signal.aborted) return next;
        await stopped(next);
        return null;
      } catch (error) {
        services.logger.warn({ err: error }, 'the worker could not be started again');
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      await stopped(running);
      await ended;
      await liveness.stop();
    },
  };
}

interface Run {
  runner: Runner;
  ended: Promise<unknown>;
}

async function stopped({ runner, ended }: Run): Promise<void> {
  const stop = runner.stop().catch(() => {});
  await Promise.race([stop, ended]);
}

/** When two writes of job results fail at once, graphile-worker 0.17 miscounts and its run never ends. */
async function cannotWrite(events: WorkerEvents): Promise<unknown> {
  const error = once(events, 'pool:fatalError').then(([about]) => (about as { error: unknown }).error);
  const ends = ['pool:gracefulShutdown:complete', 'pool:forcefulShutdown:complete', 'pool:forcefulShutdown:error'];
  await Promise.race(ends.map((name) => once(events, name)));
  return error;
}
