import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../../src/database/client.ts';
import { migrateQueue } from '../../src/jobs/queue.ts';
import { eraseAll, recordsOf } from '../../src/modules/audience/person/operations.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';
import { fillRows } from '../support/full-person.ts';
import { createTeam } from '../support/team.ts';
import { visitsOf } from './visited.ts';

/**
 * Exports and erases a person with some hundred messages beside so many messages of others, on a migrated database: before
 * PostgreSQL has statistics, and after. Each measurement is a line of JSON.
 */
const { values } = parseArgs({ options: { url: { type: 'string' }, messages: { type: 'string' } } });
const THEIR_MESSAGES = 300;
const NUMBERS_FROM = 4_917_000_000_000;
const PERSONS = [4_915_112_345_678, 4_915_198_765_432];

const config = testConfig({ STATEMENT_TIMEOUT_MS: 60_000, OPERATION_TIMEOUT_MS: 60_000 });
const database = await openDatabase({
  url: values.url!,
  statementTimeout: config.STATEMENT_TIMEOUT_MS,
  lockTimeout: config.LOCK_TIMEOUT_MS,
});
const app = testAppOn(database, config);
// References are not checked: what the rows refer to is not there.
const filling = new pg.Client({
  connectionString: values.url!,
  options: '-c session_replication_role=replica -c synchronous_commit=off',
});
try {
  await filling.connect();
  await migrateQueue(app.services);
  const { rows: tables } = await filling.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid WHERE c.relkind = 'r'`,
  );
  for (const { name } of tables) await filling.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
  const { team, token } = await createTeam(app);
  const query = (sql: string, given: unknown[]) => filling.query(sql, given);
  await fillRows(query, { teamId: team.id, messages: Number(values.messages), of: { numbersFrom: NUMBERS_FROM } });
  for (const [at, number] of PERSONS.entries()) {
    await fillRows(query, { teamId: team.id, messages: THEIR_MESSAGES, of: { number, at } });
  }
  for (const [at, number] of PERSONS.entries()) {
    if (at > 0) await filling.query('ANALYZE');
    const statistics = at > 0 ? 'analysed' : 'never analysed';
    const visits = await visitsOf(app.sql, async (tx) => {
      for await (const _ of await recordsOf(tx.transaction, team.id, number));
      await eraseAll(tx, app.services.tokenKeys, team.id, number);
    });
    const input = { input: { number: String(number) } };
    const { data } = await app.graphql<{ exportPerson: { url: string; zipUrl: string } }>(
      'mutation ($input: PersonInput!) { exportPerson(input: $input) { url zipUrl } }',
      { token, variables: input },
    );
    for (const [name, url] of Object.entries(data!.exportPerson)) {
      const { ms, result } = await timed(async () => {
        const response = await app.app.fetch(new Request(`http://localhost${url}`));
        return (await response.arrayBuffer()).byteLength;
      });
      tell({ name: name === 'url' ? 'export, JSON' : 'export, zip', statistics, ms, bytes: result });
    }
    const { ms, result } = await timed(() =>
      app.graphql<{ erasePerson: { recordsCount: number } }>(
        'mutation ($input: PersonInput!) { erasePerson(input: $input) { recordsCount } }',
        { token, variables: input },
      ),
    );
    if (result.errors) throw new Error(JSON.stringify(result.errors));
    const busiest = visits.toSorted((one, other) => other.rows - one.rows)[0]!;
    tell({ name: 'erasure', statistics, ms, records: result.data!.erasePerson.recordsCount });
    tell({
      name: 'statements',
      statistics,
      count: visits.length,
      inOrder: [...new Set(visits.flatMap(({ inOrder }) => inOrder))],
      mostRows: busiest.rows,
      busiest: busiest.text.replaceAll(/\s+/g, ' ').slice(0, 120),
    });
  }
} finally {
  await filling.end();
  await app.close();
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
