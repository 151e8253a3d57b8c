import type { Queryable } from './sql.ts';
import type { Db } from './transaction.ts';

/**
 * PostgreSQL is to count nothing of `team_id`. What it counted would say that a team which came since has no rows: any index that
 * begins with the team then seems as good as the one that finds a row, and a look-up reads all of the team. Without, it takes a 200th
 * of the table for any team. Tables whose teams were counted, which only a superuser may undo, and those that Citus has distributed,
 * which it refuses, stay as they are.
 */
export async function leaveTeamsUncounted(tx: Queryable): Promise<void> {
  await tx.query(`DO $$
    DECLARE
      item record;
      distributed oid[];
      is_superuser boolean := current_setting('is_superuser');
    BEGIN
      IF to_regclass('pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT array_agg(logicalrelid::oid) FROM pg_dist_partition' INTO distributed;
      END IF;
      FOR item IN SELECT a.attrelid::regclass AS "table" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE a.attname = 'team_id' AND NOT a.attisdropped AND COALESCE(a.attstattarget, -1) <> 0 AND c.relkind IN ('r', 'p')
          AND c.relnamespace IN ('public'::regnamespace, to_regnamespace('partitions'))
          AND a.attrelid <> ALL (COALESCE(distributed, '{}'))
          AND (is_superuser OR NOT EXISTS (SELECT FROM pg_stats s WHERE (s.schemaname, s.tablename, s.attname) = (c.relnamespace::regnamespace::text, c.relname, 'team_id')))
      LOOP
        EXECUTE format('ALTER TABLE ONLY %s ALTER team_id SET STATISTICS 0', item."table");
      END LOOP;
      IF is_superuser THEN
        DELETE FROM pg_statistic s USING pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE s.starelid = a.attrelid AND s.staattnum = a.attnum AND a.attname = 'team_id'
          AND c.relnamespace IN ('public'::regnamespace, to_regnamespace('partitions'));
      END IF;
    END $$`);
}

/** A 200th of fewer rows is one row or two, which any index of the team seems to find as cheaply. */
const FEW = 400;

/**
 * Gives PostgreSQL statistics of tables that it never counted, or that are ten times larger since; at all larger, where it counted few
 * rows. A queue that was empty when it was counted grows into the pages that it has, so rows count, too: for what seems to be empty
 * any index of the team will do. Our statements are bounded without statistics. Those that check foreign keys are PostgreSQL's own:
 * planned while a table or the partition of a new month is nearly empty, they may take any index that begins with the team, keep that
 * plan, and read all of the team's rows for each new one. Autovacuum comes a minute later, and the embedded database has none. On
 * Citus the rows are on the workers, where autovacuum has to do.
 */
export async function analyzeGrown(db: Db): Promise<void> {
  const grown = await db.rows<{ name: string }>`
    SELECT /* across teams: statistics of a table */ oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace)
      AND (pg_relation_size(oid) > (CASE WHEN reltuples < ${FEW} THEN 1 ELSE 10 END)::bigint * relpages * current_setting('block_size')::int
        OR pg_stat_get_live_tuples(oid) >= greatest(${FEW}::int, 10 * reltuples))`;
  for (const { name } of grown)
    await db.query(`ANALYZE /* across teams: statistics of a table */ (SKIP_LOCKED) ${name}`);
}
