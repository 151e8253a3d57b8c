import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isDistributed } from '../../src/database/distribute.ts';
import { analyzeGrown, leaveTeamsUncounted } from '../../src/database/statistics.ts';
import { keepPartitions } from '../../src/modules/insight/retention/partitions.ts';
import { createEndpoint } from '../modules/webhooks/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createContacts } from '../support/contacts.ts';
import { createSmsCampaign, manual, START, testEngine } from '../support/sending.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async ({ skip }) => {
  if (await isDistributed(app.pool)) skip('On Citus each node’s autovacuum gives its shards statistics.');
});
afterAll(() => app.close());

const BY_KEY = /Index (Only )?Scan using sms_messages\w*_pkey/;

/** How PostgreSQL finds the message that a row refers to: it plans that once, for whichever message. */
async function planFor(id: string): Promise<string> {
  const client = await app.pool.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE referred (uuid, uuid) AS
      SELECT 1 FROM sms_messages x WHERE team_id = $1 AND id = $2 FOR KEY SHARE OF x`);
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN EXECUTE referred ('${id}', '${id}')`);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  } finally {
    await client.query('DEALLOCATE referred');
    await client.query('RESET plan_cache_mode');
    client.release();
  }
}

test('once the first messages of a month have statistics, a reference to one is checked by its key', async () => {
  const { team, token } = await createTeam(app);
  const engine = testEngine(app, new Date().toISOString());
  const send = async () => {
    const { campaignId } = await createSmsCampaign(app, team.id, { contacts: 500, meta: manual(500) });
    await app.graphql(START, { variables: { id: campaignId }, token });
    engine.clock = new Date(engine.clock.getTime() + 60_000);
    await engine.run();
    await analyzeGrown(app.services.db);
    return app.db.smsMessage.findFirstOrThrow({ where: { smsCampaignId: campaignId } });
  };
  expect(await planFor((await send()).id)).toMatch(BY_KEY);

  const { clock } = engine;
  engine.clock = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + 1, 2));
  expect(await planFor((await send()).id)).toMatch(BY_KEY);
});

test('a table gets statistics with its first row, and again when it is ten times as large', async () => {
  const mine = await createTeam(app);
  await createEndpoint(app, mine, 'https://crm.example/hook', ['contact_unsubscribed']);
  let next = 14155557000;
  async function counted(more: number) {
    const input = { numbers: Array.from({ length: more }, () => next++) };
    const { errors } = await app.graphql(
      'mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }',
      { token: mine.token, variables: { input } },
    );
    expect(errors).toBeUndefined();
    await analyzeGrown(app.services.db);
    const { rows } = await app.pool.query<{ rows: number }>(
      `SELECT reltuples AS rows FROM pg_class WHERE oid = ANY('{webhook_events,webhook_deliveries}'::regclass[])`,
    );
    return rows.map((table) => table.rows);
  }
  expect(await counted(1)).toEqual([1, 1]);
  expect(await counted(2)).toEqual([1, 1]);
  expect(await counted(997)).toEqual([1_000, 1_000]);
});

test('an empty month gets none', async () => {
  await analyzeGrown(app.services.db);
  const { rows } = await app.pool.query(
    `SELECT reltuples AS rows FROM pg_class WHERE oid = 'partitions.call_events_default'::regclass`,
  );
  expect(rows).toEqual([{ rows: -1 }]);
});

/** Tables in which teams are counted, and those that have a count of them. */
const COUNTED = `SELECT 'will be ' || a.attrelid::regclass AS found FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'team_id' AND c.relkind IN ('r', 'p') AND c.relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace)
      AND COALESCE(a.attstattarget, -1) <> 0
  UNION ALL SELECT 'is ' || tablename FROM pg_stats WHERE attname = 'team_id' AND schemaname IN ('public', 'partitions')`;

test('the rows of a team are not counted, in a month that was made since neither', async () => {
  const { team } = await createTeam(app);
  await keepPartitions(app.services, new Date(Date.now() + 366 * 86_400_000));
  await createContacts(app, team.id, 3);
  await app.pool.query('ANALYZE');
  const { rows: others } = await app.pool.query(
    `SELECT attname FROM pg_stats WHERE tablename = 'contacts' AND attname = 'number'`,
  );
  expect(others).toHaveLength(1);
  const { rows } = await app.pool.query(COUNTED);
  expect(rows).toEqual([]);
});

test('counts of an earlier version are taken out, which only a superuser may', async () => {
  const own = await createTestApp();
  const client = await own.pool.connect();
  try {
    const { team } = await createTeam(own);
    await createContacts(own, team.id, 3);
    await client.query('ALTER TABLE contacts ALTER team_id SET STATISTICS -1');
    await client.query('ALTER TABLE tags ALTER team_id SET STATISTICS -1');
    await client.query('ANALYZE');
    await client.query(`CREATE ROLE "owner of ${team.id}"`);
    await client.query('BEGIN');
    await client.query(
      `ALTER TABLE contacts OWNER TO "owner of ${team.id}"; ALTER TABLE tags OWNER TO "owner of ${team.id}"`,
    );
    await client.query(`SET LOCAL ROLE "owner of ${team.id}"`);
    await leaveTeamsUncounted(client);
    await client.query('RESET ROLE');
    expect((await client.query(COUNTED)).rows).toEqual([{ found: 'will be contacts' }, { found: 'is contacts' }]);
    await client.query('ROLLBACK');
    await leaveTeamsUncounted(client);
    expect((await client.query(COUNTED)).rows).toEqual([]);
    await client.query(`DROP ROLE "owner of ${team.id}"`);
  } finally {
    client.release();
    await own.close();
  }
});
