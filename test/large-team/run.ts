import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../../src/database/client.ts';
import { migrate } from '../../src/database/migrate.ts';
import { migrateQueue } from '../../src/jobs/queue.ts';
import { type NamedSegment, runCampaigns } from '../never-analysed/claims.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';
import { fillTeam } from '../support/full-team.ts';
import { markAll, rollUp } from '../support/roll-ups.ts';
import { createTeam } from '../support/team.ts';
import { fillMore, largeWork } from './work.ts';

/**
 * Times what a team of so many contacts, with ten times as many messages, asks for and does every day. Each is a line of JSON.
 * `--url` is of an empty database of a server, `--directory` of an embedded one that is made. `--analyse` gives it statistics.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    directory: { type: 'string' },
    contacts: { type: 'string' },
    analyse: { type: 'boolean', default: false },
  },
});
const size = Number(values.contacts);
/** The first time an operation is compiled and pages are read; of the others the middle one counts. */
const TIMES = 4;
const LONGEST_MS = 600_000;

const database = await openDatabase({
  ...(values.url === undefined ? { dataDir: values.directory! } : { url: values.url }),
  statementTimeout: LONGEST_MS,
});
// Also what takes too long is told with its time.
const app = testAppOn(database, testConfig({ STATEMENT_TIMEOUT_MS: LONGEST_MS, OPERATION_TIMEOUT_MS: LONGEST_MS }));
try {
  await migrate(database);
  await migrateQueue(app.services);
  const team = await createTeam(app, 'Large');
  await fill(team.team.id);
  await runCampaigns(app, team);
  // As a worker has done.
  await markAll(app, team.team.id);
  await rollUp(app.services);
  if (values.analyse) await database.pool.query('ANALYZE');
  const { rows } = await database.pool.query<NamedSegment>('SELECT id, name FROM segments WHERE team_id = $1', [
    team.team.id,
  ]);
  for (const { name, run } of largeWork(app, team, size, rows)) {
    const taken: number[] = [];
    let error: string | null = null;
    for (let time = 0; time < TIMES && error === null; time += 1) {
      const startedAt = performance.now();
      error = await run().then(
        () => null,
        (why: unknown) => String(why),
      );
      taken.push(performance.now() - startedAt);
    }
    const ms = taken.slice(1).sort((a, b) => a - b)[(TIMES - 1) >> 1] ?? taken[0];
    process.stdout.write(`${JSON.stringify({ name, ms, error })}\n`);
  }
} finally {
  await app.close();
}

/** References are not checked meanwhile, so statements do not wait for each other. */
async function fill(teamId: string): Promise<void> {
  const quickly = '-c session_replication_role=replica';
  const pool = values.url
    ? new pg.Pool({ connectionString: values.url, max: availableParallelism(), options: quickly })
    : database.pool;
  const storing: Promise<unknown>[] = [];
  const store = async (sql: string, given: unknown[]) => void storing.push(pool.query(sql, given));
  await fillTeam(store, teamId, size);
  await fillMore(store, teamId, size);
  await Promise.all(storing);
  if (values.url) await pool.end();
}
