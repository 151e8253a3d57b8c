import type { Services } from '../context.ts';
import type { Tx } from '../database/transaction.ts';

export interface NewJob {
  /** Name in tasks.ts. */
  task: string;
  payload: Record<string, unknown>;
  /** A new job replaces a waiting one with the same key. */
  key?: string;
  /** It takes over the time of the one that it replaces. */
  keepsRunAt?: boolean;
  /** Its jobs run one after the other, by `runAt`. Names are stored forever: see {@link queueOf}. */
  queue?: string;
  maxAttempts?: number;
  runAt?: Date;
}

/** In the caller's transaction. A running job may add its own successor: its key is free. */
export async function addJob(tx: Tx, job: NewJob): Promise<void> {
  await tx.rows`SELECT graphile_worker.add_job(
    identifier => ${job.task}::text,
    payload => ${JSON.stringify(job.payload)}::json,
    queue_name => ${job.queue ?? null}::text,
    run_at => ${job.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? null}::int,
    job_key => ${job.key ?? null}::text,
    job_key_mode => ${job.keepsRunAt ? 'preserve_run_at' : 'replace'}::text)`;
}

export async function removeJob(tx: Tx, key: string): Promise<void> {
  await tx.rows`SELECT graphile_worker.remove_job(${key}::text)`;
}

const QUEUES = 64;

/** Serializes jobs about one thing. Things share a fixed number of queues, because queue names are rows that stay. */
export function queueOf(kind: string, thing: string): string {
  let hash = 0;
  for (let at = 0; at < thing.length; at += 1) hash = (hash * 31 + thing.charCodeAt(at)) >>> 0;
  return `${kind}:${hash % QUEUES}`;
}

/**
 * For a job whose effect must not happen twice: call it, outside of a transaction, right before the effect, and `mayRepeat` when that
 * has failed. Killed in between it does not run again. For jobs of several attempts.
 */
export async function mayNotRepeat({ db }: Pick<Services, 'db'>, key: string): Promise<void> {
  await db.change`UPDATE graphile_worker._private_jobs SET max_attempts = 1
    WHERE key = ${key} AND locked_at IS NOT NULL`;
}

export async function mayRepeat({ db }: Pick<Services, 'db'>, key: string, maxAttempts: number): Promise<void> {
  await db.change`UPDATE graphile_worker._private_jobs SET max_attempts = ${maxAttempts}::smallint
    WHERE key = ${key} AND locked_at IS NOT NULL`;
}
