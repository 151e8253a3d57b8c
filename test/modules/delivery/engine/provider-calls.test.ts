import type pg from 'pg';
import { unanswered, unreachable } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { campaignCarrier } from '../../../../src/modules/delivery/engine/campaign-carrier.ts';
import type { BatchKey } from '../../../../src/modules/delivery/engine/engine.ts';
import { handOver } from '../../../../src/modules/delivery/engine/hand-over.ts';
import { CAME_BACK, markCall } from '../../../../src/modules/delivery/engine/provider-calls.ts';
import { SMS } from '../../../../src/modules/delivery/engine/sms.ts';
import { LOST, type NotAsked } from '../../../../src/modules/delivery/engine/sms-result.ts';
import { takeTurn } from '../../../../src/modules/delivery/engine/turn.ts';
import { optOut } from '../../../../src/modules/delivery/receipts/opt-out.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver, textOf } from '../../../support/database.ts';
import { runJobs } from '../../../support/jobs.ts';
import { PATIENCE } from '../../../support/patience.ts';
import {
  createSmsCampaign,
  manual,
  START,
  STOP,
  type TestCampaign,
  type TestEngine,
  testEngine,
  testProvider,
} from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';
import { uploaded } from '../../audience/data-files/support.ts';

const isEmbedded = inject('databaseTemplate').kind === 'embedded';
let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const soon = () => new Date(Date.now() + 1_000).toISOString();
const run = (document: string, id: string) => test.graphql(document, { variables: { id }, token: acme.token });

async function started(contacts: number): Promise<TestCampaign> {
  const made = await createSmsCampaign(test, acme.team.id, { contacts, meta: manual(contacts) });
  expect((await run(START, made.campaignId)).errors).toBeUndefined();
  return made;
}

/** Claims everybody, and hands nothing over. */
async function claimed(engine: TestEngine) {
  for (;;) {
    const turn = await takeTurn(SMS, engine);
    const [batch] = turn?.claim?.batches ?? [];
    if (turn && batch) return { send: turn, batch };
  }
}

const numberOf = async (contactId: string) => {
  const { number } = await test.db.contact.findUniqueOrThrow({
    where: { teamId_id: { teamId: acme.team.id, id: contactId } },
  });
  return String(number);
};
const stops = async ({ routeId }: TestCampaign, number: string, at: Date) =>
  receiveInbound(
    test.services.db,
    { teamId: acme.team.id, id: routeId },
    { receipts: [], replies: [{ id: `stop ${number}`, from: number, to: null, text: 'STOP', at }] },
    at,
  );
const statuses = async () => {
  const messages = await test.db.smsMessage.findMany({ where: { teamId: acme.team.id }, orderBy: { id: 'asc' } });
  return messages.map(({ status }) => status);
};
const campaignOf = ({ campaignId }: TestCampaign) =>
  test.db.smsCampaign.findFirstOrThrow({ where: { teamId: acme.team.id, id: campaignId } });
const routeOf = ({ routeId }: TestCampaign) =>
  test.db.route.findFirstOrThrow({ where: { teamId: acme.team.id, id: routeId } });
const logOf = async ({ campaignId }: TestCampaign) => {
  const logs = await test.db.log.findMany({ where: { callerId: campaignId }, orderBy: { id: 'asc' } });
  return logs.map(({ text }) => text);
};

describe('a STOP', () => {
  it('that is answered after a claim keeps its number out of the first call, too', async () => {
    const made = await started(3);
    const engine = testEngine(test, soon());
    const { send, batch } = await claimed(engine);
    const number = await numberOf(made.contactIds[1]!);
    await stops(made, number, engine.clock);
    await handOver(engine, campaignCarrier(engine, send), { id: batch.id, takeovers: 0 }, batch.route, batch.messages);
    await engine.pass(1);
    expect(engine.provider.sent.map(({ to }) => to)).not.toContain(number);
    expect(engine.provider.sent).toHaveLength(2);
    expect(await test.db.smsRecipient.findMany({ where: { teamId: acme.team.id, status: 'skipped' } })).toMatchObject([
      { contactId: made.contactIds[1], rule: 'suppressed', reason: 'The contact asked not to be contacted.' },
    ]);
    expect(await campaignOf(made)).toMatchObject({ status: 'sent' });
  });

  it.each(['form', 'import'] as const)(
    'or a withdrawal of the consent that the campaign requires, by %s',
    async (way) => {
      const made = await startedFor('marketing');
      const engine = testEngine(test, soon());
      const { send, batch } = await claimed(engine);
      expect(batch.messages).toHaveLength(3);
      const number = await numberOf(made.contactIds[1]!);
      if (way === 'form') await consent(number, 'withdrawn');
      else await (await importing(`phone,agrees\n+${number},no\n`))();
      await handOver(
        engine,
        campaignCarrier(engine, send),
        { id: batch.id, takeovers: 0 },
        batch.route,
        batch.messages,
      );
      expect(engine.provider.sent.map(({ to }) => to)).not.toContain(number);
      expect(engine.provider.sent).toHaveLength(2);
      expect(await test.db.smsRecipient.findMany({ where: { teamId: acme.team.id, status: 'skipped' } })).toMatchObject(
        [{ contactId: made.contactIds[1], rule: 'no_consent' }],
      );
    },
  );

  it.skipIf(isEmbedded)(
    'or an import with withdrawals that is being committed is waited for before a call begins',
    async () => {
      const made = await startedFor('marketing');
      const engine = testEngine(test, soon());
      const { send, batch } = await claimed(engine);
      const number = await numberOf(made.contactIds[0]!);
      const runImport = await importing(`phone,agrees\n+${number},no\n`);
      const holder = await test.services.pool.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT FROM contacts WHERE team_id = $1 AND id = $2 FOR UPDATE', [
        acme.team.id,
        made.contactIds[0],
      ]);
      const imported = runImport();
      const isHeld = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await test.services.pool.query(isHeld)).rowCount, PATIENCE).toBe(1);
      const batchKey = { id: batch.id, takeovers: 0 };
      const handing = handOver(engine, campaignCarrier(engine, send), batchKey, batch.route, batch.messages);
      await expect.poll(waitsAtTheGate, PATIENCE).toBe(true);
      expect(engine.provider.sent).toEqual([]);
      await holder.query('ROLLBACK');
      holder.release();
      await Promise.all([imported, handing]);
      expect(engine.provider.sent).toHaveLength(2);
      expect(engine.provider.sent.map(({ to }) => to)).not.toContain(number);
    },
  );

  const consent = async (number: string, state: string) => {
    const document = `mutation ($input: RecordConsentInput!) { recordConsent(input: $input) { consentEvent { id } } }`;
    const input = { number: `+${number}`, purpose: 'marketing', channel: 'sms', state, source: 'form' };
    expect((await test.graphql(document, { variables: { input }, token: acme.token })).errors).toBeUndefined();
  };
  const startedFor = async (requiresConsent: 'marketing') => {
    const meta = { ...manual(3), requiresConsent };
    const made = await createSmsCampaign(test, acme.team.id, { contacts: 3, meta });
    for (const contactId of made.contactIds) await consent(await numberOf(contactId), 'granted');
    expect((await run(START, made.campaignId)).errors).toBeUndefined();
    return made;
  };
  const importing = async (list: string) => {
    const id = await uploaded(test, list, { token: acme.token });
    const document = `mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }`;
    const agreed = { channels: ['sms'], purpose: 'marketing', column: 1 };
    const variables = { id, input: { columns: { number: 0 }, consent: agreed } };
    expect((await test.graphql(document, { variables, token: acme.token })).errors).toBeUndefined();
    return () => runJobs(test);
  };

  it.skipIf(isEmbedded)('that is being committed is waited for before a call begins', async () => {
    const made = await started(2);
    const engine = testEngine(test, soon());
    const { send, batch } = await claimed(engine);
    const number = await numberOf(made.contactIds[0]!);
    let commit = () => {};
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const stopping = test.services.db.transaction(async (tx) => {
      const now = engine.clock;
      await optOut(tx, { teamId: acme.team.id, number, method: 'reply', evidence: 'STOP', messageId: null, now });
      written();
      await committed;
    });
    await isWritten;
    const handing = handOver(
      engine,
      campaignCarrier(engine, send),
      { id: batch.id, takeovers: 0 },
      batch.route,
      batch.messages,
    );
    await expect.poll(waitsAtTheGate, PATIENCE).toBe(true);
    expect(engine.provider.sent).toEqual([]);
    commit();
    await Promise.all([stopping, handing]);
    expect(engine.provider.sent).toHaveLength(1);
    expect(engine.provider.sent[0]!.to).not.toBe(number);
  });

  const waitsAtTheGate = async () => {
    const { rows } = await test.services.pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  };
});

it('a contact that has another number since the claim is not written to at the former one, and then at the new one', async () => {
  const made = await started(3);
  const engine = testEngine(test, soon());
  const { send, batch } = await claimed(engine);
  const former = await numberOf(made.contactIds[1]!);
  await test.db.contact.update({
    where: { teamId_id: { teamId: acme.team.id, id: made.contactIds[1]! } },
    data: { number: 4_915_119_999_999n },
  });
  await handOver(engine, campaignCarrier(engine, send), { id: batch.id, takeovers: 0 }, batch.route, batch.messages);
  expect(engine.provider.sent).toHaveLength(2);
  await engine.pass(1);
  const numbers = engine.provider.sent.map(({ to }) => to);
  expect(numbers).toHaveLength(3);
  expect(numbers).not.toContain(former);
  expect(numbers[2]).toBe('4915119999999');
});

it('a campaign that is stopped after a claim hands nothing over, and goes on with the same contacts', async () => {
  const made = await started(3);
  const engine = testEngine(test, soon());
  const { send, batch } = await claimed(engine);
  await run(STOP, made.campaignId);
  await handOver(engine, campaignCarrier(engine, send), { id: batch.id, takeovers: 0 }, batch.route, batch.messages);
  expect(engine.provider.sent).toEqual([]);
  await run(START, made.campaignId);
  engine.clock = new Date(Date.now() + 2_000);
  await engine.run();
  expect(engine.provider.sent).toHaveLength(3);
});

describe('a worker that ends', () => {
  it('and comes back with a refusal of a batch that another worker has by then decides nothing', async () => {
    await started(1);
    const engine = testEngine(test, soon());
    const { send, batch } = await claimed(engine);
    engine.provider.send = async (messages) => {
      await test.db.smsBatch.updateMany({ where: { id: batch.id }, data: { takeovers: 1 } });
      const refusal = { kind: 'permanent', code: null, reason: 'No such number.', retryAfterSeconds: null } as const;
      return messages.map(() => ({ status: 'rejected', ...refusal }));
    };
    await handOver(engine, campaignCarrier(engine, send), { id: batch.id, takeovers: 0 }, batch.route, batch.messages);
    expect(await statuses()).toEqual(['sending']);
    expect(await test.db.smsBatch.findFirstOrThrow({ where: { id: batch.id } })).toMatchObject({ doneAt: null });
    // Nothing of it is left to the workers of other tests.
    await test.db.smsBatch.updateMany({ where: { id: batch.id }, data: { doneAt: new Date() } });
  });

  it('and comes back before the other worker has decided about a call that nobody was asked in leaves nothing unknown', async () => {
    await started(2);
    const engine = testEngine(test, soon());
    const { send, batch } = await claimed(engine);
    const carrier = campaignCarrier(engine, send);
    const [mine, other] = [0, 1].map((takeovers) => ({ id: batch.id, takeovers })) as [BatchKey, BatchKey];
    const callId = await markCall(engine, carrier, mine, batch.messages);
    await test.db.smsBatch.updateMany({ where: { id: batch.id }, data: { takeovers: 1 } });
    const all = (result: NotAsked | typeof LOST) => batch.messages.map(({ id }) => ({ messageId: id, ...result }));
    await carrier.settle(mine, batch.route, [{ callId, results: all(CAME_BACK) }], true);
    expect(await statuses()).toEqual(['sending', 'sending']);
    await carrier.settle(other, batch.route, [{ callId: null, results: all(LOST) }], true);
    expect(await statuses()).toEqual([]);
    await engine.pass(1);
    expect(await statuses()).toEqual(['accepted', 'accepted']);
  });

  it('before any call leaves nothing unknown: its messages wait again', async () => {
    const made = await started(4);
    const engine = testEngine(test, soon());
    await claimed(engine);
    await engine.pass(2);
    expect(await statuses()).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    expect(await campaignOf(made)).toMatchObject({ status: 'sent' });
  });

  it('in the middle leaves unknown what was in the call, and nothing else; its route is not to blame', async () => {
    const made = await started(6);
    const provider = testProvider({ batchSize: 2, maxInFlight: 1 });
    const { send: answer } = provider;
    let late = () => {};
    let calls = 0;
    provider.send = async (messages) => {
      calls += 1;
      if (calls === 2) {
        await new Promise<void>((resolve) => {
          late = resolve;
        });
      }
      return answer(messages);
    };
    const dead = testEngine(test, soon(), provider);
    const { send, batch } = await claimed(dead);
    const handing = handOver(
      dead,
      campaignCarrier(dead, send),
      { id: batch.id, takeovers: 0 },
      batch.route,
      batch.messages,
    );
    // What is answered counts although other calls of the batch are under way.
    await expect
      .poll(async () => [calls, ...(await statuses()).sort()], PATIENCE)
      .toEqual([2, 'accepted', 'accepted', 'sending', 'sending', 'sending', 'sending']);
    const other = testEngine(test, new Date(dead.clock.getTime() + 61_000).toISOString());
    await other.run();
    await other.pass(1);
    expect((await statuses()).sort()).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'unknown', 'unknown']);
    expect(await routeOf(made)).toMatchObject({ failures: 0, outages: 0 });
    // It lived after all, and learns that the batch is another worker's: it asks for nothing more.
    late();
    await handing;
    expect((await statuses()).sort()).toEqual(Array(6).fill('accepted'));
    expect([calls, other.provider.sent.length]).toEqual([2, 2]);
  });
});

describe.skipIf(isEmbedded)('what is written down of a call', () => {
  const transaction = async () => {
    const client = await test.services.pool.connect();
    await client.query('BEGIN');
    let isOver = false;
    const end = async (how: 'COMMIT' | 'ROLLBACK') => {
      if (isOver) return;
      isOver = true;
      await client.query(how).finally(() => client.release());
    };
    onTestFinished(() => end('ROLLBACK'));
    return { client, end };
  };

  it('does not wait for answers of its batch that are being stored', async () => {
    await started(4);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 2, maxInFlight: 1 }));
    const { send, batch } = await claimed(engine);
    const storing = await transaction();
    const batchKey = [acme.team.id, batch.id];
    await storing.client.query('UPDATE sms_batches SET done_at = NULL WHERE team_id = $1 AND id = $2', batchKey);
    const key = { id: batch.id, takeovers: 0 };
    const handing = handOver(engine, campaignCarrier(engine, send), key, batch.route, batch.messages);
    await expect.poll(() => engine.provider.sent.length, PATIENCE).toBe(4);
    expect(await statuses()).toEqual(Array(4).fill('sending'));
    await storing.end('ROLLBACK');
    await handing;
    expect(await statuses()).toEqual(Array(4).fill('accepted'));
  });

  it('is waited for by a worker that takes the batch over', async () => {
    await started(2);
    const engine = testEngine(test, soon());
    const { send, batch } = await claimed(engine);
    const { client, end } = await transaction();
    const pool = Object.assign(Object.create(test.services.pool) as pg.Pool, { query: client.query.bind(client) });
    const slow = { ...engine, now: () => engine.clock, db: dbOver(test, pool) };
    await markCall(slow, campaignCarrier(slow, send), { id: batch.id, takeovers: 0 }, batch.messages);
    const other = testEngine(test, new Date(engine.clock.getTime() + 61_000).toISOString());
    const taking = other.run();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await test.services.pool.query(waiting)).rowCount, PATIENCE).toBe(1);
    await end('COMMIT');
    await taking;
    expect([await statuses(), other.provider.sent]).toEqual([['unknown', 'unknown'], []]);
  });
});

it('answers are stored when the database takes them again', async () => {
  const made = await started(3);
  const engine = testEngine(test, soon());
  let refused = 0;
  const connect = async () => {
    const client = await test.services.pool.connect();
    const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
      if (textOf(statement).includes('SET done_at = CASE') && refused < 3) {
        refused += 1;
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
      }
      return client.query(statement as string, values);
    };
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  const query = test.services.pool.query.bind(test.services.pool);
  const pool = Object.assign(Object.create(test.services.pool) as pg.Pool, { connect, query });
  const { send, batch } = await claimed(engine);
  const unsure = { ...engine, now: () => engine.clock, db: dbOver(test, pool) };
  await handOver(unsure, campaignCarrier(unsure, send), { id: batch.id, takeovers: 0 }, batch.route, batch.messages);
  expect([refused, await statuses()]).toEqual([3, ['accepted', 'accepted', 'accepted']]);
  expect(engine.provider.sent).toHaveLength(3);
  await engine.pass(1);
  expect(await campaignOf(made)).toMatchObject({ status: 'sent' });
});

describe('a link that is down', () => {
  it('pauses its route for longer each time; no message counts a try, and all go when it is back', async () => {
    const made = await started(200);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 10, maxInFlight: 2 }));
    const begun = engine.clock.getTime();
    const accept = engine.provider.answer;
    engine.provider.answer = () => unreachable('The service could not be connected to.');
    const pauses: number[] = [];
    for (let outage = 0; outage < 8; outage += 1) {
      await engine.run();
      const { pausedUntil } = await routeOf(made);
      pauses.push((pausedUntil!.getTime() - engine.clock.getTime()) / 1_000);
      engine.clock = pausedUntil!;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(await campaignOf(made)).toMatchObject({ status: 'in_progress' });
    expect(await test.db.smsRecipient.count({ where: { teamId: acme.team.id, tries: { gt: 0 } } })).toBe(0);
    // A few calls each time, not one for everybody.
    expect(engine.provider.sent.length).toBeLessThanOrEqual(8 * 20);
    engine.provider.sent.length = 0;
    engine.provider.answer = accept;
    await engine.pass(2);
    expect(engine.provider.sent).toHaveLength(200);
    expect(await campaignOf(made)).toMatchObject({ status: 'sent' });
    expect(await routeOf(made)).toMatchObject({ outages: 0, failures: 0 });
    const log = await logOf(made);
    expect(log.filter((text) => text.startsWith('Route Main'))).toEqual([
      'Route Main is down. Its messages wait, and it is tried again until it is back. The service could not be connected to.',
      'Route Main is back.',
    ]);
    expect(engine.clock.getTime() - begun).toBeLessThan(10 * 60_000);
  });

  it('now and then does not stop a campaign, and fails no message', async () => {
    const made = await started(300);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 5, maxInFlight: 2 }));
    const accept = engine.provider.answer;
    let asked = 0;
    const reached: string[] = [];
    engine.provider.answer = (message) => {
      asked += 1;
      if (asked % 50 === 0) return unreachable('The connection to the operator is lost.');
      reached.push(message.to);
      return accept(message);
    };
    await engine.pass(1 / 2, 1 / 60);
    expect([await campaignOf(made), reached.length, new Set(reached).size]).toMatchObject([
      { status: 'sent' },
      300,
      300,
    ]);
    expect(await statuses()).toEqual(Array(300).fill('accepted'));
  });
});

describe('a provider that asks for a pause', () => {
  it('is not called with the rest of the batch until the pause ends; then each message goes once', async () => {
    const made = await started(40);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 10, maxInFlight: 1 }));
    const accept = engine.provider.answer;
    engine.provider.answer = (message) =>
      engine.provider.sent.length > 10
        ? { status: 'rejected', kind: 'throttled', code: '429', reason: 'Too many requests.', retryAfterSeconds: 30 }
        : accept(message);
    const asked = engine.clock.getTime();
    await engine.run();
    expect(engine.provider.sent).toHaveLength(20);
    expect((await routeOf(made)).pausedUntil!.getTime() - asked).toBe(30_000);
    const waiting = await test.db.smsRecipient.groupBy({
      by: ['rule', 'reason'],
      where: { teamId: acme.team.id, status: 'waiting' },
      _count: true,
    });
    expect(waiting).toHaveLength(2);
    expect(waiting).toContainEqual({
      rule: 'route_paused',
      reason: 'The provider of route Main asked for a pause.',
      _count: 20,
    });
    expect(waiting).toContainEqual({
      rule: 'refused_for_now',
      reason: 'The provider refused it for now: Too many requests.',
      _count: 10,
    });
    engine.provider.answer = accept;
    engine.clock = new Date(asked + 29_000);
    await engine.run();
    expect(engine.provider.sent).toHaveLength(20);
    await engine.pass(2);
    expect(await statuses()).toEqual(Array(40).fill('accepted'));
    expect(engine.provider.sent).toHaveLength(50);
    expect(await campaignOf(made)).toMatchObject({ status: 'sent' });
  });

  it('is not called by another worker that claimed a batch before the pause', async () => {
    const made = await started(4);
    const engine = testEngine(test, soon());
    const { send, batch } = await claimed(engine);
    const pausedUntil = new Date(engine.clock.getTime() + 30_000);
    await test.db.route.updateMany({ where: { teamId: acme.team.id }, data: { pausedUntil } });
    await handOver(engine, campaignCarrier(engine, send), { id: batch.id, takeovers: 0 }, batch.route, batch.messages);
    expect(engine.provider.sent).toEqual([]);
    engine.clock = pausedUntil;
    await engine.pass(2);
    expect(engine.provider.sent).toHaveLength(4);
    expect(await campaignOf(made)).toMatchObject({ status: 'sent' });
  });
});

describe('calls without an answer', () => {
  it('leave their messages unknown, and stop the campaign only when several in a row had none', async () => {
    const made = await started(100);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 10, maxInFlight: 1 }));
    engine.provider.answer = () => unanswered('The service did not answer in time.');
    await engine.pass(1, 1 / 60);
    expect(await campaignOf(made)).toMatchObject({
      status: 'stopped',
      statusReason: '5 calls in a row over route Main got no answer. Their messages may have gone out.',
    });
    expect((await statuses()).filter((status) => status === 'unknown').length).toBeLessThanOrEqual(100);
    expect(await test.db.smsMessage.count({ where: { teamId: acme.team.id, status: 'sending' } })).toBe(0);
  });

  it('are forgotten with the next answer', async () => {
    const made = await started(100);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 10, maxInFlight: 1 }));
    const accept = engine.provider.answer;
    let calls = 0;
    const { send } = engine.provider;
    engine.provider.send = async (messages) => {
      calls += 1;
      engine.provider.answer = calls % 3 === 0 ? accept : () => unanswered('The connection to the service broke.');
      return send(messages);
    };
    await engine.pass(3, 1 / 60);
    expect(await campaignOf(made)).toMatchObject({ status: 'sent' });
    expect(await routeOf(made)).toMatchObject({ pausedUntil: expect.any(Date) });
  });
});
