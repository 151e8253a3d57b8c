import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedDatabase, openEmbedded } from 'pglite-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyTemplate } from './databases.ts';

/** Some billions of rows to look at: hours. */
const ENDLESS = 'SELECT count(*) AS count FROM numbers a, numbers b, numbers c WHERE a.n + b.n + c.n < 0';
/** Milliseconds of the processor. */
const LIMIT = 500;
const CANCELLED = { code: '57014' };

type Limited = { connection: { stream: { noteRead(): void; noteUnlimited(): void } } };
const streamOf = (client: pg.ClientBase) => (client as unknown as Limited).connection.stream;

describe.each(['on the disk', 'in memory'])('A statement of the embedded database %s', (where) => {
  const directory = mkdtempSync(join(tmpdir(), 'long-statements-'));
  let database: EmbeddedDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await openEmbedded({
      template: await emptyTemplate(),
      dataDir: where === 'on the disk' ? directory : undefined,
    });
    pool = new pg.Pool(database.config({ statementTimeout: LIMIT, readTimeout: LIMIT * 0.8 }));
    await pool.query('CREATE TABLE numbers AS SELECT n::int FROM generate_series(1, 2500) n');
  });
  afterAll(async () => {
    await pool.end();
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const used = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    return process.cpuUsage(before).user / 1_000;
  };

  test('is cancelled after the read timeout when it was announced as a read, and the next one is answered', async () => {
    const client = await pool.connect();
    streamOf(client).noteRead();
    const took = await used(() => expect(client.query(ENDLESS)).rejects.toMatchObject(CANCELLED));
    expect(took).toBeLessThan(1_500);
    streamOf(client).noteRead();
    const { rows } = await client.query('SELECT count(*)::int AS count FROM numbers');
    expect(rows).toEqual([{ count: 2_500 }]);
    client.release();
  });

  test('holds timers and sockets up for itself alone, in a transaction too', async () => {
    let turns = 0;
    let turning = setImmediate(function turn() {
      turns += 1;
      turning = setImmediate(turn);
    });
    const client = await pool.connect();
    await client.query('BEGIN');
    // Each computes for longer than a slice.
    for (let at = 0; at < 20; at += 1) {
      await client.query('SELECT count(*) FROM numbers a, numbers b WHERE a.n + b.n < 0 AND a.n < 200');
    }
    expect(turns).toBeGreaterThan(15);
    await client.query('ROLLBACK');
    clearImmediate(turning);
    client.release();
  });

  test('is cancelled after the statement timeout otherwise, and takes its transaction with it', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO numbers VALUES (0)');
    await expect(client.query(ENDLESS)).rejects.toMatchObject(CANCELLED);
    await client.query('ROLLBACK');
    client.release();
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM numbers');
    expect(rows).toEqual([{ count: 2_500 }]);
  });

  test('is not in a transaction without limits', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    streamOf(client).noteUnlimited();
    const before = process.cpuUsage();
    const used = () => process.cpuUsage(before).user / 1_000;
    // Longer than the limit on a machine of any speed: a statement that takes twice as much as the one before it.
    for (let times = 1; used() < LIMIT * 3; times *= 2) {
      const { rows } = await client.query(
        `SELECT count(*)::int AS count FROM numbers a, numbers b, generate_series(1, ${times}) WHERE a.n + b.n < 0`,
      );
      expect(rows).toEqual([{ count: 0 }]);
    }
    await client.query('COMMIT');
    client.release();
  });

  test('is cancelled while it searches, sorts or groups, too', async () => {
    for (const sql of [
      `SELECT count(*) FROM numbers a, numbers b, numbers c WHERE (a.n || '-' || c.n) ILIKE '%x%'`,
      'SELECT a.n FROM numbers a, numbers b, numbers c ORDER BY a.n * b.n OFFSET 6000000',
      'SELECT count(*) FROM (SELECT DISTINCT a.n, b.n, c.n FROM numbers a, numbers b, numbers c) x',
      `UPDATE numbers SET n = n WHERE (SELECT count(*) FROM numbers a, numbers b, numbers c WHERE a.n + b.n + c.n = -numbers.n) = 1`,
    ]) {
      await expect(pool.query(sql)).rejects.toMatchObject(CANCELLED);
    }
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
