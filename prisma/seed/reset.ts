import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { lockDataDirectory } from 'pglite-pool';
import { ConfigError } from '../../src/config.ts';
import { openDatabase } from '../../src/database/client.ts';
import { DEMO_TEAM_IDS } from './credentials.ts';

/** The database is not one that the demo may fill or empty. */
export class DemoRefusedError extends ConfigError {
  override readonly name = 'DemoRefusedError';
}

/** Deletes the embedded database in `dataDir`, unless a process has it open or it is not the demo's. Returns whether there was one. */
export async function deleteEmbedded(dataDir: string): Promise<boolean> {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(cluster)) return false;
  const { pool, close } = await openDatabase({ dataDir });
  await refuseForeignTeams(pool, true).finally(close);
  const unlock = lockDataDirectory(dataDir);
  try {
    rmSync(cluster, { recursive: true, force: true });
    rmSync(`${cluster}.initialising`, { force: true });
  } finally {
    unlock();
  }
  return true;
}

/**
 * Empties our tables; countries and networks stay. Every table of ours refers to a team or a person, directly or
 * through another one, so CASCADE reaches them all.
 */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  await pool.query('TRUNCATE teams, users, rate_limits CASCADE');
}

/** The demo's people have a published password, and `--reset` deletes everything: not where somebody works. */
export async function refuseForeignTeams(pool: pg.Pool, reset: boolean): Promise<void> {
  // Of a start that was ended before its first migration.
  if ((await pool.query(`SELECT FROM pg_class WHERE oid = to_regclass('teams')`)).rowCount === 0) return;
  const { rows } = await pool.query<{ demo: boolean; count: number }>(
    'SELECT id = ANY($1) AS demo, count(*)::int AS count FROM teams GROUP BY 1',
    [DEMO_TEAM_IDS],
  );
  const foreign = rows.find(({ demo }) => !demo)?.count ?? 0;
  const isDemo = rows.some(({ demo }) => demo);
  if (foreign === 0 || (isDemo && !reset)) return;
  throw new DemoRefusedError(
    reset
      ? `This database has ${foreign} team(s) that the demo did not make, so --reset deletes nothing. Point DATABASE_URL or DATA_DIR elsewhere, or empty this one yourself.`
      : `This database has ${foreign} team(s) and no demo data. The demo's people have a published password, so it fills empty databases only: point DATABASE_URL or DATA_DIR elsewhere.`,
  );
}
