import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { migrate, readMigrations } from '../../src/database/migrate.ts';
import { uuidv7 } from '../../src/database/uuid.ts';
import { createServerDatabase } from '../support/database.ts';

const OURS = ['20261123004500_partitions', '20261123170000_logs_in_years'];
const TEAM = '01930000-0000-7000-8000-00000000000a';

const openEmpty = async () =>
  openDatabase(inject('databaseTemplate').kind === 'embedded' ? {} : { url: await createServerDatabase() });

test('what an installation has stored stays, in the first partition; ids of later months are elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-before-'));
  for (const { name, sql } of readMigrations().filter(({ name }) => name < OURS[0]!)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  const database = await openEmpty();
  const { pool } = database;
  try {
    await migrate(database, folder);
    const [old, now, wrong] = [Date.now() - 400 * 86_400_000, Date.now(), Date.now() + 4_000 * 86_400_000].map((at) =>
      uuidv7(at),
    );
    await pool.query(`INSERT INTO teams (id, name, updated_at) VALUES ('${TEAM}', 'One', now())`);
    await pool.query(`INSERT INTO voice_accounts (team_id, id, name, provider, webhook_secret_hash, updated_at)
      VALUES ('${TEAM}', '${TEAM}', 'Main', 'provider_a', '', now())`);
    for (const [at, id] of [old, now, wrong].entries()) {
      await pool.query(
        `INSERT INTO calls (team_id, id, external_id, to_number, updated_at) VALUES ($1, $2, $3, 12125550123, now())`,
        [TEAM, id, at === 0 ? null : `call-${at}`],
      );
      await pool.query(
        `INSERT INTO call_events (team_id, id, voice_account_id, call_id, type, occurred_at, fingerprint, payload)
         VALUES ($1, $2, $1, $2, 'status-update', now(), $3, '{}')`,
        [TEAM, id, Buffer.from([at])],
      );
      await pool.query(
        `INSERT INTO logs (team_id, id, caller_type, caller_id, text) VALUES ($1, $2, 'sms_campaign', $1, 'Went out')`,
        [TEAM, id],
      );
    }
    expect(await migrate(database)).toEqual(expect.arrayContaining(OURS));
    const where = async (table: string) =>
      (await pool.query(`SELECT id, tableoid::regclass::text AS partition FROM ${table} ORDER BY id`)).rows;
    for (const table of ['calls', 'call_events', 'logs']) {
      expect(await where(table)).toEqual([
        { id: old, partition: `partitions.${table}_first` },
        { id: now, partition: `partitions.${table}_first` },
        { id: wrong, partition: `partitions.${table}_default` },
      ]);
    }
    expect((await pool.query('SELECT external_id, call_id FROM call_names ORDER BY 1')).rows).toEqual([
      { external_id: 'call-1', call_id: now },
      { external_id: 'call-2', call_id: wrong },
    ]);
    expect((await pool.query('SELECT event_id FROM call_event_names ORDER BY fingerprint')).rows).toEqual(
      [old, now, wrong].map((id) => ({ event_id: id })),
    );
    // Keys to it hold as before.
    await expect(pool.query(`INSERT INTO call_names VALUES ('${TEAM}', 'nobody', '${TEAM}')`)).rejects.toMatchObject({
      code: '23503',
    });
    await pool.query('DELETE FROM calls WHERE id = $1', [wrong]);
    expect((await pool.query('SELECT count(*)::int AS count FROM call_events')).rows).toEqual([{ count: 2 }]);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
