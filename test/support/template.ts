import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pino from 'pino';
import type { Database } from '../../src/database/client.ts';
import { migrate, readMigrations } from '../../src/database/migrate.ts';
import { migrateQueue } from '../../src/jobs/queue.ts';

/** A change to these, or to the migrations, makes a new template. */
const SOURCES = ['test/support/template.ts', 'test/support/server-template.ts', 'package-lock.json'];

/** What every test may rely on. */
export async function prepareTemplate(database: Database): Promise<void> {
  await migrate(database);
  await migrateQueue({
    pool: database.pool,
    reader: { pool: database.pool, embedded: database.embedded },
    logger: pino({ level: 'silent' }),
  });
}

/** The same migrations and sources give the same template. */
export function templateHash(): string {
  const hash = createHash('sha256');
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`);
  for (const path of SOURCES) hash.update(readFileSync(new URL(`../../${path}`, import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}
