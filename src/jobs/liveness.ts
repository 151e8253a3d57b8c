import type pg from 'pg';
import type { Services } from '../context.ts';

const SWEEP_MS = 5_000;
/** Beyond a statement's limit: how long a process may take to notice that the database was away, and to hold its locks again. */
const NOTICE_MS = 10_000;
/** First half of our advisory locks' keys: of workers by their ids, and of all that are starting. */
const LOCK_SPACE = 7_266_100;
const STARTING = 7_266_101;

interface Liveness {
  /** Starts a worker, which may take jobs before it has its lock. Meanwhile no worker is taken for dead. */
  starting<Started>(start: () => Promise<Started>): Promise<Started>;
  isAlive(workerId: string): void;
  isGone(workerId: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * graphile-worker releases a dead worker's jobs only after four hours. Here each worker holds an advisory lock, which
 * ends with its process. In the embedded database, jobs taken at startup belong to a dead process.
 */
export async function watchLiveness(services: Services, settle: () => Promise<void>): Promise<Liveness> {
  const { pool, reader, logger, config } = services;
  const alive = new Set<string>();
  let holder: pg.PoolClient | undefined;
  let locking: Promise<void> = Promise.resolve();
  let stopped = false;
  const whenOthersAreBack = () => performance.now() + config.STATEMENT_TIMEOUT_MS + NOTICE_MS;
  /** Until then others may be without their locks. At a start, too: the database may have been away just before. */
  let unsureUntil = whenOthersAreBack();

  function announce(client: pg.PoolClient, workerId: string): Promise<void> {
    const locked = locking.then(() => lock(client, workerId));
    locking = locked.catch(() => {});
    return locked;
  }

  async function hold(): Promise<void> {
    if (reader.embedded || stopped) return;
    const isNew = !holder;
    const client = holder ?? (await pool.connect());
    if (isNew) client.on('error', () => letGo(client));
    holder = client;
    try {
      // A server that is gone without a word is noticed when it is asked something.
      await client.query('SET lock_timeout = 0');
      if (isNew) for (const workerId of alive) await announce(client, workerId);
    } catch (error) {
      // The broken connection keeps its locks until the server notices: the next sweep tries again.
      letGo(client);
      throw error;
    }
  }

  function letGo(client: pg.PoolClient): void {
    if (holder !== client) return;
    holder = undefined;
    unsureUntil = whenOthersAreBack();
    client.release(true);
  }

  async function sweep(): Promise<void> {
    await hold();
    if (!reader.embedded) {
      if (performance.now() >= unsureUntil) await pool.query(FREE_JOBS_OF_DEAD_WORKERS, [LOCK_SPACE, STARTING]);
      await pool.query(FREE_QUEUES);
    }
    await settle();
  }

  if (reader.embedded) await pool.query(FREE_ALL_JOBS);
  let running = sweep();
  await running;
  const timer = setInterval(() => {
    running = running.then(sweep).catch((error: unknown) => {
      if (!stopped) logger.warn({ err: error }, 'jobs of dead workers could not be looked for');
    });
  }, SWEEP_MS);
  timer.unref();

  return {
    async starting(start) {
      const client = holder;
      await client?.query('SELECT pg_advisory_lock_shared($1, 0)', [STARTING]);
      try {
        return await start();
      } finally {
        await locking;
        // A connection that was lost has no locks.
        await client?.query('SELECT pg_advisory_unlock_shared($1, 0)', [STARTING]).catch(() => {});
      }
    },
    isAlive(workerId) {
      alive.add(workerId);
      if (!holder) return;
      announce(holder, workerId).catch((error: unknown) => {
        logger.warn({ err: error }, 'a worker could not be announced');
      });
    },
    async isGone(workerId) {
      alive.delete(workerId);
      await pool.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1::text])', [workerId]);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      await locking;
      // The locks end with the connection.
      holder?.release(true);
    },
  };
}

async function lock(client: pg.PoolClient, workerId: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_SPACE, workerId]);
}

/** A lock that can be taken belongs to no living worker. While one is starting nothing is freed. */
const FREE_JOBS_OF_DEAD_WORKERS = `
  WITH takers AS MATERIALIZED (
    SELECT DISTINCT locked_by FROM graphile_worker._private_jobs
    WHERE locked_by IS NOT NULL AND pg_try_advisory_xact_lock($2, 0)
  ), dead AS MATERIALIZED (
    SELECT locked_by FROM takers WHERE pg_try_advisory_xact_lock($1, hashtext(locked_by))
  )
  SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM dead HAVING count(*) > 0`;

/**
 * A worker unlocks a queue with its job, unless the job was freed and taken by another meanwhile: then the queue is locked by one
 * that has none of its jobs.
 */
const FREE_QUEUES = `
  UPDATE graphile_worker._private_job_queues q SET locked_by = NULL, locked_at = NULL
  WHERE q.locked_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id AND j.locked_by = q.locked_by)`;

const FREE_ALL_JOBS = `
  SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
  FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL HAVING count(*) > 0`;
