import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isDistributed } from '../../src/database/distribute.ts';
import { analyzeGrown } from '../../src/database/statistics.ts';
import { createEndpoint } from '../modules/webhooks/support.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
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
    const { campaignId } = await createSmsCampaign(app, team.id, { contacts: 200, meta: manual() });
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
