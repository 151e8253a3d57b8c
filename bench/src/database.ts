import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { Options } from './options.ts';

interface ProductDatabase {
  openDatabase(options: { url: string }): Promise<{ prisma: unknown; close(): Promise<void> }>;
}

interface Migrator {
  migrate(database: unknown): Promise<string[]>;
}

const built = <T>(root: string, file: string): Promise<T> => import(pathToFileURL(join(root, 'dist/src', file)).href);

/** A database of our own on the server, with the product's tables. */
export async function createDatabase({
  databaseUrl: serverUrl,
  root,
  randomPageCost,
}: Pick<Options, 'databaseUrl' | 'root' | 'randomPageCost'>): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `bench_${process.pid}_${Date.now().toString(36)}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  if (randomPageCost)
    await onServer(serverUrl, `ALTER DATABASE ${name} SET random_page_cost = ${Number(randomPageCost)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  try {
    const { openDatabase } = await built<ProductDatabase>(root, 'database/client.js');
    const { migrate } = await built<Migrator>(root, 'database/migrate.js');
    const database = await openDatabase({ url: url.href });
    await migrate(database).finally(() => database.close());
  } catch (error) {
    await drop();
    throw error;
  }
  return { url: url.href, drop };
}

/** The same on a Citus cluster: a database on each node, its tables distributed by team. */
export async function createCluster({
  databaseUrl: coordinatorUrl,
  root,
  citus: workers,
}: Pick<Options, 'databaseUrl' | 'root' | 'citus'>): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `bench_${process.pid}_${Date.now().toString(36)}`;
  const coordinator = new URL(coordinatorUrl);
  const nodes = [coordinator.host, ...workers].map((host) => Object.assign(new URL(coordinatorUrl), { host }).href);
  const within = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const url = within(coordinatorUrl);
  const drop = async () => {
    for (const node of nodes) await onServer(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  try {
    for (const node of nodes) {
      await onServer(node, `CREATE DATABASE ${name}`);
      await onServer(within(node), 'CREATE EXTENSION citus');
    }
    await onServer(url, `SELECT citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port || 5432})`);
    for (const worker of workers) {
      const [host, port = 5432] = worker.split(':');
      await onServer(url, `SELECT citus_add_node('${host}', ${port})`);
    }
    execFileSync(process.execPath, [join(root, 'dist/src/bin/distribute.js')], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, TOKEN_KEY: '0'.repeat(64), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    await drop();
    throw error;
  }
  return { url, drop };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** What the import is compared with, by name alone: the product's types are not the bench's. */
interface Prisma {
  contact: { create(args: object): Promise<unknown>; deleteMany(args: object): Promise<unknown> };
  tag: { upsert(args: object): Promise<unknown> };
}

/** The product's own Prisma client. */
export async function openPrisma(url: string, root: string): Promise<{ prisma: Prisma; close(): Promise<void> }> {
  const { openDatabase } = await built<ProductDatabase>(root, 'database/client.js');
  const { prisma, close } = await openDatabase({ url });
  return { prisma: prisma as Prisma, close };
}
