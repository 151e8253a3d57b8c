import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { withoutKeys } from '../../prisma/relations-without-keys.ts';
import { diffSql } from '../../prisma/schema-engine.ts';
import { catalogOf, dumped, squashed } from '../../scripts/squash-migrations.ts';
import { openDatabase } from '../../src/database/client.ts';
import { migrate, readMigrations } from '../../src/database/migrate.ts';
import { createServerDatabase } from '../support/database.ts';

test('one migration makes the database that all of them make, on a server and embedded', async ({ skip }) => {
  if (inject('databaseTemplate').kind === 'embedded') skip();
  const [oldUrl, newUrl] = [await createServerDatabase(), await createServerDatabase()];
  const sql = await squashed(oldUrl);
  const folder = mkdtempSync(join(tmpdir(), 'outbound-squashed-'));
  mkdirSync(join(folder, '20260101000000_first_release'));
  writeFileSync(join(folder, '20260101000000_first_release', 'migration.sql'), sql);
  try {
    expect(await catalogAfter(newUrl, folder)).toEqual(await catalogAfter(oldUrl));
    expect(dumped(newUrl)).toBe(dumped(oldUrl));
    expect(await catalogAfter(undefined, folder)).toEqual(await catalogAfter(undefined));
    expect(withoutKeys(await diffSql(readMigrations(folder), join('prisma', 'schema')))).toBe(undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 600_000);

async function catalogAfter(url: string | undefined, folder?: string): Promise<string[]> {
  const database = await openDatabase({ url });
  try {
    await migrate(database, folder);
    const catalog = await catalogOf(database.pool);
    expect(catalog.length).toBeGreaterThan(2_000);
    return catalog;
  } finally {
    await database.close();
  }
}
