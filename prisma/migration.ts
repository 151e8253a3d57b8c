import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Migration, readMigrations } from '../src/database/migrate.ts';
import { withoutKeys } from './relations-without-keys.ts';
import { diffSql } from './schema-engine.ts';

/**
 * `npm run migration -- --name add_offers` writes what the schema says beyond the migrations as the next migration.
 * `npm run migration -- --check` exits with 1, and prints that SQL, when there is something to write.
 *
 * What Prisma cannot express (triggers, functions, CHECK constraints, partial and expression indexes) is added to the
 * written file by hand. The comparison does not see it, so it neither fails the check nor is dropped by the next diff.
 */
const folder = join(import.meta.dirname, 'migrations');
const schemaFolder = join(import.meta.dirname, 'schema');

const USAGE = 'Usage: npm run migration -- --name <words_with_underscores> | --check';

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { name: { type: 'string' }, check: { type: 'boolean' } } });
  const name = values.name?.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  if (!values.check && !name) return report(USAGE, 2);
  const migrations: Migration[] = existsSync(folder) ? readMigrations(folder) : [];
  const sql = withoutKeys(await diffSql(migrations, schemaFolder));
  if (sql === undefined) return report('The migrations say what the schema says.', 0);
  if (values.check) return report(`${sql}\nThe schema has the above beyond the migrations.`, 1);
  return report(`Written: ${write(`${timestamp()}_${name}`, sql)}`, 0);
}

function write(name: string, sql: string): string {
  const directory = join(folder, name);
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'migration.sql');
  writeFileSync(path, sql);
  return path;
}

/** UTC, as Prisma writes it: 20261121093000. */
function timestamp(): string {
  return new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

function report(text: string, exitCode: number): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}

process.exitCode = await main();
