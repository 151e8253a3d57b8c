import type { Services } from '../context.ts';
import { failureOf } from '../database/failures.ts';
import type { Tx } from '../database/transaction.ts';
import type { Task } from './task.ts';

/** Several processes may run this at once. A job that cannot be given up stays for the next time. */
export async function giveUpDeadJobs(
  services: Pick<Services, 'db' | 'logger' | 'tokenKeys' | 'now'>,
  tasks: Readonly<Record<string, Task>>,
): Promise<void> {
  const { db, logger } = services;
  const names = Object.keys(tasks).filter((name) => tasks[name]!.giveUp);
  const kept: string[] = [];
  for (;;) {
    let found: DeadJob | undefined;
    try {
      await db.transaction(async (tx) => {
        const job = await lockDeadJob(tx, names, kept);
        if (!job) return;
        found = job;
        await tasks[job.name]!.giveUp!(tx, job.payload, services);
        await tx.change`DELETE FROM graphile_worker._private_jobs WHERE id = ${job.id}`;
      });
    } catch (error) {
      // The database has failed, and would fail for the others, too. With a job, its team's node may be what is away.
      if (!found) throw error;
      kept.push(found.id);
      const level = failureOf(error)?.code === 'UNAVAILABLE' ? 'warn' : 'error';
      logger[level]({ err: error, task: found.name, job: found.id }, 'a job could not be given up');
    }
    if (!found) return;
    if (!kept.includes(found.id)) logger.warn({ task: found.name, job: found.id }, 'a job is given up');
  }
}

interface DeadJob {
  id: string;
  name: string;
  payload: unknown;
}

const lockDeadJob = (tx: Tx, names: readonly string[], kept: readonly string[]): Promise<DeadJob | undefined> =>
  tx.row<DeadJob>`
    SELECT j.id, t.identifier AS name, j.payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = ANY(${names}::text[]) AND j.attempts >= j.max_attempts AND j.locked_at IS NULL
      AND j.id <> ALL(${kept}::bigint[])
    ORDER BY j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED`;
