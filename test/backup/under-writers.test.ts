import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, restore } from '../../src/backup/backup.ts';
import { serveBackups } from '../../src/backup/socket.ts';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { embeddedTemplate } from '../support/embedded-template.ts';

const WRITERS = 6;

let folder: string;
let database: Database;
let server: { close(): Promise<void> };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'under-writers-'));
  const dataDir = join(folder, 'data');
  database = await openDatabase({ dataDir, template: await readFile(await embeddedTemplate()) });
  server = await serveBackups(database, dataDir, createLogger('error'));
  await database.pool.query(`CREATE TABLE written (writer int, n int, text text, PRIMARY KEY (writer, n));
    CREATE TABLE sums (writer int PRIMARY KEY, n int);
    INSERT INTO sums SELECT w, 0 FROM generate_series(1, ${WRITERS}) w;
    CREATE TABLE large AS SELECT n, repeat(md5(n::text), 20) AS text FROM generate_series(1, 30000) n`);
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each of its transactions changes two tables alike. */
async function write(writer: number, isOver: () => boolean): Promise<number> {
  let n = 0;
  while (!isOver()) {
    n += 1;
    await database.pool.query(
      `WITH added AS (INSERT INTO written VALUES (${writer}, ${n}, repeat('x', 2000)) RETURNING writer)
       UPDATE sums s SET n = s.n + 1 FROM added WHERE s.writer = added.writer`,
    );
  }
  return n;
}

test('a backup under six writers ends, is written while they write, and holds whole transactions', async () => {
  const file = join(folder, 'under.backup');
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, at) => write(at + 1, () => isOver));
  const count = async (from: Database) =>
    (
      await from.pool.query<{ writer: number; n: number; rows: number }>(
        `SELECT s.writer, s.n, (SELECT count(*)::int FROM written w WHERE w.writer = s.writer) AS rows FROM sums s ORDER BY 1`,
      )
    ).rows;
  const before = await count(database);
  await backUp({ DATA_DIR: join(folder, 'data') }, file);
  const after = await count(database);
  isOver = true;
  await Promise.all(writers);

  const into = join(folder, 'restored');
  await restore({ DATA_DIR: into }, file);
  const restored = await openDatabase({ dataDir: into });
  const found = await count(restored);
  expect((await restored.pool.query('SELECT count(*)::int AS n FROM large WHERE length(text) = 640')).rows).toEqual([
    { n: 30_000 },
  ]);
  await restored.close();
  for (const [at, { n, rows }] of found.entries()) {
    expect(rows).toBe(n);
    expect(n).toBeGreaterThanOrEqual(before[at]!.n);
    expect(n).toBeLessThanOrEqual(after[at]!.n);
  }
  // Somebody wrote while it was taken.
  expect(after.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(before.reduce((sum, { n }) => sum + n, 0) + WRITERS);
});
