import pg from 'pg';
import { databaseTime } from './process-usage.ts';

const BATCH = 500;

/**
 * The floor: as few statements as claiming, counting and storing take. No text, link, route, window, price, lease or log,
 * and nobody can stop it. Messages per second, and microseconds of processor time a message, the database's included.
 */
export async function handWrittenLoop(
  url: string,
  teamId: string,
  size: number,
  lanes: number,
): Promise<{ rate: number; micros: number }> {
  const pool = new pg.Pool({ connectionString: url, max: lanes });
  try {
    await pool.query('DROP TABLE IF EXISTS loop_queue, loop_limits');
    await pool.query(
      `CREATE TABLE loop_queue (id uuid PRIMARY KEY, contact_id uuid NOT NULL, status text NOT NULL DEFAULT 'queued',
         provider_id text, sent_at timestamptz)`,
    );
    await pool.query('CREATE TABLE loop_limits (contact_id uuid PRIMARY KEY, day date NOT NULL, count int NOT NULL)');
    await pool.query(
      `INSERT INTO loop_queue (id, contact_id) SELECT gen_random_uuid(), id FROM contacts WHERE team_id = $1`,
      [teamId],
    );
    await pool.query(`CREATE INDEX ON loop_queue (id) WHERE status = 'queued'`);
    await pool.query('VACUUM ANALYZE loop_queue');
    const ours = () =>
      process.cpuUsage().user + process.cpuUsage().system + databaseTime(new URL(url).pathname.slice(1)) * 1_000;
    const before = ours();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: lanes }, () => lane(pool)));
    const seconds = (performance.now() - startedAt) / 1_000;
    const used = ours() - before;
    const { rows } = await pool.query(`SELECT count(*)::int AS count FROM loop_queue WHERE status = 'accepted'`);
    if (rows[0].count !== size) throw new Error(`The loop sent ${rows[0].count} of ${size}.`);
    return { rate: size / seconds, micros: used / size };
  } finally {
    await pool.query('DROP TABLE IF EXISTS loop_queue, loop_limits');
    await pool.end();
  }
}

async function lane(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ id: string }>(
      `WITH due AS MATERIALIZED (
         SELECT id, contact_id FROM loop_queue WHERE status = 'queued' ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ), counted AS (
         INSERT INTO loop_limits AS l (contact_id, day, count) SELECT contact_id, current_date, 1 FROM due
         ON CONFLICT (contact_id) DO UPDATE SET count = CASE WHEN l.day = current_date THEN l.count ELSE 0 END + 1,
           day = current_date
         WHERE l.day <> current_date OR l.count < 3 RETURNING contact_id)
       UPDATE loop_queue q SET status = 'sending' FROM due JOIN counted USING (contact_id) WHERE q.id = due.id RETURNING q.id`,
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await pool.query(
      `UPDATE loop_queue q SET status = 'accepted', provider_id = x.provider_id, sent_at = now()
       FROM unnest($1::uuid[], $2::text[]) x(id, provider_id) WHERE q.id = x.id`,
      [ids, ids.map((id) => `p-${id}`)],
    );
  }
}
