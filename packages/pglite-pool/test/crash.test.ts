import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded } from 'pglite-pool';
import { afterAll, expect, test, vi } from 'vitest';
import { emptyTemplate } from './databases.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'pglite-pool-crash-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('after a crash of PostgreSQL connections fail until it is open again, and nothing committed is lost', async () => {
  const errors: string[] = [];
  const onError = ({ message }: Error) => errors.push(message);
  const database = await openEmbedded({ dataDir, template: await emptyTemplate(), onError });
  const pool = new pg.Pool({ ...database.config(), max: 3 });
  pool.on('error', () => {});
  await pool.query("CREATE TABLE notes AS SELECT 'kept' AS text");
  const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
  // Where its log is to grow, PostgreSQL finds a directory.
  const obstacle = join(dataDir, 'postgres', 'pg_wal', `xlogtemp.${rows[0].pid}`);
  mkdirSync(obstacle);
  const fillLog = async () => {
    for (;;) await pool.query("SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))");
  };
  await expect(fillLog()).rejects.toMatchObject({ code: '57P02' });
  expect(database.isUp).toBe(false);
  expect(errors[0]).toMatch(/^The embedded database crashed: /);
  await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: '57P03' });
  rmdirSync(obstacle);
  await vi.waitFor(() => pool.query('SELECT 1'), { timeout: 300_000, interval: 50 });
  expect((await pool.query('SELECT text FROM notes')).rows).toEqual([{ text: 'kept' }]);
  await pool.end();
  await database.close();
});

test('the log that is replayed after a crash stays short, but no backup loses its part of it', async () => {
  const directory = mkdtempSync(join(dataDir, 'log-'));
  const database = await openEmbedded({ dataDir: directory, template: await emptyTemplate() });
  const pool = new pg.Pool({ ...database.config(), max: 1 });
  const write = async () => {
    for (let turn = 0; turn < 120; turn += 1) {
      await pool.query("SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))");
    }
  };
  const megabytes = async () => {
    const { rows } = await pool.query(
      'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int / 1000000 AS mb FROM pg_control_checkpoint()',
    );
    return rows[0].mb as number;
  };
  await write();
  expect(await megabytes()).toBeLessThan(115);
  const backup = database.backUp();
  await backup.next();
  await write();
  expect(await megabytes()).toBeGreaterThanOrEqual(120);
  await backup.return(undefined);
  await write();
  expect(await megabytes()).toBeLessThan(115);
  await pool.end();
  await database.close();
});
