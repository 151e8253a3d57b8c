import { type TaskList as GraphileTasks, type Job, Logger, runMigrations } from 'graphile-worker';
import type { Services } from '../context.ts';
import { failureOf, isNodeAway } from '../database/failures.ts';
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
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(queueOptions(services));
  } finally {
    client.release(true);
  }
}

/** How long a job rests whose team could not be reached, beside graphile-worker's own pause. */
const REST_SECONDS = 5;

/**
 * That the node of a team is away is no failure of the job: the attempt does not count, and others go first. A job that may not
 * repeat has other bounds by now.
 */
async function returnAttempt({ db }: Pick<Services, 'db'>, { id, max_attempts: most }: Job): Promise<void> {
  await db.change`UPDATE graphile_worker._private_jobs
    SET attempts = attempts - 1, run_at = now() + make_interval(secs => ${REST_SECONDS}::int)
    WHERE id = ${id}::bigint AND max_attempts = ${most}::smallint AND locked_at IS NOT NULL`.catch(() => {});
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
          if (isNodeAway(error)) await returnAttempt(services, job);
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
