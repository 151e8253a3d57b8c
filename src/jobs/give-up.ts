import type { Services } from '../context.ts';
import type { Task } from './task.ts';

/**
 * Jobs without an attempt left stay in the queue and never run again: this is where their tasks say what becomes of
 * what they were about. Any number of processes may look at once; each job is one process's.
 */
export async function giveUpDeadJobs({ db }: Services, tasks: Readonly<Record<string, Task>>): Promise<void> {
  for (const [name, { giveUp }] of Object.entries(tasks)) {
    if (!giveUp) continue;
    let found = true;
    while (found) {
      found = await db.$transaction(async (tx) => {
        const [job] = await tx.$queryRaw<{ id: bigint; payload: unknown }[]>`
          SELECT j.id, j.payload FROM graphile_worker._private_jobs j
          JOIN graphile_worker._private_tasks t ON t.id = j.task_id
          WHERE t.identifier = ${name} AND j.attempts >= j.max_attempts AND j.locked_at IS NULL
          LIMIT 1 FOR UPDATE OF j SKIP LOCKED`;
        if (!job) return false;
        await giveUp(tx, job.payload);
        await tx.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE id = ${job.id}`;
        return true;
      });
    }
  }
}
