import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDistributed } from '../../../../src/database/distribute.ts';
import { INVENTORY } from '../../../../src/modules/audience/person/inventory.ts';
import { eraseAll, recordsOf } from '../../../../src/modules/audience/person/operations.ts';
import { visitsOf } from '../../../person-at-size/visited.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { fillRows } from '../../../support/full-person.ts';
import { createTeam } from '../../../support/team.ts';
import { ADA } from '../conversations/support.ts';

const OTHERS_MESSAGES = 60_000;
const THEIR_MESSAGES = 300;
/** More rows than the person has of any kind, and fewer than others have of each. */
const MOST = 1_000;
/** Tables of which a team has few rows. */
const FEW = ['data_files', 'sms_test_results', 'sms_test_schedules'];

let app: TestApp;
let teamId: string;
beforeAll(async () => {
  app = await createTestApp({ STATEMENT_TIMEOUT_MS: 120_000 });
  teamId = (await createTeam(app)).team.id;
  const client = await app.pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const query = (sql: string, values: unknown[]) => client.query(sql, values);
    await fillRows(query, { teamId, messages: OTHERS_MESSAGES, of: { numbersFrom: 4_917_000_000_000 } });
    await fillRows(query, { teamId, messages: THEIR_MESSAGES, of: { number: ADA } });
    await client.query('RESET session_replication_role');
    // As a vacuum does, which brings no statistics of tables: how much of them waits to be sorted in is chance, and it costs each search.
    await client.query(`SELECT gin_clean_pending_list(c.oid) FROM pg_class c JOIN pg_am a ON a.oid = c.relam
      WHERE a.amname = 'gin' AND c.relkind = 'i'`);
  } finally {
    client.release();
  }
});
afterAll(() => app.close());

const visits = () =>
  visitsOf(app.sql, async (tx) => {
    for await (const { table, rows } of await recordsOf(tx.transaction, teamId, ADA)) {
      expect([table, rows.length > 0]).toEqual([table, !table.startsWith('sms_test_')]);
    }
    const { recordsCount } = await eraseAll(tx, app.services.tokenKeys, teamId, ADA);
    expect(recordsCount).toBeGreaterThan(INVENTORY.length);
  });

test('others have more rows of every kind than a statement may visit', async () => {
  const few: string[] = [];
  for (const { table } of INVENTORY) {
    const { rows } = await app.pool.query(`SELECT count(*)::int AS count FROM ${table} WHERE team_id = $1`, [teamId]);
    if (rows[0].count <= MOST) few.push(table);
  }
  expect(few.sort()).toEqual(FEW);
});

test.for(['without statistics', 'with statistics'])(
  '%s no statement of an export or an erasure reads a table in order, or more rows than the person has',
  async (statistics, { skip }) => {
    if (await isDistributed(app.pool)) skip('Citus shows the plans of its shards as text.');
    if (statistics === 'with statistics') await app.pool.query('ANALYZE');
    const excessive = (await visits()).filter(({ rows, inOrder }) => inOrder.length > 0 || rows > MOST);
    expect(excessive).toEqual([]);
  },
);
