import { hasGrown } from '../../../database/statistics.ts';
import type { Db } from '../../../database/transaction.ts';

const TABLES = ['webhook_events', 'webhook_deliveries'];

/**
 * Gives PostgreSQL statistics of the tables that are ten times larger than when it last counted them. A connection that first
 * checks a foreign key while the table is nearly empty plans to read all of it, and keeps that plan: each fact of a burst would
 * read every event. Autovacuum would come a minute later. On Citus the rows are on the workers, where autovacuum has to do.
 */
export async function analyzeGrown(db: Db): Promise<void> {
  const grown = await db.rows<{ name: string }>`
    SELECT /* across teams: statistics of a table */ c.oid::regclass::text AS name FROM pg_class c
    WHERE c.oid = ANY(${TABLES}::regclass[])
      AND ${hasGrown}`;
  for (const { name } of grown)
    await db.query(`ANALYZE /* across teams: statistics of a table */ (SKIP_LOCKED) ${name}`);
}
