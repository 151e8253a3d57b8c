import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOneTransaction, type Ways } from '../../src/database/one-transaction.ts';
import { read } from '../../src/database/table.ts';
import { transaction } from '../../src/database/transaction.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const INSERT = 'INSERT INTO teams (id, name, updated_at) VALUES ($1, $2, now())';
const add = (pool: Pick<Ways['pool'], 'query'>, name: string) => pool.query(INSERT, [randomUUID(), name]);
const teams = async () => (await app.db.team.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

/** As soon as the transaction of `ways` has been undone: its own rows are gone and its connection is another's. */
async function whenExpired({ db }: Ways): Promise<void> {
  while ((await codeOf(db.team.count({ where: { id: randomUUID() } }))) === 'done')
    await new Promise((resolve) => setTimeout(resolve, 20));
}

test('once a transaction took too long, nothing is written through any of its ways', async () => {
  const codes: unknown[] = [];
  const work = async (ways: Ways) => {
    const open = await ways.pool.connect();
    await add(ways.pool, 'before');
    await whenExpired(ways);
    codes.push(await codeOf(add(ways.pool, 'by the pool')));
    codes.push(await codeOf(open.query(INSERT, [randomUUID(), 'by a connection of it'])));
    codes.push(await codeOf(transaction(ways.pool, (client) => client.query(INSERT, [randomUUID(), 'nested']))));
    codes.push(await codeOf(read(ways.reader, Prisma.sql`SELECT 1 AS one`)));
    codes.push(await codeOf(ways.db.team.create({ data: { name: 'by Prisma' } })));
  };
  let late: Promise<void> | undefined;
  const begin = (ways: Ways) => {
    late = work(ways);
    return late;
  };
  const expired = inOneTransaction(app.services, begin, { timeout: 200 });
  expect(await codeOf(expired)).toBe('TIMEOUT');
  await late;
  expect(codes).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT']);
  expect(await teams()).toEqual([]);
});

test('a late write does not join the transaction that has the connection by then', async () => {
  let late: Promise<unknown> | undefined;
  let old: Ways | undefined;
  const expired = inOneTransaction(
    app.services,
    async (ways) => {
      old = ways;
      await whenExpired(ways);
    },
    { timeout: 200 },
  );
  expect(await codeOf(expired)).toBe('TIMEOUT');
  await inOneTransaction(app.services, async (ways) => {
    await add(ways.pool, 'theirs');
    late = codeOf(add(old!.pool, 'late'));
    await late;
  });
  expect(await late).toBe('TIMEOUT');
  expect(await teams()).toEqual(['theirs']);
});

test('Prisma joins at its first use: what it wrote is undone with the rest, and its savepoints are its own', async () => {
  const work = async ({ db, pool }: Ways) => {
    await add(pool, 'by SQL');
    await db.team.create({ data: { name: 'by Prisma' } });
    const nested = db.$transaction(async (tx) => {
      await tx.team.create({ data: { name: 'nested' } });
      throw new Error('only the nested one');
    });
    await expect(nested).rejects.toThrow('only the nested one');
  };
  const undone = inOneTransaction(app.services, async (ways) => {
    await work(ways);
    throw new Error('all of it');
  });
  await expect(undone).rejects.toThrow('all of it');
  expect(await teams()).toEqual(['theirs']);
  await inOneTransaction(app.services, work);
  expect(await teams()).toEqual(['by Prisma', 'by SQL', 'theirs']);
});

test('what is written through a way to a transaction that is committed is refused as well', async () => {
  const ways = await inOneTransaction(app.services, async (given) => given);
  expect(await codeOf(add(ways.pool, 'afterwards'))).toBe('TIMEOUT');
  expect(await codeOf(ways.db.team.create({ data: { name: 'by Prisma, afterwards' } }))).toBe('TIMEOUT');
  expect(await teams()).toEqual(['by Prisma', 'by SQL', 'theirs']);
});
