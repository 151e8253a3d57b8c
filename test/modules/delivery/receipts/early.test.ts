import type pg from 'pg';
import type { SendResult } from 'sms-providers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Db } from '../../../../src/database/transaction.ts';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { creditStopTask } from '../../../../src/modules/delivery/receipts/credit-stop.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver } from '../../../support/database.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSmsCampaign, START, type TestEngine, testEngine, testProvider } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

/** The embedded database has one session: there a transaction waits for the one before it. */
const isEmbedded = inject('databaseTemplate').kind === 'embedded';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A message that is about to be handed over. */
async function begin() {
  const { team, token } = await createTeam(test);
  const { campaignId, routeId } = await createSmsCampaign(test, team.id, {
    contacts: 1,
    meta: { sendType: 'manual', manualData: { sendAmount: 1, sendDatetime: null, throttleBatchSize: 0 } },
  });
  await test.graphql(START, { variables: { id: campaignId }, token });
  const provider = testProvider();
  const engine = testEngine(test, new Date(Date.now() + 5_000).toISOString(), provider);
  const receive = (db: Db, id: string) =>
    receiveInbound(
      db,
      { teamId: team.id, id: routeId },
      {
        receipts: [
          { providerId: `p-${id}`, messageId: null, status: 'delivered', code: 0, reason: null, at: engine.clock },
        ],
        replies: [],
      },
      engine.clock,
    );
  const stop = (db: Db, from: string) =>
    receiveInbound(
      db,
      { teamId: team.id, id: routeId },
      { receipts: [], replies: [{ id: 'r1', from, to: null, text: 'STOP', at: engine.clock }] },
      engine.clock,
    );
  const outcome = async () => ({
    message: await test.services.db.prisma.smsMessage.findFirst({
      where: { teamId: team.id },
      select: { status: true },
    }),
    step: await test.services.db.prisma.smsSendStep.findFirst({
      where: { teamId: team.id },
      select: { accepted: true, delivered: true },
    }),
    unapplied: await test.services.db.prisma.smsReceipt.count({ where: { teamId: team.id, appliedAt: null } }),
  });
  return { team, engine, provider, routeId, receive, stop, outcome };
}

const DELIVERED = {
  message: { status: 'delivered' },
  step: { accepted: 1, delivered: 1 },
  unapplied: 0,
};

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The pool, but a transaction that wrote `table` stops before its commit until it is let go. */
function stopping(pool: pg.Pool, table: string) {
  const reached = gate();
  const letGo = gate();
  const connect = async () => {
    const client = await pool.connect();
    let wrote = false;
    const query = async (given: string | pg.QueryConfig, values?: unknown[]) => {
      const text = typeof given === 'string' ? given : given.text;
      wrote ||= text.includes(`INSERT INTO ${table} `);
      if (text === 'COMMIT' && wrote) {
        reached.open();
        await letGo.opened;
      }
      return client.query(given as string, values);
    };
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  return {
    pool: Object.assign(Object.create(pool) as pg.Pool, { connect, query: pool.query.bind(pool) }),
    reached: reached.opened,
    letGo: letGo.open,
  };
}

/** In this test's database: others use the server, too. */
const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const waitsForLock = () =>
  expect.poll(async () => (await test.services.pool.query(WAITING)).rowCount, PATIENCE).toBeGreaterThan(0);

const send = async (engine: TestEngine) => {
  while (await work(engine));
};

describe.skipIf(isEmbedded)('A receipt that comes while the provider’s answer is written down', () => {
  it('is applied when it is kept first', async () => {
    const { engine, provider, receive, outcome } = await begin();
    const slow = stopping(test.services.pool, 'sms_receipts');
    let receiving: Promise<void> | undefined;
    provider.send = async ([message]) => {
      receiving = receive(dbOver(test, slow.pool), message!.id);
      await slow.reached;
      return [{ status: 'accepted', providerId: `p-${message!.id}` }];
    };
    const sent = send(engine);
    await Promise.race([sent, waitsForLock()]);
    slow.letGo();
    await Promise.all([sent, receiving]);
    expect(await outcome()).toEqual(DELIVERED);
  });

  it('is applied when the answer is written first', async () => {
    const { engine, provider, receive, outcome } = await begin();
    const slow = stopping(test.services.pool, 'sms_provider_messages');
    const sent = send({ ...engine, now: () => engine.clock, db: dbOver(test, slow.pool) });
    await slow.reached;
    const received = receive(engine.db, provider.sent[0]!.id);
    await Promise.race([received, waitsForLock()]);
    slow.letGo();
    await Promise.all([sent, received]);
    expect(await outcome()).toEqual(DELIVERED);
  });
});

it('A receipt that comes before the provider’s answer is applied with it', async () => {
  const { engine, provider, receive, outcome } = await begin();
  provider.send = async ([message]) => {
    await receive(engine.db, message!.id);
    return [{ status: 'accepted', providerId: `p-${message!.id}` }];
  };
  await send(engine);
  expect(await outcome()).toEqual(DELIVERED);
});

it('An opt-out in a receipt that comes before the provider’s answer counts once that names its message', async () => {
  const { team, engine, provider, routeId } = await begin();
  const key = { teamId: team.id, id: routeId };
  const optedOut = { messageId: null, status: 'failed', code: 4711, reason: 'Opted out', isOptOut: true } as const;
  provider.send = async ([message]) => {
    const receipt = { ...optedOut, providerId: `p-${message!.id}`, at: engine.clock };
    await receiveInbound(engine.db, key, { receipts: [receipt], replies: [] }, engine.clock);
    return [{ status: 'accepted', providerId: `p-${message!.id}` }];
  };
  await send(engine);
  await makeJobsDue(test);
  await runJobs(test);
  expect(await test.services.db.prisma.suppressedNumber.count({ where: { teamId: team.id } })).toBe(1);
});

describe('A STOP that comes before the provider’s answer', () => {
  const RUN = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal };

  /** What waits for a worker. */
  async function jobs(teamId: string) {
    const { rows } = await test.services.pool.query<{ payload: unknown; seconds: number }>(
      `SELECT j.payload, round(extract(epoch FROM j.run_at - now()))::int AS seconds
        FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = 'credit_stop' AND j.payload ->> 'teamId' = $1`,
      [teamId],
    );
    return rows;
  }

  async function stopWhileSending(answer: (id: string) => SendResult) {
    const { team, engine, provider, stop } = await begin();
    const counted = () =>
      test.services.db.prisma.smsSendStep.findFirst({
        where: { teamId: team.id },
        select: { accepted: true, unsubscribed: true },
      });
    const suppressed = () => test.services.db.prisma.suppressedNumber.count({ where: { teamId: team.id } });
    const credit = async () => {
      for (const { payload } of await jobs(team.id)) await creditStopTask.run(test.services, payload, RUN);
    };
    let during: unknown;
    provider.send = async ([message]) => {
      await stop(engine.db, message!.to);
      await credit();
      during = { suppressed: await suppressed(), counted: await counted(), jobs: (await jobs(team.id)).length };
      return [answer(message!.id)];
    };
    await send(engine);
    expect(during).toEqual({ suppressed: 1, counted: { accepted: 0, unsubscribed: 0 }, jobs: 1 });
    await credit();
    return {
      counted: await counted(),
      replies: await test.services.db.prisma.smsReply.findMany({ where: { teamId: team.id } }),
    };
  }

  it('suppresses at once, and is counted when the message is known to be out', async () => {
    const { counted, replies } = await stopWhileSending((id) => ({ status: 'accepted', providerId: `p-${id}` }));
    expect(counted).toEqual({ accepted: 1, unsubscribed: 1 });
    expect(replies).toMatchObject([{ text: 'STOP', messageId: expect.any(String) }]);
  });

  it('is not counted for a message that did not go out', async () => {
    const { counted, replies } = await stopWhileSending(() => ({
      status: 'rejected',
      kind: 'blocked',
      code: null,
      reason: 'Not now.',
      retryAfterSeconds: 60,
    }));
    expect(counted).toEqual({ accepted: 0, unsubscribed: 0 });
    expect(replies).toMatchObject([{ text: 'STOP', messageId: null }]);
  });
});
