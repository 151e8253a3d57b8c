import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, readCatalogue } from '../../../src/database/isolation/catalogue.ts';
import { asTeam, IsolationError } from '../../../src/database/isolation/wall.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

/** Everybody's. Whatever else there is belongs to a team, and a new table that does not must be named here. */
const SHARED = ['_prisma_migrations', 'countries', 'network_brands', 'networks', 'rate_limits', 'users'];

const TEAM = '01930000-0000-7000-8000-000000000001';

let app: TestApp;
let catalogue: Catalogue;

beforeAll(async () => {
  app = await createTestApp();
  catalogue = await readCatalogue(app.services.pool);
});
afterAll(() => app.close());

const rowsOf = async <Row>(sql: string) => (await app.services.pool.query(sql)).rows as Row[];
const ownedTables = () => [...catalogue.values()].filter(({ owned }) => owned);

describe('The tables of the database', () => {
  test('belong to teams, but for those that are known to be everybody’s', () => {
    const shared = [...catalogue.values()].filter(({ owned }) => !owned).map(({ name }) => name);
    expect(shared.sort()).toEqual(SHARED);
    expect(catalogue.size).toBeGreaterThan(40);
  });

  test('that say which team do so with a foreign key to teams', () => {
    const said = [...catalogue.values()].filter(({ columns }) => columns.has('team_id'));
    expect(said.filter(({ teamColumn }) => teamColumn !== 'team_id').map(({ name }) => name)).toEqual([]);
  });

  test('have no view beside them, of which nobody would know whose rows it shows', async () => {
    expect(
      await rowsOf(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind IN ('v', 'm', 'f')`),
    ).toEqual([]);
  });

  test('cannot be read, changed or emptied for a team without saying which', async () => {
    const { pool, db } = app.services;
    for (const { name, columns } of ownedTables()) {
      const [column] = columns;
      for (const sql of [
        `SELECT * FROM ${name}`,
        `SELECT count(*) FROM ${name} WHERE ${column} IS NOT NULL`,
        `UPDATE ${name} SET ${column} = ${column}`,
        `DELETE FROM ${name}`,
      ]) {
        await expect(
          asTeam(TEAM, () => pool.query(sql)),
          sql,
        ).rejects.toThrow(IsolationError);
        await expect(
          asTeam(TEAM, async () => db.$queryRawUnsafe(sql)),
          sql,
        ).rejects.toThrow(`Nothing binds ${name}`);
      }
    }
  });

  test('refuse rows that name another team’s, by every foreign key', async () => {
    const functions = await rowsOf<{ table: string; body: string; events: string[] }>(`
      SELECT t.tgrelid::regclass::text AS "table", p.prosrc AS body, array_agg(t.tgname::text ORDER BY t.tgname) AS events
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE t.tgname IN ('one_team_insert', 'one_team_update') AND t.tgenabled = 'O' GROUP BY 1, 2`);
    const guards = new Map(functions.map((one) => [one.table, one]));
    for (const { name, names, teamColumn } of ownedTables()) {
      const keys = [...names].filter(([, named]) => named !== 'teams' && named !== name).map(([column]) => column);
      // Without a team of its own a row is of the team of what one of its keys names: that one has nothing to agree with.
      const unguarded = keys.filter((key) => !guards.get(name)?.body.includes(`WHERE p.id = w.${key})`));
      expect([name, unguarded.length]).toEqual([name, teamColumn || keys.length === 0 ? 0 : 1]);
      if (keys.length > unguarded.length) {
        expect(guards.get(name)?.events).toEqual(['one_team_insert', 'one_team_update']);
      }
    }
  });

  test('join the wall with their migration: a new one is a team’s by its foreign key', async () => {
    const { pool } = app.services;
    await pool.query(`CREATE TABLE notes (id uuid PRIMARY KEY, offer_id uuid NOT NULL REFERENCES offers (id))`);
    try {
      const notes = (await readCatalogue(pool)).get('notes');
      expect(notes).toMatchObject({ owned: true, teamColumn: undefined });
      // A process that started before the migration does not know the table, and lets nobody at it.
      await expect(asTeam(TEAM, () => pool.query('SELECT 1 FROM notes'))).rejects.toThrow('Nothing binds notes');
    } finally {
      await pool.query('DROP TABLE notes');
    }
  });
});
