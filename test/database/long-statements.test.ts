import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { read } from '../../src/database/table.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';

/** Some billions of rows to look at: hours. */
const ENDLESS = Prisma.sql`SELECT count(*) AS count FROM numbers a, numbers b, numbers c WHERE a.n + b.n + c.n < 0`;
const CANCELLED = { code: '57014' };

describe.each(['on the disk', 'in memory'])('A statement of the embedded database %s', (where) => {
  const directory = mkdtempSync(join(tmpdir(), 'long-statements-'));
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase({
      ...(where === 'on the disk' && { dataDir: directory }),
      statementTimeout: 1_200,
    });
    await database.pool.query('CREATE TABLE numbers AS SELECT n::int FROM generate_series(1, 2500) n');
  }, 120_000);
  afterAll(async () => {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const used = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    return process.cpuUsage(before).user / 1_000;
  };

  test('is cancelled after a second of computing when a request reads with it, and the next one is answered', async () => {
    const share = { take: (begin: (end: () => void) => void) => begin(() => {}), note() {} };
    const request = { pool: database.pool, embedded: true, share };
    const took = await used(() => expect(read(request, ENDLESS)).rejects.toMatchObject(CANCELLED));
    expect(took).toBeLessThan(2_000);
    expect(await read(request, Prisma.sql`SELECT count(*) AS count FROM numbers`)).toEqual([{ count: 2_500 }]);
  }, 120_000);

  test('is cancelled after the statement timeout otherwise, and takes its transaction with it', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO numbers VALUES (0)');
    await expect(client.query(ENDLESS.text)).rejects.toMatchObject(CANCELLED);
    await client.query('ROLLBACK');
    client.release();
    const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM numbers');
    expect(rows).toEqual([{ count: 2_500 }]);
  }, 120_000);

  // What cancels counts for itself; where the files are makes no difference to the two that take longest.
  test.runIf(where === 'in memory')(
    'of a migration is not',
    async () => {
      const client = await database.pool.connect();
      await client.query('BEGIN');
      (client as unknown as { connection: { stream: { noteUnlimited(): void } } }).connection.stream.noteUnlimited();
      const before = process.cpuUsage();
      const used = () => process.cpuUsage(before).user / 1_000;
      // Longer than the limit on a machine of any speed: a statement that takes twice as much as the one before it.
      for (let times = 1; used() < 1_200 * 3; times *= 2) {
        const { rows } = await client.query(
          `SELECT count(*)::int AS count FROM numbers a, numbers b, generate_series(1, ${times}) WHERE a.n + b.n < 0`,
        );
        expect(rows).toEqual([{ count: 0 }]);
      }
      await client.query('COMMIT');
      client.release();
    },
    120_000,
  );

  test.runIf(where === 'in memory')(
    'is cancelled while it searches, sorts or groups, too',
    async () => {
      for (const sql of [
        `SELECT count(*) FROM numbers a, numbers b, numbers c WHERE (a.n || '-' || c.n) ILIKE '%x%'`,
        'SELECT a.n FROM numbers a, numbers b, numbers c ORDER BY a.n * b.n OFFSET 6000000',
        'SELECT count(*) FROM (SELECT DISTINCT a.n, b.n, c.n FROM numbers a, numbers b, numbers c) x',
        `UPDATE numbers SET n = n WHERE (SELECT count(*) FROM numbers a, numbers b, numbers c WHERE a.n + b.n + c.n = -numbers.n) = 1`,
      ]) {
        await expect(database.pool.query(sql)).rejects.toMatchObject(CANCELLED);
      }
      expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    },
    120_000,
  );
});
