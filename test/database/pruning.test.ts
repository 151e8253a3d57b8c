import type pg from 'pg';
import type { Receipt } from 'sms-providers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Queryable, Sql } from '../../src/database/sql.ts';
import type { Tx } from '../../src/database/transaction.ts';
import { uuidv7 } from '../../src/database/uuid.ts';
import { keepReceipts } from '../../src/modules/delivery/receipts/keep-receipts.ts';
import { expectNames } from '../../src/modules/delivery/receipts/names.ts';
import { keepPartitions } from '../../src/modules/insight/retention/partitions.ts';
import { readCalls, writeCalls } from '../../src/modules/voice/calls/call-rows.ts';
import type { ClaimedCall } from '../../src/modules/voice/engine/engine.ts';
import { readOutgoing } from '../../src/modules/voice/engine/outgoing-call.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createRoute } from '../support/sending.ts';
import { withoutShard } from '../support/shards.ts';
import { createTeam } from '../support/team.ts';

/** Months of 2031, each in a partition of its own. */
const MAY = Date.UTC(2031, 4, 17, 12);

let app: TestApp;
let teamId: string;
let token: string;
const message = uuidv7(MAY);
const call = uuidv7(MAY);

beforeAll(async () => {
  app = await createTestApp();
  const { team, token: own } = await createTeam(app);
  [teamId, token] = [team.id, own];
  for (const month of [2, 3, 4]) await keepPartitions(app.services, new Date(Date.UTC(2031, month, 17)));
  const { db } = app;
  const campaign = await db.smsCampaign.create({ data: { teamId, name: 'Spring' } });
  const send = await db.smsSend.create({ data: { teamId, smsCampaignId: campaign.id } });
  const contact = await db.contact.create({ data: { teamId, number: 4_915_100_000_001n } });
  await app.pool.query(
    `INSERT INTO sms_messages (team_id, id, sms_campaign_id, sms_send_id, step, status, contact_id, phone_normalized, final_text, updated_at)
     VALUES ($1, $2, $3, $4, 1, 'accepted', $5, '4915100000001', 'Hello', now())`,
    [teamId, message, campaign.id, send.id, contact.id],
  );
  await app.pool.query(
    `INSERT INTO calls (team_id, id, external_id, to_number, updated_at) VALUES ($1, $2, 'call-1', 12125550123, now())`,
    [teamId, call],
  );
  await app.pool.query(`INSERT INTO call_names (team_id, external_id, call_id) VALUES ($1, 'call-1', $2)`, [
    teamId,
    call,
  ]);
});
afterAll(() => app.close());

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
}

/** Every node of a plan, wherever it stands: Citus puts the plans of shards deep into its own. */
function nodesOf(plan: unknown): PlanNode[] {
  if (typeof plan !== 'object' || plan === null) return [];
  return [...('Node Type' in plan ? [plan as PlanNode] : []), ...Object.values(plan).flatMap(nodesOf)];
}

/** Tables are almost empty here: PostgreSQL would rather read them whole. With rows in them it reads by index. */
const AS_WITH_ROWS =
  "SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_bitmapscan = off";

const isRead = (node: PlanNode) => node['Node Type'] !== 'ModifyTable' && node['Actual Loops'] > 0;
/** What is never read was planned for all the same. */
const isPlanned = () => true;

/** Partitions of a table that statements of `work` read, each statement run once to be explained and once in earnest. */
async function partitionsRead(
  table: string,
  work: (tx: Tx) => Promise<unknown>,
  counts: (node: PlanNode) => boolean = isRead,
): Promise<string[]> {
  const found = new Set<string>();
  await app.sql.transaction(async (tx) => {
    await tx.query(AS_WITH_ROWS);
    const query = async (given: string | pg.QueryConfig, others?: unknown[]) => {
      const { text, values } = typeof given === 'string' ? { text: given, values: others } : given;
      if (text.includes(table)) {
        await tx.query('SAVEPOINT explained');
        const { rows } = await tx.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values: values ?? [] });
        await tx.query('ROLLBACK TO SAVEPOINT explained');
        for (const node of nodesOf(rows[0]['QUERY PLAN'])) {
          const name = withoutShard(node['Relation Name'] ?? '');
          if (counts(node) && name.startsWith(`${table}_`)) found.add(name);
        }
      }
      return tx.query({ text, values: values ?? [] });
    };
    await work(Object.assign(new Sql({ query } as unknown as Queryable), { committed() {} }) as unknown as Tx);
  });
  return [...found].sort();
}

test('there are months to choose from', async () => {
  const { rows } = await app.pool.query(
    `SELECT count(*)::int AS count FROM pg_inherits WHERE inhparent = 'sms_messages'::regclass`,
  );
  expect(rows[0].count).toBeGreaterThan(5);
  const everything = (tx: Tx) => tx.query('SELECT id FROM sms_messages WHERE team_id = $1', [teamId]);
  expect((await partitionsRead('sms_messages', everything)).length).toBeGreaterThan(5);
});

test('a call is written in the month of its id', async () => {
  const known = await app.sql.transaction((tx) => readCalls(tx, teamId, ['call-1']));
  const after = known.calls[0]!;
  expect(after.id).toBe(call);
  expect(await partitionsRead('calls', (tx) => writeCalls(tx, teamId, [{ after }]))).toEqual(['calls_2031_05']);
});

test('a message, a call: read by id, no other month is', async () => {
  for (const [table, field, id, partition] of [
    ['sms_messages', 'smsMessage', message, 'sms_messages_2031_05'],
    ['calls', 'call', call, 'calls_2031_05'],
  ] as const) {
    const statements = await app.statements(async () => {
      const { data } = await app.graphql(`{ ${field}(id: "${id}") { id } }`, { token });
      expect(data).toEqual({ [field]: { id } });
    });
    const text = statements.find((sql) => sql.includes(table))!;
    const values = (text.match(/\$\d/g) ?? []).length;
    expect([text, values]).toEqual([text, 2]);
    const ask = (tx: Tx) => tx.query(text, /unnest/.test(text) ? [[id], teamId] : [id, teamId]);
    expect(await partitionsRead(table, ask)).toEqual([partition]);
  }
});

test('a call that is placed is planned for its month alone', async () => {
  const claimed = { teamId, campaignId: uuidv7(), callId: call } as ClaimedCall;
  const place = (tx: Tx) => readOutgoing(tx, claimed, new Date(MAY));
  expect(await partitionsRead('calls', place, isPlanned)).toEqual(['calls_2031_05']);
});

test('receipts with our ids are planned for the months of these, those without for the first alone', async () => {
  const { id } = await createRoute(app, teamId);
  const months = (own: string | null) => {
    const expectOne = (tx: Tx) => expectNames(tx, { teamId, id }, [{ providerId: `of ${own}`, own }], new Date(MAY));
    return partitionsRead('sms_messages', expectOne, isPlanned);
  };
  expect(await months(message)).toEqual(['sms_messages_2031_05']);
  expect(await months(null)).toEqual(['sms_messages_first']);
});

test('receipts are applied in the months of their messages alone', async () => {
  const { id: routeId } = await createRoute(app, teamId);
  const receipt = {
    providerId: 'm1',
    messageId: null,
    status: 'delivered',
    code: 0,
    reason: null,
    at: new Date(MAY),
  } as const;
  await app.db.smsProviderMessage.create({
    data: { teamId, routeId, providerId: 'm1', messageId: message, createdAt: new Date() },
  });
  // As an operator writes it, over SMPP.
  const written = { ids: ['m1'], numbers: ['4915100000001'] };
  for (const table of ['sms_messages', 'hub_messages']) {
    const planned = (given: Receipt) => {
      const apply = (tx: Tx) => keepReceipts(tx, { teamId, id: routeId }, [given], new Date(MAY));
      return partitionsRead(table, apply, isPlanned);
    };
    expect(await planned(receipt)).toEqual([`${table}_2031_05`, `${table}_first`]);
    expect(await planned({ ...receipt, written })).toEqual([`${table}_2031_05`]);
  }
});
