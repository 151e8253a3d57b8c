import type { Prisma } from '../generated/prisma/client.ts';

export interface NewJob {
  /** Name in jobs/tasks.ts. */
  task: string;
  payload: Record<string, unknown>;
  /** At most one job of a key waits; a new one takes its place. */
  key?: string;
  /** Jobs of a queue run one after the other, by `runAt`. Names are kept forever: see {@link queueOf}. */
  queue?: string;
  /** Runs at most, with growing pauses between them. */
  maxAttempts?: number;
  runAt?: Date;
}

type Tx = Pick<Prisma.TransactionClient, '$executeRaw'>;

/**
 * Puts a job into the queue as part of the caller's transaction: it exists when the change that causes it does. A key
 * whose job runs at this moment is free again, so a running job may put its own successor there.
 */
export async function addJob(tx: Tx, job: NewJob): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.add_job(
    identifier => ${job.task}::text,
    payload => ${JSON.stringify(job.payload)}::json,
    queue_name => ${job.queue ?? null}::text,
    run_at => ${job.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? null}::int,
    job_key => ${job.key ?? null}::text)`;
}

/** Takes a waiting job back, as part of the caller's transaction. One that runs at this moment runs on. */
export async function removeJob(tx: Tx, key: string): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.remove_job(${key}::text)`;
}

const QUEUES = 64;

/**
 * The queue of everything about one thing, so that it happens in order. Things share a bounded number of queues: the
 * names are rows that stay.
 */
export function queueOf(kind: string, thing: string): string {
  let hash = 0;
  for (let at = 0; at < thing.length; at += 1) hash = (hash * 31 + thing.charCodeAt(at)) >>> 0;
  return `${kind}:${hash % QUEUES}`;
}
