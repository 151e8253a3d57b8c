import { loadModule } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { catalogue } from '../../support/isolation/catalogue.ts';
import { prove } from '../../support/isolation/proof.ts';
import { SHARED } from '../../support/isolation/shared-tables.ts';

let app: TestApp;
beforeAll(async () => {
  await loadModule();
  app = await createTestApp();
});
afterAll(() => app.close());

const rowsOf = async <Row>(sql: string) => (await app.pool.query(sql)).rows as Row[];

describe('The tables of the database', () => {
  test('name the team of each row, but for those that are known to be everybody’s', async () => {
    const tables = await rowsOf<{ name: string; columns: string[]; namesTeam: boolean }>(`
      SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attname) AS columns,
        bool_or(a.attname = 'team_id' AND a.attnotnull) AS "namesTeam"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1`);
    const shared = tables.filter(({ name, namesTeam }) => !namesTeam && name !== 'teams').map(({ name }) => name);
    expect(shared.sort()).toEqual(SHARED);
    // The prover goes by the model, which has the same tables and columns.
    const ours = tables.filter(({ name }) => name !== '_prisma_migrations');
    expect(new Map(ours.map(({ name, columns }) => [name, columns]))).toEqual(
      new Map([...catalogue].map(([name, { columns }]) => [name, [...columns].sort()])),
    );
    expect(tables.length).toBeGreaterThan(40);
  });

  test('have no view beside them, of which nobody would know whose rows it shows', async () => {
    expect(
      await rowsOf(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind IN ('v', 'm', 'f') AND relname NOT LIKE 'citus\\_%'`),
    ).toEqual([]);
  });

  test('are not proven to be one team’s by a statement that does not say which', () => {
    const owned = [...catalogue.values()].filter(({ teamColumn }) => teamColumn);
    for (const { name, columns } of owned) {
      const [column] = columns;
      for (const sql of [
        `SELECT * FROM ${name}`,
        `SELECT count(*) FROM ${name} WHERE ${column} IS NOT NULL`,
        `UPDATE ${name} SET ${column} = ${column}`,
        `DELETE FROM ${name}`,
      ]) {
        expect(prove(sql, catalogue).unbound, sql).toContain(name);
      }
    }
  });
});
