import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { createServerDatabase } from './database.ts';
import { openUnwatched } from './isolation/watch.ts';

/** One process can open it after another. */
export interface LastingDatabase {
  environment: Record<string, string>;
  open(): Promise<Database>;
  remove(): Promise<void>;
}

export async function lastingDatabase(): Promise<LastingDatabase> {
  const from = inject('databaseTemplate');
  if (from.kind === 'server') {
    const url = await createServerDatabase(from.template);
    return { environment: { DATABASE_URL: url }, open: () => openUnwatched({ url }), remove: async () => {} };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-lasting-'));
  const { close } = await openDatabase({ dataDir, template: await readFile(from.path) });
  await close();
  return {
    environment: { DATA_DIR: dataDir },
    open: () => openUnwatched({ dataDir }),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
