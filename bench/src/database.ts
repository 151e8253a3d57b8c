import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

interface ProductDatabase {
  openDatabase(options: { url: string }): Promise<{ close(): Promise<void> }>;
}

interface Migrator {
  migrate(database: unknown): Promise<string[]>;
}

const built = <T>(root: string, file: string): Promise<T> => import(pathToFileURL(join(root, 'dist/src', file)).href);

/** A database of our own on the server, with the product's tables. */
export async function createDatabase(serverUrl: string, root: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `bench_${process.pid}_${Date.now().toString(36)}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
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

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
