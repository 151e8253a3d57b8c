import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { type Answers, askAgain } from '../../scripts/release-answers.ts';
import { loadData } from '../../scripts/release-data.ts';
import { openDatabase } from '../../src/database/client.ts';
import { migrate, readMigrations } from '../../src/database/migrate.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';
import { createServerDatabase } from '../support/database.ts';

const RELEASES = new URL('../../releases', import.meta.url).pathname;
const releases = existsSync(RELEASES) ? readdirSync(RELEASES) : [];
const read = (...names: string[]) => readFileSync(join(RELEASES, ...names));
const checksumsOf = (release: string) =>
  JSON.parse(read(release, 'migrations.json').toString()) as Record<string, string>;

describe.each(releases)('Release %s', (release) => {
  test('its migrations never change, and later ones come after them', () => {
    const released = Object.entries(checksumsOf(release));
    const present = readMigrations().map(({ name, checksum }) => [name, checksum]);
    expect(present.slice(0, released.length)).toEqual(released);
  });

  test('its data answers the same after an upgrade, over both APIs', async () => {
    const embedded = inject('databaseTemplate').kind === 'embedded';
    const database = await openDatabase(embedded ? {} : { url: await createServerDatabase() });
    await migrateTo(release, database);
    await loadData(database.pool, read(release, 'data.sql.gz'));
    await migrate(database);
    const app = testAppOn(database, testConfig());
    try {
      const kept = JSON.parse(read(release, 'answers.json').toString()) as Answers;
      const answers = await askAgain(app, kept);
      // One by one: the first that differs is shown whole.
      for (const [at, answer] of answers.graphql.entries()) expect(answer).toEqual(kept.graphql[at]);
      for (const [at, answer] of answers.rest.entries()) expect(answer).toEqual(kept.rest[at]);
    } finally {
      await app.close();
    }
  });
});

test('a repeat is refused of what release 0.1.0 answered with former values of enums', async ({ skip }) => {
  if (inject('databaseTemplate').kind === 'embedded')
    skip('It would be made and migrated again for the same statement.');
  const database = await openDatabase({ url: await createServerDatabase() });
  try {
    await migrateTo('0.1.0', database);
    await loadData(database.pool, read('0.1.0', 'data.sql.gz'));
    await database.pool.query(`INSERT INTO idempotency_keys (team_id, operation, key, input_hash, answer, created_at)
      SELECT t.id, o.name, 'k', '\\x01', '\\x02', now() FROM (SELECT id FROM teams LIMIT 1) t, unnest(ARRAY['createTag',
        'sendSms', 'replayWebhookDelivery', 'testWebhookEndpoint', 'rotateWebhookEndpointSecret']) o(name)`);
    await migrate(database);
    const { rows } = await database.pool.query(
      "SELECT operation FROM idempotency_keys WHERE key = 'k' AND input_hash <> ''",
    );
    expect(rows).toEqual([{ operation: 'createTag' }]);
  } finally {
    await database.close();
  }
});

async function migrateTo(release: string, database: Parameters<typeof migrate>[0]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-release-'));
  for (const { name, sql } of readMigrations().filter(({ name }) => name in checksumsOf(release))) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  await migrate(database, folder).finally(() => rmSync(folder, { recursive: true }));
}

test('every version of the changelog has its release, and no other', () => {
  const changelog = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version!);
  expect(releases.toSorted()).toEqual(versions.sort());
});
