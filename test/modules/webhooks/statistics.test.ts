import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDistributed } from '../../../src/database/distribute.ts';
import { analyzeGrown } from '../../../src/modules/webhooks/delivery/statistics.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam } from '../../support/team.ts';
import { createEndpoint } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('events and deliveries get statistics with the first one, and again when they are ten times as large', async ({
  skip,
}) => {
  if (await isDistributed(app.pool)) skip('On Citus each node’s autovacuum gives its shards statistics.');
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
