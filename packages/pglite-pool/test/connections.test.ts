import pg from 'pg';
import { type EmbeddedDatabase, openEmbedded } from 'pglite-pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyTemplate } from './databases.ts';

let database: EmbeddedDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await openEmbedded({ template: await emptyTemplate() });
  pool = new pg.Pool({ ...database.config({ statementTimeout: 60_000 }), max: 10 });
  await pool.query('CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL)');
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

test('many connections share the database, each getting its own answers', async () => {
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  const answers = await Promise.all(
    numbers.map((n) => pool.query('SELECT $1::int AS n, repeat($2, $1) AS text', [n, 'x'])),
  );
  expect(answers.map(({ rows }) => rows[0])).toEqual(numbers.map((n) => ({ n, text: 'x'.repeat(n) })));
});

test('a transaction has the database for itself until it ends', async () => {
  await pool.query('TRUNCATE accounts; INSERT INTO accounts VALUES (1, 0)');
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = await pool.connect();
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT balance FROM accounts WHERE id = 1');
      await client.query('UPDATE accounts SET balance = $1 WHERE id = 1', [rows[0].balance + 1]);
      await client.query('COMMIT');
      client.release();
    }),
  );
  expect((await pool.query('SELECT balance FROM accounts')).rows).toEqual([{ balance: 20 }]);
});

test('a statement that waits for another transaction for longer than the timeout fails as it would at a lock', async () => {
  const hasty = new pg.Pool({ ...database.config({ statementTimeout: 500 }), max: 2 });
  const holder = await hasty.connect();
  await holder.query('BEGIN');
  await expect(hasty.query('SELECT 1')).rejects.toMatchObject({
    code: '55P03',
    message: 'Another transaction has held the embedded database for 500 ms',
  });
  await holder.query('COMMIT');
  holder.release();
  expect((await hasty.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await hasty.end();
});

test('a connection that is cut in the middle of a transaction leaves nothing of it behind', async () => {
  await pool.query('TRUNCATE accounts');
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO accounts VALUES (2, 0)');
  client.release(true);
  expect((await pool.query('SELECT * FROM accounts')).rows).toEqual([]);
});

test('a connection that listens is told of what others announce, once their transaction is committed', async () => {
  const listener = await pool.connect();
  const heard: unknown[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('LISTEN news');
  const speaker = await pool.connect();
  await speaker.query('BEGIN');
  await speaker.query("NOTIFY news, 'undone'");
  await speaker.query('ROLLBACK');
  await speaker.query("NOTIFY news, 'done'");
  await listener.query('UNLISTEN news');
  expect(heard).toEqual(['done']);
  speaker.release();
  listener.release();
});
