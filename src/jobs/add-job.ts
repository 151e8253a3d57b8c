import type { Prisma } from '../generated/prisma/client.ts';

export interface NewJob {
  /** Name in jobs/tasks.ts. */
  task: string;
  payload: Record<string, unknown>;
  /** At most one job of a key waits; a new one takes its place. */
  key?: string;
  /** Runs at most, with growing pauses between them. */
  maxAttempts?: number;
  runAt?: Date;
}

/**
 * Puts a job into the queue as part of the caller's transaction: it exists when the change that causes it does. A key
 * whose job runs at this moment is free again, so a running job may put its own successor there.
 */
export async function addJob(tx: Pick<Prisma.TransactionClient, '$executeRaw'>, job: NewJob): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.add_job(
    identifier => ${job.task}::text,
    payload => ${JSON.stringify(job.payload)}::json,
    run_at => ${job.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? null}::int,
    job_key => ${job.key ?? null}::text)`;
}
