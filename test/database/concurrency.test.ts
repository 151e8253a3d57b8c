import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/client.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL)');
  await database.pool.query('CREATE TABLE entries (account int NOT NULL, amount int NOT NULL)');
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('TRUNCATE accounts, entries');
  await database.pool.query('INSERT INTO accounts SELECT n, 1000 FROM generate_series(1, 10) n');
});

const CLIENTS = Array.from({ length: 100 }, (_, client) => client);

test('100 clients that read, write and use transactions at once get no wrong answer', async () => {
  const answers = await Promise.all(
    CLIENTS.map(async (client) => {
      const account = (client % 10) + 1;
      const echo = await database.pool.query('SELECT $1::int AS client, $2::text AS text', [
        client,
        'é'.repeat(client),
      ]);
      await database.pool.query('INSERT INTO entries VALUES ($1, 1)', [account]);
      await transfer(account, client % 3 === 0);
      const simple = await database.pool.query(`SELECT ${client} AS client, n FROM generate_series(1, ${client}) n`);
      return { ...echo.rows[0], rows: simple.rows.length, last: simple.rows.at(-1)?.client };
    }),
  );

  expect(answers).toEqual(
    CLIENTS.map((client) => ({
      client,
      text: 'é'.repeat(client),
      rows: client,
      last: client === 0 ? undefined : client,
    })),
  );
  // 34 of the 100 rolled back; each of the others took 1 from its account, moving nothing out of sight.
  const { rows } = await database.pool.query(
    'SELECT (SELECT sum(balance) FROM accounts)::int AS balances, (SELECT count(*) FROM entries)::int AS entries',
  );
  expect(rows).toEqual([{ balances: 10_000 - 66, entries: 100 + 66 }]);
});

test('100 interactive transactions of Prisma, some failing, beside plain queries', async () => {
  const results = await Promise.allSettled(
    CLIENTS.map(async (client) => {
      if (client % 2 === 0) {
        return database.prisma.$queryRaw<unknown[]>`SELECT ${client}::int AS client`;
      }
      return database.prisma.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE accounts SET balance = balance - 1 WHERE id = ${(client % 10) + 1}`;
        await sleep(client % 4);
        if (client % 5 === 0) throw new Error(`refused ${client}`);
        return tx.$queryRaw<unknown[]>`SELECT ${client}::int AS client`;
      });
    }),
  );

  for (const client of CLIENTS) {
    const result = results[client]!;
    if (client % 10 === 5)
      expect(result).toMatchObject({ status: 'rejected', reason: { message: `refused ${client}` } });
    else expect(result).toEqual({ status: 'fulfilled', value: [{ client }] });
  }
  const { rows } = await database.pool.query('SELECT sum(balance)::int AS balances FROM accounts');
  expect(rows).toEqual([{ balances: 10_000 - 40 }]);
});

test('a statement that fails leaves its connection and all others usable', async () => {
  const attempts = CLIENTS.map((client) =>
    database.pool.query(client % 2 === 0 ? 'SELECT $1::int AS n' : 'SELECT 1 / ($1::int - $1::int) AS n', [client]),
  );
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(50);
  expect(results[41]).toMatchObject({ reason: { code: '22012', message: 'division by zero' } });
  expect(results[42]).toMatchObject({ value: { rows: [{ n: 42 }] } });
});

test('a connection that breaks inside a transaction is rolled back, and others go on', async () => {
  const client = await database.pool.connect();
  client.on('error', () => {});
  await client.query('BEGIN');
  await client.query('UPDATE accounts SET balance = 0');
  const waiting = database.pool.query('SELECT 1 AS one');
  // What a lost network connection looks like from here.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  client.release(true);

  expect((await waiting).rows).toEqual([{ one: 1 }]);
  const { rows } = await database.pool.query('SELECT sum(balance)::int AS balances FROM accounts');
  expect(rows).toEqual([{ balances: 10_000 }]);
});

test('a client that ends inside a transaction is rolled back', async () => {
  const { Client, ...options } = (database.pool as unknown as { options: pg.PoolConfig & { Client: typeof pg.Client } })
    .options;
  const client = new Client(options);
  await client.connect();
  await client.query('BEGIN');
  await client.query('DELETE FROM accounts');
  await client.end();

  const { rows } = await database.pool.query('SELECT count(*)::int AS accounts FROM accounts');
  expect(rows).toEqual([{ accounts: 10 }]);
});

test('the COMMIT of a transaction in which something failed fails, too', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("INSERT INTO teams (id, name, updated_at) VALUES (gen_random_uuid(), 'Undone', now())");
    // Nobody waits for its answer.
    await client.query('RELEASE SAVEPOINT unknown');
    await expect(client.query('COMMIT')).rejects.toThrow('The transaction was undone: one of its statements failed.');
  } finally {
    client.release();
  }
  const { rows } = await database.pool.query("SELECT count(*)::int AS teams FROM teams WHERE name = 'Undone'");
  expect(rows).toEqual([{ teams: 0 }]);
});

test('a notification reaches the connection that listens', async () => {
  const listener = await database.pool.connect();
  const heard = new Promise<pg.Notification>((resolve) => listener.once('notification', resolve));
  await listener.query('LISTEN jobs');
  await database.pool.query("SELECT pg_notify('jobs', 'now')");
  expect(await heard).toMatchObject({ channel: 'jobs', payload: 'now' });
  await listener.query('UNLISTEN jobs');
  listener.release();
});

test('whoever waits too long for the transaction of another is told so', async () => {
  const impatient = await openTestDatabase({ statementTimeout: 200 });
  if (impatient.embedded) {
    const holder = await impatient.pool.connect();
    await holder.query('BEGIN');
    await expect(impatient.pool.query('SELECT 1')).rejects.toThrow(
      'Another transaction has held the embedded database for 200 ms',
    );
    await holder.query('ROLLBACK');
    holder.release();
  } else {
    await expect(impatient.pool.query('SELECT pg_sleep(5)')).rejects.toThrow('statement timeout');
  }
  expect((await impatient.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await impatient.close();
});

async function transfer(account: number, fail: boolean): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE accounts SET balance = balance - 1 WHERE id = $1', [account]);
    await client.query('INSERT INTO entries VALUES ($1, -1)', [account]);
    await client.query(fail ? 'ROLLBACK' : 'COMMIT');
  } finally {
    client.release();
  }
}
