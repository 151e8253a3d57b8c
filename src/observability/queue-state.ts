import type pg from 'pg';

interface QueueState {
  waiting: number;
  /** Including those put back after a failure. */
  scheduled: number;
  running: number;
  failed: number;
  /** 0 when none waits. */
  oldestWaitingSeconds: number;
}

export async function readQueueState(pool: pg.Pool): Promise<QueueState> {
  const { rows } = await pool.query<QueueState>(`
    SELECT
      count(*) FILTER (WHERE due AND run_at <= now())::int AS waiting,
      count(*) FILTER (WHERE due AND run_at > now())::int AS scheduled,
      count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE due AND run_at <= now())), 0)::float8
        AS "oldestWaitingSeconds"
    FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AS due FROM graphile_worker._private_jobs) jobs`);
  return rows[0]!;
}
