import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDistributed } from '../../../src/database/distribute.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../support/sending.ts';
import { createTeam } from '../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ID = '01930000-0000-7000-8000-000000000001';

/** How PostgreSQL finds the message that a row refers to: it plans that once, for whichever message. */
async function plan(): Promise<string> {
  const client = await app.pool.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE referred (uuid, uuid) AS
      SELECT 1 FROM sms_messages x WHERE team_id = $1 AND id = $2 FOR KEY SHARE OF x`);
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN EXECUTE referred ('${ID}', '${ID}')`);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  } finally {
    await client.query('DEALLOCATE referred');
    await client.query('RESET plan_cache_mode');
    client.release();
  }
}

test('after the first batch of a new installation a reference to a message is checked by its key', async ({ skip }) => {
  if (await isDistributed(app.pool)) skip('On Citus each node’s autovacuum gives its shards statistics.');
  const { team, token } = await createTeam(app);
  expect(await plan()).not.toContain('sms_messages_pkey');
  const { campaignId } = await createSmsCampaign(app, team.id, { contacts: 200, meta: manual() });
  await app.graphql(START, { variables: { id: campaignId }, token });
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  expect(await plan()).toContain('sms_messages_pkey');
});
