import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { Migration } from '../src/database/migrate.ts';

/**
 * Prisma's schema engine, in this process and over an in-memory PostgreSQL: `prisma migrate` would download a native
 * one. Only `diff` is used. The adapter for PGlite is a must: over `@prisma/adapter-pg` the engine's introspection
 * fails on `"char"` columns.
 */
export async function diffSql(migrations: Migration[], schemaFolder: string): Promise<string | undefined> {
  const database = await PGlite.create();
  let failure: Error | undefined;
  const engine = await startEngine(database, (error) => {
    failure = error;
  });
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationList(migrations) },
      to: { tag: 'schemaDatamodel', ...readSchema(schemaFolder) },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    // 2 says that there are differences, 0 that there are none.
    return exitCode === 2 ? (stdout ?? '') : undefined;
  } catch (error) {
    // The engine names the migration, and only the database knows what is wrong with it.
    if (failure === undefined) throw error;
    throw new Error(`${(error as Error).message.split('\n')[0]}\n${failure.message}`, { cause: failure });
  } finally {
    engine.free();
    await database.close();
  }
}

declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let loaded: Promise<Glue> | undefined;

/**
 * The package's entry imports its .wasm as an ES module, which Node cannot do yet: the same by hand. Once per process,
 * for the glue keeps views of the memory it was first given.
 */
async function loadGlue(): Promise<Glue> {
  const glueUrl = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(new URL('schema_engine_bg.wasm', glueUrl));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

async function startEngine(database: PGlite, onFailure: (error: Error) => void): Promise<SchemaEngine> {
  loaded ??= loadGlue();
  const { SchemaEngine } = await loaded;
  const adapter = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: 'pglite',
    connect: () => adapterOver(database, onFailure),
    // The migrations are tried out in a shadow database, and nothing is ever in the other one: one is enough.
    connectToShadowDb: () => adapterOver(database, onFailure),
  });
  return SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
}

async function adapterOver(database: PGlite, onFailure: (error: Error) => void): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPGlite(database).connect();
  // Its own does not wait for the script, nor for the error of one that fails.
  adapter.executeScript = async (script) => {
    await database.exec(script).catch((error: Error) => {
      onFailure(error);
      throw error;
    });
  };
  return adapter;
}

function readSchema(folder: string): SchemasContainer {
  const names = readdirSync(folder).filter((name) => name.endsWith('.prisma'));
  const files = names.sort().map((name) => {
    const path = join(folder, name);
    return { path, content: readFileSync(path, 'utf8') };
  });
  return { files };
}

/**
 * Prisma does not know partitions. They are in a schema that it does not look into, but a key that names a partitioned table has a
 * copy of itself for each of them: those are out of the comparison.
 */
const WITHOUT_PARTITIONS = {
  name: '99999999999999_without_keys_to_partitions',
  sql: `SET allow_system_table_mods = on;
    DELETE FROM pg_constraint WHERE contype = 'f' AND conparentid <> 0;
    SET allow_system_table_mods = off;`,
};

function migrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: '/',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: [...migrations, WITHOUT_PARTITIONS].map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}
