import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WITHOUT_KEYS } from '../../prisma/relations-without-keys.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { SHARED } from '../support/isolation/shared-tables.ts';
import { withoutShard } from '../support/shards.ts';

/** Looked up by name before anybody knows of which team it is. */
const ACROSS = 'seller_usernames';

interface Key {
  name: string;
  table: string;
  columns: string[];
  parent: string;
  named: string[];
  onDelete: string;
  onUpdate: string;
}

const MINE = '01930000-0000-7000-8000-00000000000a';
const THEIRS = '01930000-0000-7000-8000-00000000000b';
/** The id of the one row that each team has in every table. */
const idOf = (team: string) => team.replace(/^.{8}/, '01940000');

let app: TestApp;
let keys: Key[];

const KEYS = `SELECT k.conname AS name, k.conrelid::regclass::text AS "table", k.confrelid::regclass::text AS parent,
    k.confdeltype::text AS "onDelete", k.confupdtype::text AS "onUpdate",
    ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY c(n, at)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.n ORDER BY c.at) AS columns,
    ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY c(n, at)
      JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.n ORDER BY c.at) AS named
  FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = 'public'::regnamespace ORDER BY 1`;

const isOfShard = ({ name }: Key) => name !== withoutShard(name);

const rowsOf = async <Row>(sql: string, values: unknown[] = []) => (await app.pool.query(sql, values)).rows as Row[];

const isOfTeams = (table: string) => ![...SHARED, 'teams', ACROSS].includes(table);

beforeAll(async () => {
  app = await createTestApp();
  keys = (await rowsOf<Key>(KEYS)).filter((key) => !isOfShard(key));
});
afterAll(() => app.close());

describe('Of the tables of teams', () => {
  test('every unique key begins with the team', async () => {
    const unique = await rowsOf<{ table: string; first: string; name: string }>(`
      SELECT i.indrelid::regclass::text AS "table", i.indexrelid::regclass::text AS name, a.attname AS first
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      JOIN pg_class c ON c.oid = i.indrelid
      WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace`);
    expect(unique.filter(({ table, first }) => isOfTeams(table) && first !== 'team_id')).toEqual([]);
  });

  test('every foreign key to another of them carries the team, and the database empties none', () => {
    const between = keys.filter(({ table, parent }) => isOfTeams(table) && isOfTeams(parent));
    expect(between.length).toBeGreaterThan(40);
    for (const { name, columns, named, onDelete, onUpdate } of between) {
      expect([name, columns[0], named[0], onUpdate]).toEqual([name, 'team_id', 'team_id', 'a']);
      // No action, restrict or cascade: SET NULL would empty the team, too.
      expect([name, ['a', 'r', 'c'].includes(onDelete)]).toEqual([name, true]);
    }
  });

  test('messages have no key: what they name is locked by who writes them', () => {
    expect(keys.filter(({ table }) => table === 'sms_messages')).toEqual([]);
    expect(keys.filter(({ name }) => WITHOUT_KEYS.includes(name))).toEqual([]);
    expect(WITHOUT_KEYS).toHaveLength(26);
  });

  test('none has a trigger of ours: what a shard runs nobody hears of', async () => {
    expect(
      await rowsOf(`SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });
});

/** Values of a column's type that need not mean anything. */
const VALUES = `SELECT table_name AS "table", string_agg(quote_ident(column_name), ', ') AS columns,
    string_agg(CASE
      WHEN column_name = 'team_id' OR (table_name = 'teams' AND column_name = 'id') THEN quote_literal($1::text)
      WHEN data_type = 'USER-DEFINED' THEN format('(enum_range(NULL::%I))[1]', udt_name)
      WHEN data_type = 'uuid' THEN quote_literal($2::text)
      WHEN data_type LIKE 'timestamp%' THEN 'now()'
      WHEN data_type IN ('bigint', 'integer', 'numeric', 'double precision') THEN '1'
      WHEN data_type = 'boolean' THEN 'false'
      WHEN data_type = 'bytea' THEN quote_literal($2::text) || '::bytea'
      WHEN data_type IN ('jsonb', 'ARRAY') THEN quote_literal('{}')
      ELSE 'left(' || quote_literal($2::text) || ', ' || coalesce(character_maximum_length, 36) || ')' END, ', ') AS values
  FROM information_schema.columns
  WHERE table_schema = 'public' AND is_nullable = 'NO' AND (column_default IS NULL OR column_name = 'id')
    AND table_name <> ALL($3) GROUP BY 1`;

/** One row of each table for each team, which name nothing that is there. */
async function fill(client: pg.PoolClient): Promise<void> {
  await client.query('SET LOCAL session_replication_role = replica');
  for (const team of [MINE, THEIRS]) {
    const { rows } = await client.query(VALUES, [team, idOf(team), SHARED]);
    for (const { table, columns, values } of rows) {
      await client.query(`INSERT INTO ${table} (${columns}) VALUES (${values})`);
    }
  }
  await client.query('SET LOCAL session_replication_role = origin');
}

test('A row that names another team’s is refused by the database, by every foreign key', async () => {
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN');
    await fill(client);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    const crossing = keys.filter(({ columns }) => columns.length === 2);
    expect(crossing.length).toBeGreaterThan(40);
    for (const { name, table, columns, parent, named } of crossing) {
      const theirs = (
        await client.query(`SELECT "${named[1]}" AS key FROM ${parent} WHERE "${named[0]}" = $1`, [THEIRS])
      ).rows[0];
      await client.query('SAVEPOINT before');
      const written = client.query(`UPDATE ${table} SET "${columns[1]}" = $1 WHERE team_id = $2`, [theirs.key, MINE]);
      const refusal = await written.then(
        () => null,
        (error: pg.DatabaseError) => error,
      );
      expect([name, refusal?.code, withoutShard(refusal?.constraint ?? '')]).toEqual([name, '23503', name]);
      await client.query('ROLLBACK TO before');
    }
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
