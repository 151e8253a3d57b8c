import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../src/database/transaction.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { firstInTurn } from '../../src/modules/delivery/engine/in-turn.ts';
import { SMS_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { keepReceipts } from '../../src/modules/delivery/receipts/keep-receipts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createRoute, createSmsCampaign, manual } from '../support/sending.ts';
import { createTeam } from '../support/team.ts';

// What a statement reads must follow from what it is asked, on a database without statistics, too.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Rows that this transaction has read of all tables. */
async function rowsRead(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ rows: string }>`SELECT /* across teams: statistics of tables */
    sum(seq_tup_read + COALESCE(idx_tup_fetch, 0))::text AS rows FROM pg_stat_xact_user_tables`;
  return Number(row!.rows);
}

const readBy = (work: (tx: Tx) => Promise<unknown>) =>
  app.services.db.transaction(async (tx) => {
    const before = await rowsRead(tx);
    await work(tx);
    return (await rowsRead(tx)) - before;
  });

test('receipts read their own names, not all that the route has', async () => {
  const { team } = await createTeam(app);
  const { id } = await createRoute(app, team.id);
  await app.pool.query(
    `INSERT INTO sms_provider_messages (team_id, route_id, provider_id, created_at)
     SELECT $1, $2, 'p-' || n, now() FROM generate_series(1, 3000) n`,
    [team.id, id],
  );
  await app.pool.query(
    `INSERT INTO sms_receipts (team_id, id, route_id, provider_id, status, numbers, occurred_at, received_at, applied_at)
     SELECT $1, gen_random_uuid(), $2, 'p-' || n, 'accepted', '{}', now(), now(), now() FROM generate_series(1, 3000) n`,
    [team.id, id],
  );
  const receipts = Array.from({ length: 20 }, (_, at) => ({
    ...{ providerId: `p-${at + 1}`, messageId: null, status: 'delivered' as const, code: null, reason: null },
    ...{ at: new Date(), written: { ids: [`p-${at + 1}`], numbers: [] } },
  }));
  const read = await readBy((tx) => keepReceipts(tx, { teamId: team.id, id }, receipts, new Date()));
  expect(read).toBeLessThan(1_500);
});

test('whose turn it is takes one pass over the sends', async () => {
  const { team } = await createTeam(app);
  const { campaignId } = await createSmsCampaign(app, team.id, { contacts: 1, meta: manual(1) });
  await app.db.smsCampaign.updateMany({ where: { teamId: team.id, id: campaignId }, data: { status: 'running' } });
  await app.pool.query(
    `INSERT INTO sms_sends (team_id, id, sms_campaign_id, status, next_step_at, turn_at, meta, updated_at)
     SELECT $1, gen_random_uuid(), $2, 'running', now() - interval '1 hour', now(), '{}', now() FROM generate_series(1, 400)`,
    [team.id, campaignId],
  );
  const seen: Prisma.Sql[] = [];
  const read = await readBy((tx) =>
    firstInTurn(tx, SMS_SENDS, new Date(), async (which) => {
      seen.push(which);
      return undefined;
    }),
  );
  expect(seen).toHaveLength(32);
  expect(read).toBeLessThan(5_000);
});
