import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createServerDatabase } from '../support/database.ts';

let folder: string;
let database: Database;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbound-migrations-'));
  database = await openEmpty();
});

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => cleanupTemplate?.());

test('migrations are applied in order, once, and leave what Prisma leaves', async () => {
  write('20260102000000_second', 'ALTER TABLE things ADD COLUMN name text;');
  write('20260101000000_first', 'CREATE TABLE things (id int); INSERT INTO things VALUES (1);');

  const begun: [migration: string, tables: number][] = [];
  const seen: string[] = [];
  database.observe((sql) => seen.push(sql));
  const applied = await migrate(database, folder, (name) =>
    begun.push([name, seen.filter((sql) => sql.includes('TABLE things')).length]),
  );
  expect(applied).toEqual(['20260101000000_first', '20260102000000_second']);
  // Each is told before it runs.
  expect(begun).toEqual([
    ['20260101000000_first', 0],
    ['20260102000000_second', 1],
  ]);
  expect((await database.pool.query('SELECT * FROM things')).rows).toEqual([{ id: 1, name: null }]);
  const { rows } = await database.pool.query(
    `SELECT migration_name, checksum, logs, rolled_back_at, applied_steps_count, length(id) AS id_length,
       finished_at >= started_at AS finished FROM _prisma_migrations ORDER BY started_at`,
  );
  expect(rows).toEqual([
    {
      migration_name: '20260101000000_first',
      checksum: 'e3f6fd0017d205a5208370333fd62e7fe8cf12f8217326866f03b284bd8a8f57',
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      id_length: 36,
      finished: true,
    },
    {
      migration_name: '20260102000000_second',
      checksum: '0f5b301a460ca6217bd6caf38b843da6ba0490ccde347a270df0a124dd258bf4',
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      id_length: 36,
      finished: true,
    },
  ]);
});

test('a start that has nothing to apply costs one query', async () => {
  write('20260101000000_first', 'CREATE TABLE things (id int);');
  await migrate(database, folder);
  const seen: string[] = [];
  database.observe((sql) => seen.push(sql));
  expect(await migrate(database, folder)).toEqual([]);
  expect(seen).toEqual([
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  ]);
});

test('functions with semicolons and quotes in their bodies arrive whole', async () => {
  write(
    '20260101000000_function',
    `CREATE FUNCTION answer() RETURNS int LANGUAGE plpgsql AS $$ DECLARE a int := 41; BEGIN a := a + 1; RETURN a; END; $$;
     SELECT 'a;b';`,
  );
  await migrate(database, folder);
  expect((await database.pool.query('SELECT answer()')).rows).toEqual([{ answer: 42 }]);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  write('20260101000000_first', 'CREATE TABLE things (id int);');
  write('20260102000000_broken', 'CREATE TABLE others (id int); SELECT 1 / 0;');
  await expect(migrate(database, folder)).rejects.toThrow('Migration 20260102000000_broken failed: division by zero');
  const { rows } = await database.pool.query(
    "SELECT to_regclass('things') IS NOT NULL AS things, to_regclass('others') IS NOT NULL AS others",
  );
  expect(rows).toEqual([{ things: true, others: false }]);

  write('20260102000000_broken', 'CREATE TABLE others (id int);');
  expect(await migrate(database, folder)).toEqual(['20260102000000_broken']);
});

test('a changed migration, an unknown one and an unfinished one are refused by name', async () => {
  write('20260101000000_first', 'CREATE TABLE things (id int);');
  await migrate(database, folder);

  write('20260101000000_first', 'CREATE TABLE things (id bigint);');
  await expect(migrate(database, folder)).rejects.toThrow(
    'Migration 20260101000000_first was changed after it was applied. This database was made by a build before 0.1.0, which cannot be upgraded, or the file was edited. To keep the data, go on with the build that made it, or take what you need with pg_dump and import it into a new database. To begin anew, point DATABASE_URL at an empty database or move DATA_DIR away (a demo: npm run demo -- --reset). If you edited the file, restore it and write a new migration.',
  );
  rmSync(join(folder, '20260101000000_first'), { recursive: true });
  write('20260102000000_first_release', 'CREATE TABLE things (id int);');
  await expect(migrate(database, folder)).rejects.toThrow(
    'The database has migration 20260101000000_first of a build before 0.1.0, which cannot be upgraded. To keep the data, go on with the build that made it, or take what you need with pg_dump and import it into a new database. To begin anew, point DATABASE_URL at an empty database or move DATA_DIR away (a demo: npm run demo -- --reset).',
  );
  rmSync(join(folder, '20260102000000_first_release'), { recursive: true });
  await expect(migrate(database, folder)).rejects.toThrow(
    'The database has migration 20260101000000_first, which this version does not know: it was last used by a newer or another one. Start that version, or a newer one.',
  );
  write('20260101000000_first', 'CREATE TABLE things (id int);');
  await database.pool.query('UPDATE _prisma_migrations SET finished_at = NULL');
  await expect(migrate(database, folder)).rejects.toThrow("was begun by Prisma's CLI and never finished");
});

test('two servers that start at once on a new database both come up', async () => {
  write('20260101000000_first', 'CREATE TABLE things (id int); SELECT pg_sleep(0.2);');
  write('20260102000000_second', 'INSERT INTO things VALUES (1);');
  const other = serverUrl === undefined ? database : await openDatabase({ url: serverUrl });
  try {
    const applied = await Promise.all([migrate(database, folder), migrate(other, folder)]);
    expect(applied.flat().sort()).toEqual(['20260101000000_first', '20260102000000_second']);
    expect((await database.pool.query('SELECT * FROM things')).rows).toEqual([{ id: 1 }]);
  } finally {
    if (other !== database) await other.close();
  }
});

let serverUrl: string | undefined;
let cleanupTemplate: (() => Promise<void>) | undefined;
let embedded: Database | undefined;

/** Without any of the product's migrations. The embedded one is emptied, for a new one takes seconds. */
async function openEmpty(): Promise<Database> {
  if (process.env.TEST_DATABASE_URL) {
    serverUrl = await createServerDatabase();
    const opened = await openDatabase({ url: serverUrl });
    cleanups.push(() => opened.close());
    return opened;
  }
  embedded ??= await openDatabase();
  cleanupTemplate = () => embedded!.close();
  await embedded.pool.query('DROP SCHEMA public CASCADE');
  await embedded.pool.query('CREATE SCHEMA public');
  return embedded;
}

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}
