import { type TaskList as GraphileTasks, Logger, runMigrations } from 'graphile-worker';
import type { Services } from '../context.ts';
import type { Task } from './task.ts';

/** What graphile-worker is told everywhere. */
export function queueOptions({ pool, reader, logger }: Pick<Services, 'pool' | 'reader' | 'logger'>) {
  return {
    pgPool: pool,
    // The embedded database is one session for all connections, in which a statement's name exists once.
    noPreparedStatements: reader.embedded,
    noHandleSignals: true,
    // Worker's messages are about itself; what a failed job means is logged where it runs.
    logger: new Logger(() => (_level, message) => logger.debug({ component: 'jobs' }, message)),
  };
}

/** The queue's tables, in a schema of their own. Processes that start together settle between them who makes them. */
export async function migrateQueue(services: Pick<Services, 'pool' | 'reader' | 'logger'>): Promise<void> {
  await runMigrations(queueOptions(services));
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
        try {
          await task.run(services, payload, run);
        } catch (error) {
          services.logger.error({ err: error, task: name, job: job.id, attempt: job.attempts }, 'a job failed');
          throw error;
        }
      },
    ]),
  );
}
