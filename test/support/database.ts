import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inject } from 'vitest';
import type { Services } from '../../src/context.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/client.ts';
import { type Db, dbOn } from '../../src/database/transaction.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { databaseUrl, withServer } from './server-template.ts';

/**
 * A migrated database with what `prepareTemplate` put in, usually one per test file: `const database = await
 * openTestDatabase(); afterAll(() => database.close());`
 */
export async function openTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const from = inject('databaseTemplate');
  if (from.kind === 'embedded') return openDatabase({ ...options, template: await readFile(from.path) });

  return openDatabase({ ...options, url: await createServerDatabase(from.template) });
}

/** The URL of an empty database, or of a copy of `template`, on the server of TEST_DATABASE_URL. It is dropped when its file or the run ends. */
export async function createServerDatabase(template = 'template1'): Promise<string> {
  const from = inject('databaseTemplate');
  if (from.kind !== 'server') throw new Error('This test needs TEST_DATABASE_URL.');
  const name = `${from.prefix}${randomUUID().slice(0, 8)}`;
  await withServer(from.url, async (client) => {
    // Where nothing is synced, copying the files takes a third of the processor time that writing each page to the log does.
    const { rows: synced } = await client.query<{ fsync: string }>('SHOW fsync');
    const isSynced = synced[0]!.fsync !== 'off';
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${isSynced ? 'wal_log' : 'file_copy'}`);
    if (!isSynced) inMemory.push({ server: from.url, name });
    // Copies omit the template's settings.
    const { rows } = await client.query<{ setting: string }>(
      `SELECT unnest(s.setconfig) AS setting FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
       WHERE d.datname = $1 AND s.setrole = 0`,
      [template],
    );
    for (const { setting } of rows) await client.query(`ALTER DATABASE ${name} SET ${setting}`);
  });
  return databaseUrl(from.url, name);
}

const inMemory: { server: string; name: string }[] = [];

/** When a file of tests has ended: what is not synced is mostly in memory. With a disk each would wait seconds for a checkpoint. */
export async function dropDatabasesInMemory(): Promise<void> {
  for (const { server, name } of inMemory.splice(0))
    await withServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** A `Db` over connections that a test stops, breaks or counts. */
export const dbOver = (
  { services }: { services: Pick<Services, 'db'> },
  pool: Pick<pg.Pool, 'query' | 'connect'>,
): Db => dbOn(pool, services.db.prisma as PrismaClient);

/** Of what is sent to a client of pg. */
export const textOf = (statement: string | pg.QueryConfig): string =>
  typeof statement === 'string' ? statement : statement.text;

/** Until so many connections to the database wait for a lock. */
export async function untilWaiting({ pool }: { pool: Pick<pg.Pool, 'query'> }, count: number): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await pool.query(waiting)).rowCount! < count) await pause(5);
}

/** Connections on which something happens once, before the first statement like this is sent. */
export function meanwhile(
  { services: { pool } }: { services: Pick<Services, 'pool'> },
  like: RegExp,
  happens: () => Promise<unknown>,
): pg.Pool {
  let happened: Promise<unknown> | undefined;
  const connect = async () => {
    const client = await pool.connect();
    let ready: Promise<unknown> = Promise.resolve();
    const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
      if (like.test(textOf(statement))) ready = ready.then(() => (happened ??= happens()));
      return ready.then(() => client.query(statement as string, values));
    };
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  return Object.assign(Object.create(pool) as pg.Pool, { connect });
}

const CONTROL = /^(BEGIN|COMMIT|ROLLBACK)$/;

/** Connections on which statements fail as those of a team do while the node of a cluster that has its rows is away. */
export function failingPool(
  { services: { pool } }: { services: Pick<Services, 'pool'> },
  isAway: (sql: string) => boolean,
): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
      const sql = textOf(statement);
      if (isAway(sql) && !CONTROL.test(sql))
        throw Object.assign(new Error('connection to the remote node failed'), { code: '08006' });
      return client.query(statement as string, values);
    };
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  return Object.assign(Object.create(pool) as pg.Pool, { connect, query: pool.query.bind(pool) });
}
