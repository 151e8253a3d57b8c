import type { Tx } from '../database/transaction.ts';

export interface NewJob {
  /** Name in tasks.ts. */
  task: string;
  payload: Record<string, unknown>;
  /** At most one job of a key waits. A new one replaces it. */
  key?: string;
  /** Jobs of a queue run one after the other, by `runAt`. Names are kept forever: see {@link queueOf}. */
  queue?: string;
  /** Most attempts, with growing pauses in between. */
  maxAttempts?: number;
  runAt?: Date;
}

/**
 * Adds a job to the queue in the caller's transaction: it exists if the change that causes it does. The key of a running job is
 * free, so a running job may add its own successor.
 */
export async function addJob(tx: Tx, job: NewJob): Promise<void> {
  await tx.rows`SELECT graphile_worker.add_job(
    identifier => ${job.task}::text,
    payload => ${JSON.stringify(job.payload)}::json,
    queue_name => ${job.queue ?? null}::text,
    run_at => ${job.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? null}::int,
    job_key => ${job.key ?? null}::text)`;
}

/** Removes a waiting job in the caller's transaction. A running job continues. */
export async function removeJob(tx: Tx, key: string): Promise<void> {
  await tx.rows`SELECT graphile_worker.remove_job(${key}::text)`;
}

const QUEUES = 64;

/**
 * The queue for all jobs about one thing, so that they run in order. Things share a fixed number of queues, because queue names
 * are rows that stay.
 */
export function queueOf(kind: string, thing: string): string {
  let hash = 0;
  for (let at = 0; at < thing.length; at += 1) hash = (hash * 31 + thing.charCodeAt(at)) >>> 0;
  return `${kind}:${hash % QUEUES}`;
}
