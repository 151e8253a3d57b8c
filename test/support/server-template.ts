import pg from 'pg';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { distribute } from '../../src/database/distribute.ts';
import type { DatabaseTemplate } from './global-setup.ts';
import { prepareTemplate, templateHash } from './template.ts';

const TEMPLATE_PREFIX = 'outbound_template_';
const DATABASE_PREFIX = 'outbound_test_';
const UNUSED_MS = 24 * 60 * 60 * 1000;
/** Runs that start together make the template once. */
const ADVISORY_LOCK = 7_266_001;
const DROPPED_AT_ONCE = 16;

type ServerTemplate = Extract<DatabaseTemplate, { kind: 'server' }>;

export async function serverTemplate(
  url: string,
): Promise<{ template: ServerTemplate; dropDatabases: () => Promise<void> }> {
  const template = `${TEMPLATE_PREFIX}${templateHash()}`;
  const prefix = `${DATABASE_PREFIX}${process.pid}_`;
  await withServer(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await dropLeftovers(client, template);
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rows.length === 0) await create(client, url, template);
    await client.query(`COMMENT ON DATABASE ${template} IS '${new Date().toISOString()}'`);
  });
  return { template: { kind: 'server', url, template, prefix }, dropDatabases: () => dropAll(url, prefix) };
}

/** Under another name until it is complete. */
async function create(client: pg.Client, url: string, template: string): Promise<void> {
  const unfinished = `${template}_unfinished`;
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${unfinished}`);
  const database = await openDatabase({ url: databaseUrl(url, unfinished) });
  try {
    await prepareTemplate(database);
    if (await isCitus(client)) await distributeOnOneNode(database, url);
  } finally {
    await database.close();
  }
  // Tests kill processes, never this server: a commit need not wait for the disk.
  await client.query(`ALTER DATABASE ${unfinished} SET synchronous_commit = off`);
  // Citus has its own process in each database.
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [unfinished]);
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
}

async function isCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ libraries: string }>(
    `SELECT current_setting('shared_preload_libraries') AS libraries`,
  );
  return rows[0]!.libraries.includes('citus');
}

/** One coordinator with all shards, for the rules of a cluster. */
async function distributeOnOneNode({ db, pool }: Database, url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const node = [hostname, Number(port || 5432)];
  await pool.query('CREATE EXTENSION citus');
  await pool.query('SELECT citus_set_coordinator_host($1, $2)', node);
  await pool.query(`SELECT citus_set_node_property($1, $2, 'shouldhaveshards', true)`, node);
  await distribute(db);
}

/** Of dead runs, and templates unused for a day. */
async function dropLeftovers(client: pg.Client, current: string): Promise<void> {
  const { rows } = await client.query<{ name: string; used: string | null }>(
    `SELECT datname AS name, shobj_description(oid, 'pg_database') AS used FROM pg_database
     WHERE datname LIKE 'outbound\\_test\\_%' OR datname LIKE 'outbound\\_template\\_%'`,
  );
  for (const { name, used } of rows) {
    const owner = Number(name.startsWith(DATABASE_PREFIX) ? name.slice(DATABASE_PREFIX.length).split('_')[0] : NaN);
    const old = used !== null && Date.now() - Date.parse(used) > UNUSED_MS;
    const dead = Number.isNaN(owner) ? name !== current && old : !isRunning(owner);
    // Not WITH (FORCE): one in use must stay.
    if (dead) await client.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => {});
  }
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const names = await withServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    return rows.map(({ datname }) => datname);
  });
  // Each waits for a checkpoint, and those dropped at once for the same.
  const dropSome = () =>
    withServer(url, async (client) => {
      for (let name = names.pop(); name; name = names.pop()) {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
    });
  await Promise.all(Array.from({ length: DROPPED_AT_ONCE }, dropSome));
}

export async function withServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
