import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import type { Services } from '../../src/context.ts';
import type { Db, Tx } from '../../src/database/transaction.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import type { JobRun } from '../../src/jobs/task.ts';
import { announceCallEvent } from '../../src/live/announce.ts';
import { importDataFileTask } from '../../src/modules/audience/data-files/import/import-task.ts';
import { leadsToSimulator } from '../../src/modules/campaigns/sms/counts.ts';
import { skipLeft, takeOver } from '../../src/modules/delivery/engine/audience.ts';
import { firstInTurn } from '../../src/modules/delivery/engine/in-turn.ts';
import { SMS_SENDS, VOICE_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { smppRoutes } from '../../src/modules/delivery/engine/stage.ts';
import { keepReceipts } from '../../src/modules/delivery/receipts/keep-receipts.ts';
import { relay } from '../../src/modules/delivery/relay/relay.ts';
import { nextEndpoint } from '../../src/modules/delivery/relay/relay-queue.ts';
import { giveUpParts } from '../../src/modules/hub/connections/part-receipts.ts';
import { pruneTask } from '../../src/modules/insight/retention/prune.ts';
import { endInboundCallsTask } from '../../src/modules/voice/engine/end-inbound-calls.ts';
import { type Visit, visiting } from '../never-analysed/visits.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { dbOver } from '../support/database.ts';
import { fillTeam, idOf, KINDS } from '../support/full-team.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createRoute, createSmsCampaign, manual, testEngine } from '../support/sending.ts';
import { subscribe } from '../support/stream.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

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

/** Rows that a statement may visit for the few that it is about; of each kind there are six times as many. */
const MOST = 1_000;
const STORED = 6_000;

describe.each([
  ['never analysed', async () => {}],
  ['analysed', () => app.pool.query('ANALYZE')],
] as const)('what is looked for in tables that were %s is found among all that is stored:', (_name, prepare) => {
  let team: TestTeam;
  let endpointId: string;
  let visits: Visit[] = [];
  let services: Services;
  let watched: App;

  beforeAll(async () => {
    team = await createTeam(app);
    await app.pool.query('DELETE FROM hub_queues');
    const client = await app.pool.connect();
    try {
      await client.query('SET session_replication_role = replica');
      const query = (sql: string, values: unknown[]) => client.query(sql, values);
      await fillTeam(query, team.team.id, STORED);
      for (const sql of MORE)
        await query(sql.replaceAll('$1', '$1::uuid').replaceAll('$2', String(STORED)), [team.team.id]);
    } finally {
      await client.query('RESET session_replication_role');
      client.release();
    }
    endpointId = idOf(KINDS.SEND, 9);
    await prepare();
    const pool = visiting(app.pool, (visit) => visits.push(visit)) as typeof app.pool;
    services = { ...app.services, reader: { ...app.services.reader, pool }, db: dbOver(app, pool) };
    watched = createApp(services);
  });
  afterAll(() => watched.close());

  const ask = async (query: string, variables = {}) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${team.token}` };
    const body = JSON.stringify({ query, variables });
    const request = new Request('http://localhost/graphql', { method: 'POST', headers, body });
    return (await (await watched.fetch(request)).json()) as { data: Record<string, unknown> };
  };
  const send = (kind: number, sendKind: number, n = 1) => ({
    ...{ teamId: team.team.id, campaignId: idOf(kind, 1), sendId: idOf(sendKind, n), cycle: 1 },
  });
  const undone = async (work: (tx: Tx) => Promise<unknown>) => {
    const undo = new Error('Nothing of this is kept.');
    await services.db
      .transaction(async (tx) => {
        await work(tx);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  };
  const bounded = async (table: string, work: () => Promise<unknown>, most = MOST, which = /./) => {
    visits = [];
    await work();
    expect(visits.some(({ text }) => text.includes(table))).toBe(true);
    expect(
      visits.filter(({ rows, text }) => rows > most && which.test(text)).map(({ rows, text }) => [rows, text]),
    ).toEqual([]);
  };

  test.each(['', `(voiceCampaignId: "${idOf(KINDS.VOICE, 1)}")`])('the latest events of calls %s', (which) =>
    bounded('call_events', async () => {
      const fetch = async (request: Request) => watched.fetch(request);
      const stream = await subscribe(fetch, `subscription { callEventReceived${which} { id } }`, { token: team.token });
      const { id } = await app.db.callEvent.findFirstOrThrow({ where: { teamId: team.team.id } });
      await announceCallEvent(app.services.db, { id, teamId: team.team.id });
      expect(await stream.next()).toEqual({ data: { callEventReceived: { id } } });
      await stream.leave();
    }),
  );

  test('the delivery of a test event', () =>
    bounded('webhook_deliveries', async () => {
      const input = `input: { endpointId: "${endpointId}" }`;
      const answer = await ask(`mutation { testWebhookEndpoint(${input}) { webhookDelivery { eventType } } }`);
      expect(answer.data.testWebhookEndpoint).toEqual({ webhookDelivery: { eventType: 'endpoint_test' } });
    }));

  test('calls of which nobody knows', () =>
    bounded('call_placements', async () => {
      const id = idOf(KINDS.VOICE_SEND, 1);
      expect((await ask(`{ voiceSend(id: "${id}") { unknownCallCount } }`)).data).toEqual({
        voiceSend: { unknownCallCount: 2 },
      });
      const input = `{ voiceSendId: "${id}", outcome: placed }`;
      const answer = await ask(`mutation { resolveUnknownCalls(input: ${input}) { resolvedCount remainingCount } }`);
      expect(answer.data.resolveUnknownCalls).toEqual({ resolvedCount: 2, remainingCount: 0 });
    }));

  test('inbound calls without an end', async () => {
    const createdAt = new Date('2026-01-01');
    const open = { teamId: team.team.id, toNumber: 12025550101n, callSource: 'inbound', createdAt } as const;
    await app.db.call.createMany({ data: [open, open] });
    await bounded('calls', () =>
      endInboundCallsTask.run(services, {}, { signal: new AbortController().signal } as JobRun),
    );
    expect(await app.db.call.count({ where: { ...open, endedReason: 'no event told of its end' } })).toBe(2);
  });

  test('parts whose others did not come', async () => {
    await bounded('hub_parts', () => giveUpParts(services.db, 300));
    expect(Math.max(...visits.map(({ pages }) => pages.get('hub_parts') ?? 0))).toBeLessThan(20);
  });

  test('what has expired', () =>
    bounded(
      'conversations',
      () => pruneTask.run(services, {}, { signal: new AbortController().signal } as JobRun),
      MOST,
      /FROM (conversations|data_files|direct_messages|sms_replies) /,
    ));

  test('whose turn it is among sellers’ endpoints', () =>
    bounded('hub_queues', async () => {
      const found = await nextEndpoint({ ...testEngine(app, new Date().toISOString()), db: services.db }, new Date());
      expect(found?.teamId).toBe(team.team.id);
    }));

  test('routes over SMPP', () =>
    bounded('routes', () =>
      services.db.transaction(async (tx) => {
        expect((await smppRoutes(tx)).map(({ teamId }) => teamId)).toContain(team.team.id);
      }),
    ));

  test('imports without a job', () => bounded('data_files', () => importDataFileTask.settle!(services)));

  test('campaigns of many agents', () =>
    bounded(
      'voice_campaigns',
      async () => {
        const answer = await ask(
          '{ agents(first: 100) { nodes { voiceCampaigns(first: 5) { totalCount nodes { name } } } } }',
        );
        expect((answer.data.agents as { nodes: object[] }).nodes).toHaveLength(100);
      },
      25_000,
    ));

  test('plans that lead to the simulator', () =>
    bounded('routes', async () => {
      const ctx = { reader: services.reader, teamId: team.team.id, loaders: new Map() };
      const plans = [1, 2, 3, 4].map((n) => leadsToSimulator(ctx, idOf(KINDS.TAG, n)));
      expect(await Promise.all(plans)).toEqual([true, true, true, false]);
    }));

  test.each([
    ['SMS', SMS_SENDS, KINDS.CAMPAIGN, KINDS.SEND],
    ['voice', VOICE_SENDS, KINDS.VOICE, KINDS.VOICE_SEND],
  ] as const)('contacts that a send leaves, some thousands at a time (%s)', (_kind, tables, kind, sendKind) =>
    bounded(
      'recipients',
      () =>
        undone(async (tx) => {
          const next = send(kind, sendKind, 3);
          const everybody = () => Prisma.sql`TRUE`;
          expect(await takeOver(tx, next, everybody, STORED, new Date(), tables)).toBe(5_000);
          expect(await skipLeft(tx, next, 1, new Date(), tables)).toBe(false);
          expect(await skipLeft(tx, next, 1, new Date(), tables)).toBe(true);
        }),
      10 * STORED,
    ),
  );
});

const of = (kind: number, n = 'n') => `('0194${kind}000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const MORE = [
  `INSERT INTO voice_campaign_sends (team_id, id, voice_campaign_id, status, cycle, meta, updated_at)
   SELECT $1, ${of(KINDS.VOICE_SEND, '3')}, ${of(KINDS.VOICE, '1')}, 'stopped', 1, '{}', now()`,
  `INSERT INTO sms_sends (team_id, id, sms_campaign_id, status, cycle, meta, updated_at)
   SELECT $1, ${of(KINDS.SEND, '3')}, ${of(KINDS.CAMPAIGN, '1')}, 'stopped', 1, '{}', now()`,
  `INSERT INTO call_placements (team_id, call_id, voice_campaign_send_id, voice_account_id, number_id, status, claimed_at, lease_until)
   SELECT $1, id, voice_campaign_send_id, team_id, team_id, 'ended', now(), now() FROM calls WHERE team_id = $1`,
  `UPDATE call_placements SET status = 'unknown' WHERE team_id = $1 AND call_id = ${of(KINDS.CALL, '1')}`,
  `UPDATE calls SET status = 'queued' WHERE team_id = $1 AND id = ${of(KINDS.CALL, '1')}`,
  `UPDATE calls SET ended_reason = 'no event told of its end' WHERE team_id = $1 AND id = ${of(KINDS.CALL, '2')}`,
  `INSERT INTO call_events (team_id, id, voice_account_id, call_id, type, occurred_at, fingerprint, payload, status, received_at, processed_at)
   SELECT $1, gen_random_uuid(), $1, ${of(KINDS.CALL)}, 'end', now(), '', '{}', 'processed', now() - interval '1 hour', now() - interval '1 hour'
   FROM generate_series(1, $2) n`,
  `INSERT INTO webhook_endpoints (team_id, id, url, secret, event_types, updated_at)
   SELECT $1, ${of(KINDS.SEND, '9')}, 'https://example.com', '', '{}', now()`,
  `INSERT INTO webhook_events (team_id, id, type, record_id, sequence, occurred_at, data)
   SELECT $1, ${of(KINDS.CALL)}, 'endpoint_test', ${of(KINDS.SEND, '9')}, n, now(), '{}' FROM generate_series(1, $2) n`,
  `INSERT INTO webhook_deliveries (team_id, id, endpoint_id, event_id, event_type, status)
   SELECT $1, gen_random_uuid(), ${of(KINDS.SEND, '9')}, ${of(KINDS.CALL)}, 'endpoint_test', 'delivered' FROM generate_series(1, $2) n`,
  `INSERT INTO hub_parts (team_id, id, seller_endpoint_id, sender, destination, concatenation, part, total, submission, receipts, message_id, created_at)
   SELECT $1, gen_random_uuid(), $1, 'Acme', '12025550123', n, 1, 2, '{}', 'none', CASE WHEN n > 1 THEN gen_random_uuid() END, now() - interval '1 hour'
   FROM generate_series(1, $2) n`,
  `INSERT INTO sms_replies (team_id, id, provider_id, from_number, text, received_at)
   SELECT $1, gen_random_uuid(), n, n, 'Hello', now() FROM generate_series(1, $2) n`,
  `INSERT INTO conversations (team_id, id, number, sender, last_text, last_direction, last_activity_at)
   SELECT $1, gen_random_uuid(), n, 'Acme', 'Hello', 'inbound', now() FROM generate_series(1, $2) n`,
  `INSERT INTO direct_messages (team_id, id, kind, number, text, sms_parts, due_at, status)
   SELECT $1, gen_random_uuid(), 'reply', n, 'Hello', 1, now(), 'accepted' FROM generate_series(1, $2) n`,
  `INSERT INTO hub_queues (team_id, seller_endpoint_id, due_at, turn_at)
   SELECT $1, gen_random_uuid(), now() - interval '1 hour', now() - interval '1 hour' FROM generate_series(1, 300) n`,
  `INSERT INTO routes (team_id, id, name, provider, credentials, updated_at)
   SELECT $1, ${of(KINDS.SEND)}, 'Route ' || n, CASE n WHEN 1 THEN 'smpp' ELSE 'simulator' END, '', now() FROM generate_series(1, $2) n`,
  `INSERT INTO data_files (team_id, id, name, size, status, updated_at)
   SELECT $1, gen_random_uuid(), 'File ' || n, 1, 'imported', now() - interval '1 hour' FROM generate_series(1, $2) n`,
  `INSERT INTO agents (team_id, id, name, updated_at) SELECT $1, ${of(KINDS.TAG)}, 'Agent ' || n, now() FROM generate_series(1, 100) n`,
  `INSERT INTO voice_campaigns (team_id, id, name, agent_ids, updated_at)
   SELECT $1, gen_random_uuid(), 'Calls ' || n, (SELECT jsonb_agg(a.id) FROM agents a WHERE a.team_id = $1), now()
   FROM generate_series(1, 100) n`,
  `INSERT INTO routing_plans (team_id, id, name, default_route_id, updated_at)
   SELECT $1, ${of(KINDS.TAG)}, 'Plan ' || n, CASE n WHEN 1 THEN ${of(KINDS.SEND, '2')} ELSE ${of(KINDS.SEND, '1')} END, now()
   FROM generate_series(1, 4) n`,
  `INSERT INTO routing_plan_rules (team_id, id, routing_plan_id, route_id)
   SELECT $1, ${of(KINDS.TAG)}, ${of(KINDS.TAG)}, CASE n WHEN 2 THEN ${of(KINDS.SEND, '2')} ELSE ${of(KINDS.SEND, '1')} END
   FROM generate_series(2, 4) n`,
  `INSERT INTO routing_plan_candidates (team_id, id, routing_plan_rule_id, route_id)
   SELECT $1, gen_random_uuid(), ${of(KINDS.TAG, '3')}, ${of(KINDS.SEND, '3')}`,
];
