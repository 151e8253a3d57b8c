import { ConfigError } from '../config.ts';
import type { Queryable } from './sql.ts';
import type { Db } from './transaction.ts';

/**
 * Functions that PostgreSQL calls STABLE and that never change for us: labels of enums change by migrations alone, and sessions compute with
 * moments, not with days of a time zone. Citus refuses STABLE functions in RETURNING and in CASE, where Prisma and we use them.
 */
const UNCHANGING = [
  'enum_in(cstring, oid)',
  'enum_out(anyenum)',
  'timestamptz_pl_interval(timestamptz, interval)',
  'timestamptz_mi_interval(timestamptz, interval)',
];

/**
 * Distributes the tables of a Citus coordinator's database by team, and returns the names of those that were not yet. Running it
 * again distributes what has come since. Throws a ConfigError on a server that is no coordinator; nothing is changed then.
 */
export async function distribute(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    await assertCoordinator(tx);
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SET LOCAL lock_timeout = 0');
    for (const name of UNCHANGING) {
      await tx.query(`ALTER FUNCTION pg_catalog.${name} IMMUTABLE`).catch((error: { code?: string }) => {
        throw error.code === '42501' ? new ConfigError('Distributing needs a superuser of PostgreSQL, once.') : error;
      });
    }
    // Tables on all nodes are named by foreign keys of those on shards. Citus then wants one connection to each node.
    await tx.query(`DO $$ BEGIN EXECUTE format(
      'ALTER DATABASE %I SET citus.multi_shard_modify_mode = sequential', current_database()); END $$`);
    return distributeTables(tx);
  });
}

async function assertCoordinator(tx: Queryable): Promise<void> {
  const { rows } = await tx.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (rows.length === 0) {
    throw new ConfigError(
      'This database is on no Citus cluster. CREATE EXTENSION citus in it on each node first; see docs/scale-out.md.',
    );
  }
  const { rows: here } = await tx.query<{ isWorker: boolean }>(
    'SELECT groupid <> 0 AS "isWorker" FROM pg_dist_local_group',
  );
  if (here[0]?.isWorker) {
    throw new ConfigError(
      'This server is a worker of the Citus cluster. Set DATABASE_URL to the coordinator; see docs/scale-out.md.',
    );
  }
  const nodes = await tx.query(`SELECT FROM pg_dist_node WHERE shouldhaveshards AND isactive`);
  if (nodes.rows.length === 0) {
    throw new ConfigError('The coordinator has no workers: add each with citus_add_node first; see docs/scale-out.md.');
  }
}

/** Whether this database is distributed, so that new tables have to be. */
export async function isDistributed(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query<{ known: boolean }>(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS known`);
  if (!rows[0]!.known) return false;
  const teams = await tx.query(`SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('teams')`);
  return teams.rows.length > 0;
}

/** A table that is on the coordinator alone. */
interface LocalTable {
  name: string;
  /** The column that says whose a row is, when it is in the key. */
  team: 'team_id' | 'id' | null;
  /** Read together with what is the teams': every node needs it. */
  isShared: boolean;
}

const LOCAL_TABLES = `
  SELECT c.relname AS name,
    CASE WHEN c.relname = 'teams' THEN 'id' WHEN k.attname IS NOT NULL THEN 'team_id' END AS team,
    t.attname IS NOT NULL OR EXISTS (SELECT FROM pg_constraint f
      WHERE f.contype = 'f' AND c.oid IN (f.conrelid, f.confrelid)) AS "isShared"
  FROM pg_class c
  LEFT JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'team_id'
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  LEFT JOIN pg_attribute k ON k.attrelid = i.indexrelid AND k.attname = 'team_id'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
  ORDER BY c.relname <> 'teams', c.relname`;

export async function tablesToDistribute(tx: Queryable): Promise<LocalTable[]> {
  const { rows } = await tx.query<LocalTable>(LOCAL_TABLES);
  return rows.filter(({ team, isShared }) => team !== null || isShared);
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid = ANY($1::text[]::regclass[])`;

/**
 * Every node gets the tables that are everybody's, and each team's rows of all others lie on one node. Foreign keys are left out
 * meanwhile: Citus would keep the tables that one links together, on the coordinator.
 */
export async function distributeTables(tx: Queryable): Promise<string[]> {
  await tx.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
  const tables = await tablesToDistribute(tx);
  const names = tables.map(({ name }) => name);
  const { rows: keys } = await tx.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS, [names]);
  for (const { table, name } of keys) await tx.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name, team } of tables) {
    if (team === null) {
      await tx.query('SELECT create_reference_table($1)', [name]);
      continue;
    }
    if (name === 'teams') await tx.query(`SELECT create_distributed_table('teams', 'id')`);
    else await tx.query(`SELECT create_distributed_table($1, $2, colocate_with => 'teams')`, [name, team]);
    // Citus copies the rows to the shards and leaves the old ones, which nobody can read any more.
    await tx.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
  }
  for (const { table, name, definition } of keys) {
    await tx.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  return names;
}
