import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Database } from './client.ts';
import { distributeTables, isDistributed } from './distribute.ts';
import { statementsOf } from './script.ts';
import { allowSilence } from './silence.ts';
import { leaveTeamsUncounted } from './statistics.ts';

/**
 * The migrator of a starting server. Prisma's own (`applyMigrations` of the schema engine) is a development package
 * of several megabytes of WebAssembly, and over `@prisma/adapter-pg` it splits a script at every semicolon, inside
 * function bodies too. What it keeps in `_prisma_migrations` is simple, so this keeps the same: the CLI agrees with it.
 *
 * Unlike Prisma each migration is one transaction together with its row: it is applied or it is not. A script must
 * therefore leave out BEGIN, COMMIT and what cannot be in a transaction (CREATE INDEX CONCURRENTLY).
 */
export type Migration = { name: string; sql: string; checksum: string };

type AppliedRow = { migration_name: string; checksum: string; finished_at: Date | null };

/** Prisma's own lock: a `prisma migrate` at the same time waits too. */
const ADVISORY_LOCK = 72707369;

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

const SELECT_APPLIED =
  'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL';

const INSERT_APPLIED = `INSERT INTO _prisma_migrations
  (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`;

/**
 * Brings the database to the state of `prisma/migrations` and returns what was applied: usually nothing, by one query. `begins` is
 * called before each, as one may take minutes.
 */
export async function migrate(
  database: Pick<Database, 'pool'>,
  folder = migrationsFolder(),
  begins: (migration: string) => void = () => {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const applied = await database.pool.query<AppliedRow>(SELECT_APPLIED).catch((error: { code?: string }) => {
    if (error.code === '42P01') return undefined; // No such table: a new database.
    throw error;
  });
  if (applied !== undefined && pending(migrations, applied.rows).length === 0) return [];

  const names: string[] = [];
  const client = await database.pool.connect();
  allowSilence(client);
  try {
    for (;;) {
      const name = await applyNext(client, migrations, begins);
      if (name === undefined) return names;
      names.push(name);
    }
  } finally {
    client.release(true);
  }
}

/** For a server that only reads: throws when the database lacks a migration. */
export async function assertMigrated({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const [next] = pending(readMigrations(), (await pool.query<AppliedRow>(SELECT_APPLIED)).rows);
  if (next === undefined) return;
  throw new MigrationHistoryError(
    `The database lacks migration ${next.name}, and READ_ONLY applies none. Start a server that writes first; a replica needs a moment to follow.`,
  );
}

/** `noteUnlimited`: of the embedded database, which has limits of its own. */
interface Wire {
  readonly connection: { readonly stream: { noteUnlimited?(): void } };
}

/** One transaction per migration. Each takes the lock and looks anew, so processes starting together may alternate. */
async function applyNext(
  client: pg.PoolClient,
  migrations: Migration[],
  begins: (migration: string) => void,
): Promise<string | undefined> {
  await client.query('BEGIN');
  let running = 'The lock for migrations';
  try {
    // Waiting for another process and rewriting a large table both may take longer than a request may.
    (client as unknown as Wire).connection.stream.noteUnlimited?.();
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL lock_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await client.query(CREATE_TABLE);
    const [next] = pending(migrations, (await client.query<AppliedRow>(SELECT_APPLIED)).rows);
    if (next !== undefined) {
      running = `Migration ${next.name}`;
      const startedAt = new Date();
      begins(next.name);
      await runScript(client, next.sql);
      await client.query(INSERT_APPLIED, [randomUUID(), next.checksum, next.name, startedAt]);
    }
    await client.query('COMMIT');
    return next?.name;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if (error instanceof MigrationHistoryError) throw error;
    throw new Error(`${running} failed: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * On a Citus cluster new tables are distributed before foreign keys lead to others: Prisma writes those last. A migration written
 * by hand may make tables after them. Some statements go to its workers as the text that came, which has to be theirs alone.
 */
async function runScript(client: pg.PoolClient, sql: string): Promise<void> {
  const isOnNodes = await isDistributed(client);
  async function run(part: string) {
    if (isOnNodes) for (const statement of statementsOf(part)) await client.query(statement);
    else await client.query(part);
    await leaveTeamsUncounted(client);
    if (isOnNodes) await distributeTables(client);
  }
  const keysAt = isOnNodes ? sql.search(/^-- AddForeignKey/m) : -1;
  if (keysAt < 0) return run(sql);
  await run(sql.slice(0, keysAt));
  await run(sql.slice(keysAt));
}

export class MigrationHistoryError extends Error {
  override readonly name = 'MigrationHistoryError';
}

const INSTEAD = [
  'To keep the data, go on with the build that made it, or take what you need with pg_dump and import it into a new database.',
  'To begin anew, point DATABASE_URL at an empty database or move DATA_DIR away (a demo: npm run demo -- --reset).',
].join(' ');

const CHANGED = [
  'This database was made by a build before 0.1.0, which cannot be upgraded, or the file was edited.',
  INSTEAD,
  'If you edited the file, restore it and write a new migration.',
].join(' ');

function pending(migrations: Migration[], applied: AppliedRow[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const migration = known.get(row.migration_name);
    if (migration === undefined && migrations.some(({ name }) => row.migration_name < name)) {
      throw new MigrationHistoryError(
        `The database has migration ${row.migration_name} of a build before 0.1.0, which cannot be upgraded. ${INSTEAD}`,
      );
    }
    if (migration === undefined) {
      throw new MigrationHistoryError(
        `The database has migration ${row.migration_name}, which this version does not know: it was last used by a newer or another one. Start that version, or a newer one.`,
      );
    }
    if (row.finished_at === null) {
      throw new MigrationHistoryError(
        `Migration ${row.migration_name} was begun by Prisma's CLI and never finished; settle it with \`prisma migrate resolve\`.`,
      );
    }
    if (row.checksum !== migration.checksum) {
      throw new MigrationHistoryError(`Migration ${row.migration_name} was changed after it was applied. ${CHANGED}`);
    }
    known.delete(row.migration_name);
  }
  return [...known.values()];
}

/** In order of name, which begins with the time of writing. */
export function readMigrations(folder = migrationsFolder()): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** This file runs as src/database/migrate.ts and as dist/src/database/migrate.js; the SQL stays where it is. */
function migrationsFolder(): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const folder = join(directory, 'prisma', 'migrations');
    if (existsSync(folder)) return folder;
    if (directory === dirname(directory)) throw new Error('The folder prisma/migrations is missing.');
  }
}
