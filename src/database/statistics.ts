import type { Db } from './transaction.ts';

/**
 * Gives PostgreSQL statistics of tables that it never counted, or that are ten times larger since. Our statements are bounded
 * without them. Those that check foreign keys are PostgreSQL's own: planned while a table or the partition of a new month is nearly
 * empty, they may take any index that begins with the team, keep that plan, and read all of the team's rows for each new one.
 * Autovacuum comes a minute later, and the embedded database has none. On Citus the rows are on the workers, where autovacuum has
 * to do.
 */
export async function analyzeGrown(db: Db): Promise<void> {
  const grown = await db.rows<{ name: string }>`
    SELECT /* across teams: statistics of a table */ oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace)
      AND pg_relation_size(oid) > 10::bigint * relpages * current_setting('block_size')::int`;
  for (const { name } of grown)
    await db.query(`ANALYZE /* across teams: statistics of a table */ (SKIP_LOCKED) ${name}`);
}
