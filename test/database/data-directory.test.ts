import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from '../../src/config.ts';
import { openDatabase } from '../../src/database/client.ts';
import { embeddedTemplate } from '../support/embedded-template.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'outbound-data-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('who opens an embedded database that is in use is told what else to do', async () => {
  const database = await openDatabase({ dataDir, template: await readFile(await embeddedTemplate()) });
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    new ConfigError(
      `The embedded database in ${dataDir} is in use by process ${process.pid}. One process at a time can open it: stop the other one. Or set DATABASE_URL to a PostgreSQL server.`,
    ),
  );
  await database.close();
});
