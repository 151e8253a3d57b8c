import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../../src/database/client.ts';
import { analyzeGrown } from '../../src/database/statistics.ts';
import { migrateQueue } from '../../src/jobs/queue.ts';
import { schema } from '../../src/schema.ts';
import { generateOperation } from '../graphql/generated-operations.ts';
import { type TestApp, testAppOn, testConfig } from '../support/app-on.ts';
import { emptyTeam, fillTeam, idOf, KINDS } from '../support/full-team.ts';
import { createTeam, type TestTeam } from '../support/team.ts';
import { type NamedSegment, runCampaigns, stretchesOf, turnsOf, type Work } from './claims.ts';
import { fillTraffic, type Traffic } from './fill-traffic.ts';
import { judgeHeldRows } from './held.ts';
import {
  BELOW_PAGES,
  BELOW_RECORDS,
  CAMPAIGNS,
  EXPLAINED,
  type NamedQuery,
  NESTED_LISTS,
  ORDERED,
  OTHERS,
  PAGES,
  RECORDS,
  REPORTS,
  SEGMENTS,
} from './reads.ts';
import { createTraffic, trafficOf } from './traffic.ts';

/**
 * Asks everything once of a team of so many contacts, and of a small one, on a migrated database of a server that never had
 * statistics. Each answer is a line of JSON. `--part held` has held rows judged again instead, and `--part
 * traffic` leaves out the reads. `--statistics others`: from when there was one other team, as large. `--statistics own`: of all.
 * `--statistics emptied`: from when all that there had been was gone, as autovacuum finds a queue at night.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    contacts: { type: 'string' },
    part: { type: 'string' },
    statistics: { type: 'string', default: 'none' },
  },
});
const SMALL = 20;
const OPERATIONS = 60;
const SEED = 20_261_125;
/** Compiled from the third time on; the database writes its lists from the fourth. */
const TIMES = 4;
const IDLE_POLL_MS = 200;

/** What an operation that asks for nothing in particular may be refused with: an argument, a record, its cost. */
const REFUSED = ['NOT_FOUND', 'VALIDATION_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST', 'FORBIDDEN'];

/** How the answer to one question ended. */
interface Asked {
  name: string;
  ms: number;
  /** Why it was not answered; null when it was. */
  error: string | null;
}

const config = testConfig();
const database = await openDatabase({
  url: values.url!,
  statementTimeout: config.STATEMENT_TIMEOUT_MS,
  lockTimeout: config.LOCK_TIMEOUT_MS,
});
const app = testAppOn(database, config);
// References are not checked while the teams are filled, so its statements do not wait for each other.
const filling = new pg.Pool({
  connectionString: values.url!,
  max: availableParallelism(),
  options: '-c session_replication_role=replica',
});
try {
  await migrateQueue(app.services);
  await leaveUnanalysed();
  if (values.statistics === 'others') {
    await fill(await createTraffic(app, await createTeam(app, 'Earlier')), Number(values.contacts));
    await filling.query('ANALYZE');
  }
  if (values.statistics === 'emptied') {
    const earlier = await createTraffic(app, await createTeam(app, 'Earlier'));
    await fill(earlier, Number(values.contacts));
    await emptyTeam((sql) => filling.query(sql), earlier.teamId);
    await filling.query('ANALYZE');
  }
  const teams: [size: number, TestTeam][] = [
    [Number(values.contacts), await createTeam(app, 'Large')],
    [SMALL, await createTeam(app, 'Small')],
  ];
  const traffics: Traffic[] = [];
  for (const [, team] of teams) traffics.push(await createTraffic(app, team));
  await Promise.all(teams.map(([size], at) => fill(traffics[at]!, size)));
  for (const [, team] of teams) await runCampaigns(app, team);
  if (values.statistics === 'own') await filling.query('ANALYZE');
  if (values.part === 'held') {
    const [[size, large]] = teams as [[number, TestTeam]];
    for (const judged of await judgeHeldRows(app, large, size)) process.stdout.write(`${JSON.stringify(judged)}\n`);
  } else {
    if (values.part !== 'traffic') for (const [size, team] of teams) await askAll(size, await readsOf(app, team, size));
    for (const [at, [size, team]] of teams.entries()) await askAll(size, trafficOf(app, team, traffics[at]!, size));
    // A worker looks every second for what was counted too early.
    if (values.statistics === 'emptied') await analyzeGrown(app.services.db);
    // Turns are of all teams.
    await askAll(null, turnsOf(app));
  }
  if (values.statistics === 'none') await refuseStatistics();
} finally {
  await filling.end();
  await app.close();
}

async function fill(of: Traffic, size: number): Promise<void> {
  const storing: Promise<unknown>[] = [];
  await fillTeam(async (sql, given) => void storing.push(filling.query(sql, given)), of.teamId, size);
  await fillTraffic(async (sql) => void storing.push(filling.query(sql)), of, size);
  await Promise.all(storing);
}

async function leaveUnanalysed(): Promise<void> {
  const { rows } = await filling.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid WHERE c.relkind = 'r'`,
  );
  for (const { name } of rows) await filling.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
}

async function refuseStatistics(): Promise<void> {
  const { rows } = await filling.query<{ name: string }>(
    `SELECT DISTINCT tablename AS name FROM pg_stats WHERE schemaname IN ('public', 'partitions')`,
  );
  if (rows.length > 0) throw new Error(`There are statistics of ${rows.map(({ name }) => name).join(', ')}.`);
}

async function readsOf(test: TestApp, { team, token }: TestTeam, size: number): Promise<Work[]> {
  const { rows: segments } = await test.pool.query<NamedSegment>(
    'SELECT id, name FROM segments WHERE team_id = $1 ORDER BY name, id',
    [team.id],
  );
  const ask = async (query: string, variables: Record<string, unknown> = {}) => {
    const { errors = [] } = await test.graphql(query, { token, variables });
    return errors.map(({ extensions, message }) => [String(extensions.code), message] as const);
  };
  const named = ([name, query]: NamedQuery, times = 1): Work => ({
    name,
    times,
    async run() {
      const [error] = await ask(query);
      if (error) throw new Error(error.join(': '));
    },
  });
  return [
    ...[...PAGES, ...ORDERED, ...OTHERS, ...SEGMENTS, ...CAMPAIGNS, ...EXPLAINED, ...REPORTS].map((query) =>
      named(query),
    ),
    ...segments.map(({ id, name }) =>
      named([
        `segment ${name}`,
        `{ segment(id: "${id}") { audienceCount contacts(first: 20) { totalCount nodes { id } } } }`,
      ]),
    ),
    ...[...BELOW_PAGES, ...BELOW_RECORDS].map((query) => named(query, TIMES)),
    ...NESTED_LISTS.map(([name, read]) => ({
      name,
      run: () => {
        const ctx = { reader: test.services.reader, teamId: team.id, loaders: new Map() };
        return Promise.all(RECORDS.map((record) => read(ctx, record)));
      },
    })),
    ...Array.from({ length: OPERATIONS }, (_, n) => generated(ask, SEED + n)),
    ...stretchesOf(test, team.id, size, segments),
  ];
}

function generated(
  ask: (query: string, variables: Record<string, unknown>) => Promise<(readonly [code: string, message: string])[]>,
  seed: number,
): Work {
  const { query, variables } = generateOperation(schema, [idOf(KINDS.CAMPAIGN, 1), idOf(KINDS.CAMPAIGN, 2)], seed);
  return {
    name: `generated operation ${seed}`,
    times: TIMES,
    async run() {
      const error = (await ask(query, variables)).find(([code]) => !REFUSED.includes(code));
      if (error) throw new Error(error.join(': '));
    },
  };
}

async function askAll(contacts: number | null, questions: Work[]): Promise<void> {
  for (const question of questions) {
    const asked = { contacts, limitMs: config.OPERATION_TIMEOUT_MS, ...(await slowestOf(question)) };
    process.stdout.write(`${JSON.stringify(asked)}\n`);
    if (asked.error !== null) await untilIdle();
  }
}

/** What an operation that was given up began still takes the database its time, which is none of the next one's. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const { rowCount } = await filling.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
    );
    if (rowCount === 0) return;
    await sleep(IDLE_POLL_MS);
  }
}

async function slowestOf({ name, times = 1, run }: Work): Promise<Asked> {
  let slowest = 0;
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    const error = await run().then(
      () => null,
      (why: unknown) => (why instanceof Error ? why.message : String(why)),
    );
    slowest = Math.max(slowest, performance.now() - startedAt);
    if (error !== null) return { name, ms: slowest, error };
  }
  return { name, ms: slowest, error: null };
}
