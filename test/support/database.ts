import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/client.ts';
import { databaseUrl, withServer } from './server-template.ts';

/**
 * A migrated database of the caller's own, with what `prepareTemplate` put in. One per test file is the habit:
 * `const database = await openTestDatabase(); afterAll(() => database.close());`
 */
export async function openTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const from = inject('databaseTemplate');
  if (from.kind === 'embedded') return openDatabase({ ...options, template: await openAsBlob(from.path) });

  const { url, drop } = await createServerDatabase(from.template);
  const database = await openDatabase({ ...options, url });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** An empty database, or a copy of `template`, on the server of TEST_DATABASE_URL. */
export async function createServerDatabase(
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const from = inject('databaseTemplate');
  if (from.kind !== 'server') throw new Error('This test needs TEST_DATABASE_URL.');
  const name = `${from.prefix}${randomUUID().slice(0, 8)}`;
  await withServer(from.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const drop = async () => {
    await withServer(from.url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  };
  return { url: databaseUrl(from.url, name), drop };
}
