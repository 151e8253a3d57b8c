import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { read } from '../../src/database/table.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { embeddedTemplate } from '../support/embedded-template.ts';

/** Some billions of rows to look at: hours. */
const ENDLESS = Prisma.sql`SELECT count(*) AS count FROM counted a, counted b, counted c WHERE a.n + b.n + c.n < 0`;

let database: Database;

beforeAll(async () => {
  database = await openDatabase({ template: await readFile(await embeddedTemplate()) });
  await database.pool.query('CREATE TABLE counted AS SELECT n::int FROM generate_series(1, 2500) n');
});
afterAll(() => database.close());

test('a request’s read of the embedded database is cancelled after a second of computing, and the next one is answered', async () => {
  const share = { take: (begin: (end: () => void) => void) => begin(() => {}), note() {} };
  const request = { pool: database.pool, embedded: true, share };
  const before = process.cpuUsage();
  await expect(read(request, ENDLESS)).rejects.toMatchObject({ code: '57014' });
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  expect(await read(request, Prisma.sql`SELECT count(*) AS count FROM counted`)).toEqual([{ count: 2_500 }]);
});
