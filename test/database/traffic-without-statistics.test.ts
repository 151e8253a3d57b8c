import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { analyzeGrown } from '../../src/database/statistics.ts';
import { writeEntries } from '../../src/pipeline/timeline/timeline.ts';
import { fillMore, writesOf } from '../large-team/work.ts';
import type { Work } from '../never-analysed/claims.ts';
import { fillTraffic } from '../never-analysed/fill-traffic.ts';
import { createTraffic, trafficOf } from '../never-analysed/traffic.ts';
import { type Visit, visiting } from '../never-analysed/visits.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { dbOver } from '../support/database.ts';
import { emptyTeam, fillTeam } from '../support/full-team.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

/**
 * What sellers, subscribers and webhooks cause and people change is done row by row. What a statement of it visits follows the rows that
 * it is about, never those of the team, whatever PostgreSQL knows of the tables.
 */
const STORED = 10_000;
const MOST = 2_000;
/** Of a table and its indexes, for a row: an index that is read through for one row has a hundred. */
const MOST_PAGES = 30;
/** Contacts that are changed at once. */
const MANY = 20;

async function unchecked(app: TestApp, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await app.pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await work(client);
  } finally {
    // What it wrote is counted now, not within seconds.
    await client.query('RESET session_replication_role; SELECT pg_stat_force_next_flush()');
    client.release();
  }
}

async function fill(app: TestApp, team: TestTeam, size: number) {
  const of = await createTraffic(app, team);
  await unchecked(app, async (client) => {
    await fillTeam((sql, values) => client.query(sql, values), team.team.id, size);
    await fillTraffic((sql) => client.query(sql), of, size);
    await fillMore((sql, values) => client.query(sql, values), team.team.id, size);
  });
  return of;
}

async function analyzeEmptied(app: TestApp): Promise<void> {
  const { teamId } = await fill(app, await createTeam(app), STORED);
  await unchecked(app, (client) => emptyTeam((sql) => client.query(sql), teamId));
  // Autovacuum, of a table whose end is in use.
  await app.pool.query('VACUUM (ANALYZE, TRUNCATE off)');
}

const asking = (app: App, token: string) => async (query: string, variables?: object) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query, variables });
  const answer = await app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
  const { errors } = (await answer.json()) as { errors?: unknown };
  expect(errors, query).toBeUndefined();
};

describe.each([
  ['never analysed', async () => {}],
  ['analysed while they were empty', (app: TestApp) => app.pool.query('ANALYZE')],
  [
    'analysed before the team came',
    async (app: TestApp) => {
      await fill(app, await createTeam(app), STORED);
      await app.pool.query('ANALYZE');
    },
  ],
  ['analysed when all that they had was gone', analyzeEmptied, (app: TestApp) => analyzeGrown(app.services.db)],
  ['analysed so, a moment before a worker looks', analyzeEmptied, async () => {}, /^returns (over|to)|callbacks/],
] as const)('on tables %s', (_name, prepare, work = async () => {}, which = /./) => {
  let app: TestApp;
  let visits: Visit[] = [];
  let works: Work[];
  let written = async () => {};

  beforeAll(async () => {
    app = await createTestApp({ STATEMENT_TIMEOUT_MS: 120_000, OPERATION_TIMEOUT_MS: 120_000 });
    await prepare(app);
    const team = await createTeam(app);
    const of = await fill(app, team, STORED);
    await work(app);
    const db = dbOver(
      app,
      visiting(app.pool, (visit) => visits.push(visit)),
    );
    const services = { ...app.services, db };
    written = () => writeEntries(services);
    works = [
      ...trafficOf({ ...app, services }, team, of, STORED),
      ...writesOf(asking(createApp(services), team.token), STORED, MANY),
    ].filter(({ name }) => which.test(name));
  });
  afterAll(async () => {
    await written();
    await app.close();
  });

  test('a statement visits what it is about', async () => {
    const excessive: [name: string, ...unknown[]][] = [];
    for (const { name, run } of works) {
      visits = [];
      await run();
      expect(visits.length, name).toBeGreaterThan(0);
      excessive.push(
        ...visits.flatMap(({ rows, pages, text }): typeof excessive => {
          const most = Math.max(...pages.values(), 0);
          const isTooMuch = rows > MOST || most > MOST_PAGES * (rows + 2);
          return isTooMuch ? [[name, rows, most, text]] : [];
        }),
      );
    }
    expect(excessive).toEqual([]);
  });
});
