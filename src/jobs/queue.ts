import { type TaskList as GraphileTasks, Logger, runMigrations } from 'graphile-worker';
import type { Services } from '../context.ts';
import { failureOf } from '../database/failures.ts';
import { outOfScope } from '../database/scope.ts';
import { AppError } from '../errors.ts';
import { continueTrace } from '../trace.ts';
import type { Task } from './task.ts';

export function queueOptions({ pool, reader, logger }: Pick<Services, 'pool' | 'reader' | 'logger'>) {
  return {
    pgPool: pool,
    // All connections share one session of the embedded database, where a statement's name can exist once.
    noPreparedStatements: reader.embedded,
    noHandleSignals: true,
    // About graphile-worker itself; failed jobs are logged where they run.
    logger: new Logger(() => (_level, message) => logger.debug({ component: 'jobs' }, message)),
  };
}

const MIGRATION_LOCK = 7_266_101;

export async function migrateQueue(services: Pick<Services, 'pool' | 'reader' | 'logger'>): Promise<void> {
  // One process and one session: a lock would keep nobody out.
  if (services.reader.embedded) return runMigrations(queueOptions(services));
  const client = await services.pool.connect();
  try {
    // Another process may be migrating, and may take long.
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(queueOptions(services));
  } finally {
    client.release(true);
  }
}

export function graphileTasks(
  services: Services,
  tasks: Readonly<Record<string, Task>>,
  signal: AbortSignal,
): GraphileTasks {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, { job }) => {
        const run = { attempt: job.attempts, maxAttempts: job.max_attempts, signal };
        const trace = continueTrace((payload as { traceId?: unknown } | null)?.traceId);
        const work = () => task.run(services, payload, run);
        const about = { traceId: trace.id, task: name, job: job.id, attempt: job.attempts };
        services.logger.debug(about, 'a job begins');
        const startedAt = performance.now();
        let isDone = false;
        try {
          // Not in the scope of the request that woke the worker.
          await outOfScope(() => (services.spans ? services.spans.job(trace, name, work) : work()));
          isDone = true;
          services.logger.debug({ ...about, ms: Math.round(performance.now() - startedAt) }, 'a job ended');
        } catch (error) {
          // An error meant for callers is no bug: the job waits for what it needs.
          const level = error instanceof AppError ? 'info' : failureOf(error) ? 'warn' : 'error';
          services.logger[level]({ err: error, ...about }, 'a job failed');
          throw error;
        } finally {
          services.metrics?.job(name, isDone, performance.now() - startedAt);
        }
      },
    ]),
  );
}
