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
  for (const [name, { giveUp }] of Object.entries(tasks)) {
    if (!giveUp) continue;
    const kept: string[] = [];
    for (;;) {
      let id: string | undefined;
      try {
        await db.transaction(async (tx) => {
          const job = await lockDeadJob(tx, name, kept);
          if (!job) return;
          id = job.id;
          await giveUp(tx, job.payload, services);
          await tx.change`DELETE FROM graphile_worker._private_jobs WHERE id = ${job.id}`;
        });
      } catch (error) {
        // The database has failed, and would fail for the others, too. With a job, its team's node may be what is away.
        if (id === undefined) throw error;
        kept.push(id);
        const level = failureOf(error)?.code === 'UNAVAILABLE' ? 'warn' : 'error';
        logger[level]({ err: error, task: name, job: id }, 'a job could not be given up');
      }
      if (id === undefined) break;
      if (!kept.includes(id)) logger.warn({ task: name, job: id }, 'a job is given up');
    }
  }
}

async function lockDeadJob(
  tx: Tx,
  name: string,
  kept: readonly string[],
): Promise<{ id: string; payload: unknown } | undefined> {
  const job = await tx.row<{ id: string; payload: unknown }>`
    SELECT j.id, j.payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = ${name} AND j.attempts >= j.max_attempts AND j.locked_at IS NULL
      AND j.id <> ALL(${kept}::bigint[])
    ORDER BY j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED`;
  return job;
}
