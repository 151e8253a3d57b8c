import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalNumber } from '../../src/phone-numbers/canonical.ts';
import { renumbered } from '../../src/phone-numbers/renumbered.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

const MIGRATION = readFileSync(
  join(import.meta.dirname, '../../prisma/migrations/20261125024500_one_form_of_numbers/migration.sql'),
  'utf8',
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('the migration gives stored contacts and suppressed numbers their present form, and no STOP is lost', async () => {
  const { team } = await createTeam(app);
  const { db } = app;
  const contacts = [5215512345678n, 5215587654321n, 525587654321n, 555591234567n, 4915140000026n, 541143210000n];
  const suppressed = [5215512345678n, 525587654321n, 22507123456n, 5491123456789n, 4915140000026n];
  await db.contact.createMany({ data: contacts.map((number) => ({ teamId: team.id, number })) });
  await db.suppressedNumber.createMany({ data: suppressed.map((number) => ({ teamId: team.id, number })) });
  await app.pool.query(MIGRATION);
  const numbersOf = (rows: { number: bigint }[]) => rows.map(({ number }) => Number(number)).sort((a, b) => a - b);
  const where = { teamId: team.id };
  expect(numbersOf(await db.contact.findMany({ where }))).toEqual([
    525512345678, 525587654321, 541143210000, 4915140000026, 5215587654321, 5555991234567,
  ]);
  expect(numbersOf(await db.suppressedNumber.findMany({ where }))).toEqual([
    525512345678, 525587654321, 541123456789, 2250707123456, 4915140000026, 5215587654321, 5491123456789,
  ]);
});

test('the migration renumbers as the product does', async () => {
  const [definition] = MIGRATION.split('\n\nUPDATE');
  const prefix = fc.constantFrom(
    '521',
    '55',
    '225',
    '229',
    '8412',
    '8416',
    '8418',
    '8419',
    '57',
    '2377',
    '2379',
    '2372',
    '5938',
    '49',
  );
  const numbers = fc.sample(fc.tuple(prefix, fc.stringMatching(/^\d{7,10}$/)), { seed: 33, numRuns: 4_000 });
  const given = numbers
    .map(([start, end]) => start + end)
    // Brazilian numbers that begin with 7 are valid with and without the ninth digit.
    .filter((number) => renumbered(number) !== undefined && !/^55\d\d7/.test(number));
  expect(given.length).toBeGreaterThan(200);
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(definition!);
    const { rows } = await client.query(
      'SELECT COALESCE(present_number(n), n)::text AS present FROM unnest($1::bigint[]) WITH ORDINALITY AS x(n, at) ORDER BY at',
      [given],
    );
    expect(rows.map(({ present }) => present)).toEqual(given.map(canonicalNumber));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
