import { createRequire } from 'node:module';
import * as graphql from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { countInto, isTransactionControl } from '../../src/database/reads/statements.ts';
import type { StatementCount } from '../../src/database/scope.ts';
import { openTestDatabase } from '../support/database.ts';

const database = await openTestDatabase({ poolSize: 2 });
afterAll(() => database.close());

async function count(work: () => Promise<unknown>): Promise<StatementCount> {
  const counted = { statements: 0, transactionControl: 0 };
  // Awaited inside: Prisma's promises do nothing until somebody waits for them.
  await countInto(counted, async () => await work());
  return counted;
}

test('a statement counts once, whichever way it is sent', async () => {
  const { pool, prisma } = database;
  expect(await count(() => pool.query('SELECT 1'))).toEqual({ statements: 1, transactionControl: 0 });
  expect(await count(() => pool.query({ text: 'SELECT $1::int', values: [1] }))).toMatchObject({ statements: 1 });
  expect(await count(() => prisma.$queryRaw`SELECT 1`)).toMatchObject({ statements: 1 });
  const callback = () => new Promise((resolve) => pool.query('SELECT 1', (_, result) => resolve(result)));
  expect(await count(callback)).toMatchObject({ statements: 1 });
  const client = async () => {
    const client = await pool.connect();
    await client.query('SELECT 1');
    await new Promise((resolve) => client.query('SELECT 2', (_, result) => resolve(result)));
    client.release();
  };
  expect(await count(client)).toMatchObject({ statements: 2 });
});

test('BEGIN and COMMIT are counted apart', async () => {
  const work = () =>
    database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      await tx.$executeRaw`SELECT 2`;
    });
  expect(await count(work)).toEqual({ statements: 2, transactionControl: 2 });
});

test('requests that wait for the same connections are counted each on its own', async () => {
  const counts = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      count(() => Promise.all(Array.from({ length: n }, () => database.pool.query('SELECT 1')))),
    ),
  );
  expect(counts.map(({ statements }) => statements)).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

test('an observer is given every statement until it unsubscribes', async () => {
  const seen: string[] = [];
  const stop = database.observe((sql) => seen.push(sql));
  await database.prisma.$transaction(async (tx) => tx.$queryRaw`SELECT 1 AS one`);
  await database.pool.query('SELECT 2');
  stop();
  await database.pool.query('SELECT 3');
  expect(seen).toEqual(['BEGIN', 'SELECT 1 AS one', 'COMMIT', 'SELECT 2']);
  expect(seen.filter((sql) => !isTransactionControl(sql))).toEqual(['SELECT 1 AS one', 'SELECT 2']);
});

test('graphql is loaded once, whoever imports it', () => {
  expect(createRequire(import.meta.url)('graphql').GraphQLSchema).toBe(graphql.GraphQLSchema);
});
