import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, readCatalogue } from '../../../src/database/isolation/catalogue.ts';
import { asTeam, IsolationError } from '../../../src/database/isolation/wall.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

/** Everybody's. Whatever else there is belongs to a team, and a new table that does not must be named here. */
const SHARED = [
  '_prisma_migrations',
  'countries',
  'email_secrets',
  'network_brands',
  'networks',
  'rate_limits',
  'seller_usernames',
  'setup_secrets',
  'users',
];

const TEAM = '01930000-0000-7000-8000-000000000001';

let app: TestApp;
let catalogue: Catalogue;

beforeAll(async () => {
  app = await createTestApp();
  catalogue = await readCatalogue(app.services.pool);
});
afterAll(() => app.close());

const rowsOf = async <Row>(sql: string) => (await app.services.pool.query(sql)).rows as Row[];
const ownedTables = () => [...catalogue.values()].filter(({ teamColumn }) => teamColumn);

describe('The tables of the database', () => {
  test('belong to teams, but for those that are known to be everybody’s', () => {
    const shared = [...catalogue.values()].filter(({ teamColumn }) => !teamColumn).map(({ name }) => name);
    expect(shared.sort()).toEqual(SHARED);
    expect(catalogue.size).toBeGreaterThan(40);
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
});
