import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDistributed } from '../../../../src/database/distribute.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
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

test('after the first batch of each month a reference to a message is checked by its key', async ({ skip }) => {
  if (await isDistributed(app.pool)) skip('On Citus each node’s autovacuum gives its shards statistics.');
  const { team, token } = await createTeam(app);
  const engine = testEngine(app, new Date().toISOString());
  const send = async () => {
    const { campaignId } = await createSmsCampaign(app, team.id, { contacts: 200, meta: manual() });
    await app.graphql(START, { variables: { id: campaignId }, token });
    engine.clock = new Date(engine.clock.getTime() + 60_000);
    await engine.run();
    return app.db.smsMessage.findFirstOrThrow({ where: { smsCampaignId: campaignId } });
  };
  // The first batch is claimed in one month and handed over in the next.
  const { provider } = engine;
  const { answer } = provider;
  provider.answer = (message) => {
    engine.clock = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 2));
    return answer(message);
  };
  expect(await planFor((await send()).id)).toMatch(BY_KEY);

  provider.answer = answer;
  expect(await planFor((await send()).id)).toMatch(BY_KEY);
});
