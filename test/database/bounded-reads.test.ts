import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Tx } from '../../src/database/transaction.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { firstInTurn } from '../../src/modules/delivery/engine/in-turn.ts';
import { SMS_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { keepReceipts } from '../../src/modules/delivery/receipts/keep-receipts.ts';
import { relay } from '../../src/modules/delivery/relay/relay.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createRoute, createSmsCampaign, manual, testEngine } from '../support/sending.ts';
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

test('what a seller’s messages and their receipts read does not grow with what was sent before', async () => {
  const { team } = await createTeam(app);
  const teamId = team.id;
  const { id: routeId } = await createRoute(app, teamId);
  const data = { teamId, username: 'bounded', passwordHash: 'none', defaultRouteId: routeId };
  const { id: endpointId } = await createSellerEndpoint(app.db, data);
  const columns =
    'team_id, id, seller_endpoint_id, route_id, protocol, sender, destination, number, text, sms_id, status';
  const write = (ids: string, status: string, dueAt: string, count: number) =>
    app.pool.query(
      `INSERT INTO hub_messages (${columns}, due_at, valid_until, created_at, updated_at)
       SELECT $1, ${ids}, $2, $3, 'smpp', 'Northwind', (49151000000000 + x.n)::text, 49151000000000 + x.n, 'Hello',
         CASE '${status}' WHEN 'delivered' THEN 'before-' || x.n END, '${status}', ${dueAt}, now() + interval '1 hour', now(), now()
       FROM generate_series(1, ${count}) x(n)`,
      [teamId, endpointId, routeId],
    );
  const id = (which: string) => `('${which}' || lpad(to_hex(x.n), 12, '0'))::uuid`;
  await write(id('019b0000-0000-7000-8000-'), 'delivered', 'NULL', 20_000);
  await app.pool.query(
    `INSERT INTO sms_provider_messages (team_id, route_id, provider_id, message_id, created_at)
     SELECT team_id, route_id, sms_id, id, now() FROM hub_messages WHERE team_id = $1`,
    [teamId],
  );
  await app.pool.query(
    `INSERT INTO sms_receipts (team_id, id, route_id, provider_id, status, numbers, occurred_at, received_at, applied_at)
     SELECT team_id, id, route_id, sms_id, 'delivered', '{}', now(), now(), now() FROM hub_messages WHERE team_id = $1`,
    [teamId],
  );
  await write(id('019b0001-0000-7000-8000-'), 'queued', 'now()', 20);
  await app.db.hubQueue.create({ data: { teamId, sellerEndpointId: endpointId, dueAt: new Date() } });

  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  const sending = await readBy((tx) => {
    const db = new Proxy(tx as Db, {
      get(target, name) {
        if (name === 'transaction') return (work: (inside: Tx) => Promise<unknown>) => work(tx);
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return relay({ ...engine, db });
  });
  expect(engine.provider.sent).toHaveLength(20);
  expect(sending).toBeLessThan(3_000);

  const receipts = engine.provider.sent.map(({ id: messageId, to }) => ({
    ...{ providerId: `p-${messageId}`, messageId: null, status: 'delivered' as const, code: null, reason: null },
    ...{ at: new Date(), written: { ids: [`p-${messageId}`], numbers: [to] } },
  }));
  const receiving = await readBy((tx) => keepReceipts(tx, { teamId, id: routeId }, receipts, new Date()));
  expect(await app.db.hubMessage.count({ where: { teamId, status: 'delivered' } })).toBe(20_020);
  expect(receiving).toBeLessThan(3_000);
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
