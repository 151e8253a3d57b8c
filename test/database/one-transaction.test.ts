import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reader, read } from '../../src/database/table.ts';
import { type Db, inTransaction } from '../../src/database/transaction.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { openTestDatabase } from '../support/database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const INSERT = 'INSERT INTO teams (id, name, updated_at) VALUES ($1, $2, now())';
interface Within {
  db: Db;
  reader: Reader;
}

const add = (db: Db, name: string) => db.query(INSERT, [randomUUID(), name]);
const teams = async () => (await app.db.team.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

/** As soon as the transaction has been undone: its own rows are gone and its connection is another's. */
async function whenExpired({ db }: Within): Promise<void> {
  while ((await codeOf(db.prisma.team.count({ where: { id: randomUUID() } }))) === 'done')
    await new Promise((resolve) => setTimeout(resolve, 20));
}

test('once a transaction took too long, nothing is written through any of its ways', async () => {
  const codes: unknown[] = [];
  const work = async ({ db, reader }: Within) => {
    await add(db, 'before');
    await whenExpired({ db, reader });
    codes.push(await codeOf(add(db, 'by SQL')));
    codes.push(await codeOf(db.change`UPDATE teams SET name = 'changed'`));
    codes.push(await codeOf(db.transaction((tx) => add(tx, 'nested'))));
    codes.push(await codeOf(read(reader, Prisma.sql`SELECT 1 AS one`)));
    codes.push(await codeOf(db.prisma.team.create({ data: { name: 'by Prisma' } })));
  };
  let late: Promise<void> | undefined;
  const begin = (within: Within) => {
    late = work(within);
    return late;
  };
  const expired = inTransaction(app.services, begin, { timeout: 200 });
  expect(await codeOf(expired)).toBe('TIMEOUT');
  await late;
  expect(codes).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT']);
  expect(await teams()).toEqual([]);
});

test('a late write does not join the transaction that has the connection by then', async () => {
  let late: Promise<unknown> | undefined;
  let old: Db | undefined;
  const expired = inTransaction(
    app.services,
    async (within) => {
      old = within.db;
      await whenExpired(within);
    },
    { timeout: 200 },
  );
  expect(await codeOf(expired)).toBe('TIMEOUT');
  await inTransaction(app.services, async ({ db }) => {
    await add(db, 'theirs');
    late = codeOf(add(old!, 'late'));
    await late;
  });
  expect(await late).toBe('TIMEOUT');
  expect(await teams()).toEqual(['theirs']);
});

test('Prisma joins at its first use: what it wrote is undone with the rest, and its savepoints are its own', async () => {
  const work = async ({ db }: Within) => {
    await add(db, 'by SQL');
    await db.prisma.team.create({ data: { name: 'by Prisma' } });
    const nested = db.transaction(async (tx) => {
      await tx.prisma.team.create({ data: { name: 'nested' } });
      throw new Error('only the nested one');
    });
    await expect(nested).rejects.toThrow('only the nested one');
  };
  const undone = inTransaction(app.services, async (within) => {
    await work(within);
    throw new Error('all of it');
  });
  await expect(undone).rejects.toThrow('all of it');
  expect(await teams()).toEqual(['theirs']);
  await inTransaction(app.services, work);
  expect(await teams()).toEqual(['by Prisma', 'by SQL', 'theirs']);
});

test('what is written through a way to a transaction that is committed is refused as well', async () => {
  const { db } = await inTransaction(app.services, async (within) => within);
  expect(await codeOf(add(db, 'afterwards'))).toBe('TIMEOUT');
  expect(await codeOf(db.prisma.team.create({ data: { name: 'by Prisma, afterwards' } }))).toBe('TIMEOUT');
  expect(await teams()).toEqual(['by Prisma', 'by SQL', 'theirs']);
});

/** Its text can never be made. */
const circular: { itself?: unknown } = {};
circular.itself = circular;

const lastOf = (tx: Db, value: unknown) =>
  tx.last!`INSERT INTO teams (id, name, updated_at) VALUES (${randomUUID()}::uuid, ${value}::text, now())`;

test('a last write is committed with the rest, and not with a savepoint that was undone', async () => {
  const before = await teams();
  await app.services.db.transaction(async (tx) => {
    lastOf(tx, 'last');
    const nested = tx.transaction(async (inner) => {
      lastOf(inner, 'last, nested');
      throw new Error('only the nested one');
    });
    await expect(nested).rejects.toThrow('only the nested one');
    await add(tx, 'one before');
  });
  expect(await teams()).toEqual([...before, 'last', 'one before'].sort());
});

test('there is no commit without the last write: not when it fails, when it has no text, or when its text is refused', async () => {
  const before = await teams();
  const withLast = (value: unknown, more = (_: Db): unknown => undefined) =>
    app.services.db.transaction(async (tx) => {
      await add(tx, 'without its last');
      lastOf(tx, value);
      await more(tx);
    });
  await expect(withLast(circular)).rejects.toThrow('circular');
  await expect(withLast({ toPostgres: () => circular })).rejects.toThrow('circular');
  await expect(withLast({ number: 1n })).rejects.toThrow('BigInt');
  await expect(withLast('\0')).rejects.toMatchObject({ code: '22021' });
  await expect(withLast(null)).rejects.toMatchObject({ code: '23502' });
  await expect(withLast('first', (tx) => lastOf(tx, null))).rejects.toMatchObject({ code: '23502' });
  expect(await teams()).toEqual(before);
});

test.each(['before it is sent', 'while it is sent'])('nor when the connection is cut %s', async (moment) => {
  const database = await openTestDatabase();
  let cut = () => {};
  database.pool.once('acquire', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
    cut = () => void stream.destroy();
  });
  database.observe((sql) => {
    if (moment === 'while it is sent' && sql.includes('::text, now()')) cut();
  });
  const undone = database.db.transaction(async (tx) => {
    await add(tx, 'cut');
    lastOf(tx, 'last, cut');
    if (moment === 'before it is sent') cut();
  });
  await expect(undone).rejects.toThrow();
  expect(await database.db.rows`SELECT name FROM teams`).toEqual([]);
  await database.close();
});

test('a read whose values have no text fails alone', async () => {
  const { reader } = app.services;
  const one = (value: unknown) => read(reader, Prisma.sql`SELECT ${value}::text AS one`);
  for (let time = 0; time < 50; time += 1) await expect(one(circular)).rejects.toThrow('circular');
  const both = app.services.db.transaction(async (tx) => {
    const within = { ...reader, pool: tx };
    const failed = read(within, Prisma.sql`SELECT ${circular}::text AS one`).catch((error: Error) => error.message);
    const next = read(within, Prisma.sql`SELECT ${'2'}::text AS two`);
    expect(await failed).toContain('circular');
    return [await next, await read(within, Prisma.sql`SELECT ${'3'}::text AS one`)];
  });
  expect(await both).toEqual([[{ two: '2' }], [{ one: '3' }]]);
});
