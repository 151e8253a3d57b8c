import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { LEASE_MS } from '../../../../src/modules/voice/engine/engine.ts';
import { sweepCall } from '../../../../src/modules/voice/engine/sweep-calls.ts';
import { workOnCalls } from '../../../../src/modules/voice/engine/voice.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { callEvent, createVoiceCampaign, reportOf, START_CALLS, testCallEngine } from '../../../support/calling.ts';
import { dbOver, textOf } from '../../../support/database.ts';
import { PERSON, visit } from '../../../support/hooks.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

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

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The pool, but the first statement with `text` in it waits, `before` or after it ran, until it is let go. */
function stopping(pool: pg.Pool, text: string, before: boolean) {
  const reached = gate();
  const letGo = gate();
  let done = false;
  const connect = async () => {
    const client = await pool.connect();
    const query = async (sql: string | pg.QueryConfig, values?: unknown[]) => {
      if (done || !textOf(sql).includes(text)) return client.query(sql as string, values);
      done = true;
      if (before) {
        reached.open();
        await letGo.opened;
        return client.query(sql as string, values);
      }
      const answer = await client.query(sql as string, values);
      reached.open();
      await letGo.opened;
      return answer;
    };
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  return {
    // A pool's own `query` calls `connect` in pg's older form.
    pool: Object.assign(Object.create(pool) as pg.Pool, { connect, query: pool.query.bind(pool) }),
    reached: reached.opened,
    letGo: letGo.open,
  };
}

/** The pool; errors of its statements are told, too. */
function noting(pool: pg.Pool, tell: (error: { code?: string }) => void) {
  const connect = async () => {
    const client = await pool.connect();
    const query = (sql: string | pg.QueryConfig, values?: unknown[]) =>
      client.query(sql as string, values).catch((error: { code?: string }) => {
        tell(error);
        throw error;
      });
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  return Object.assign(Object.create(pool) as pg.Pool, { connect, query: pool.query.bind(pool) });
}

/** In this test's database: others use the server, too. */
const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const waitsForLock = () =>
  expect.poll(async () => (await test.services.pool.query(WAITING)).rowCount, PATIENCE).toBeGreaterThan(0);

const soon = () => new Date(Date.now() + 1_000).toISOString();

describe.skipIf(isEmbedded)('two that wait for each other', () => {
  it('a contact is deleted while it is claimed', async () => {
    const { campaignId, contactIds } = await createSmsCampaign(test, acme.team.id, { contacts: 1, meta: manual(1) });
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
    const engine = testEngine(test, soon());
    const slow = stopping(test.services.pool, 'INSERT INTO contact_limits', true);
    const timed = { ...engine, now: () => engine.clock, db: dbOver(test, slow.pool) };
    const working = (async () => {
      while (await work(timed).catch(() => true));
    })();
    await slow.reached;
    const deleting = test.graphql('mutation ($id: ID!) { deleteContact(id: $id) { id } }', {
      variables: { id: contactIds[0]! },
      token: acme.token,
    });
    await waitsForLock();
    slow.letGo();
    const answer = await deleting;
    await working;
    expect(answer.errors).toBeUndefined();
  });

  it('a contact is deleted whose STOP comes', async () => {
    const teamId = acme.team.id;
    const { routeId } = await createSmsCampaign(test, teamId, { contacts: 1, meta: manual(1) });
    const { id, number } = await test.db.contact.create({ data: { teamId, number: 4915112340000n } });
    const deleting = await test.pool.connect();
    await deleting.query('BEGIN');
    await deleting.query('DELETE FROM contacts WHERE team_id = $1 AND id = $2', [teamId, id]);
    const reply = { id: 'r1', from: String(number), to: null, text: 'STOP', at: new Date() };
    const route = { teamId, id: routeId };
    const told = receiveInbound(test.services.db, route, { receipts: [], replies: [reply] }, new Date());
    await waitsForLock();
    await deleting.query('COMMIT');
    deleting.release();
    await told;
    expect(await test.db.suppressedNumber.findMany({ where: { teamId } })).toMatchObject([{ number }]);
    expect(await test.db.smsReply.findMany({ where: { teamId } })).toMatchObject([{ text: 'STOP', contactId: null }]);
  });

  it('a contact is deleted that joins an audience and is claimed meanwhile', async () => {
    const teamId = acme.team.id;
    const { campaignId, contactIds } = await createSmsCampaign(test, teamId, { contacts: 1, meta: manual(1) });
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
    const [joining, held] = [await test.services.pool.connect(), await test.services.pool.connect()];
    try {
      await joining.query('BEGIN');
      await joining.query(
        `INSERT INTO sms_recipients (team_id, sms_campaign_id, cycle, contact_id, sms_send_id, due_at)
         SELECT $1, sms_campaign_id, cycle, $2, id, now() FROM sms_sends WHERE team_id = $1 AND sms_campaign_id = $3`,
        [teamId, contactIds[0], campaignId],
      );
      await joining.query('UPDATE sms_sends SET audience_at = now(), audience_size = 1 WHERE team_id = $1', [teamId]);
      await held.query('BEGIN');
      await held.query('/* across teams: a lock alone */ LOCK TABLE lookup_results IN SHARE MODE');
      // It finds no row of an audience, and waits for the one that is being written.
      const deleting = test.graphql('mutation ($id: ID!) { deleteContact(id: $id) { id } }', {
        variables: { id: contactIds[0]! },
        token: acme.token,
      });
      await waitsForLock();
      await joining.query('COMMIT');
      const engine = testEngine(test, soon());
      const slow = stopping(test.services.pool, 'INSERT INTO sms_batches', false);
      const claiming = work({ ...engine, now: () => engine.clock, db: dbOver(test, slow.pool) });
      await slow.reached;
      await held.query('COMMIT');
      await waitsForLock();
      slow.letGo();
      await claiming;
      expect((await deleting).errors).toBeUndefined();
      const where = { teamId };
      expect([await test.db.contact.count({ where }), await test.db.smsMessage.count({ where })]).toEqual([0, 0]);
    } finally {
      for (const client of [joining, held]) {
        await client.query('ROLLBACK');
        client.release();
      }
    }
  });

  it('a contact is deleted while its message is settled', async () => {
    const teamId = acme.team.id;
    const { campaignId, contactIds } = await createSmsCampaign(test, teamId, { contacts: 1, meta: manual(1) });
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
    await testEngine(test, soon()).run();
    const settling = await test.services.pool.connect();
    try {
      await settling.query('BEGIN');
      await settling.query('SELECT FROM sms_messages WHERE team_id = $1 FOR UPDATE', [teamId]);
      const deleting = test.graphql('mutation ($id: ID!) { deleteContact(id: $id) { id } }', {
        variables: { id: contactIds[0]! },
        token: acme.token,
      });
      await waitsForLock();
      const locked = settling.query('SELECT FROM sms_sends WHERE team_id = $1 FOR UPDATE', [teamId]);
      // PostgreSQL undoes either of the two: mostly the one that has waited longer.
      await settling.query((await locked.catch(() => null)) ? 'COMMIT' : 'ROLLBACK');
      expect(await deleting).toEqual({ data: { deleteContact: { id: contactIds[0] } } });
    } finally {
      await settling.query('ROLLBACK');
      settling.release();
    }
  });

  it('a call is taken back from a worker that places it after its lease', async () => {
    const { campaignId } = await createVoiceCampaign(test, acme.team.id, { contacts: 1 });
    await test.graphql(START_CALLS, { variables: { id: campaignId }, token: acme.token });
    const placing = testCallEngine(test, soon());
    const slow = stopping(test.services.pool, 'FOR SHARE', false);
    const working = workOnCalls({ ...placing, now: () => placing.clock, db: dbOver(test, slow.pool) });
    await slow.reached;
    const collisions: unknown[] = [];
    const later = new Date(placing.clock.getTime() + 2 * LEASE_MS);
    const others = noting(test.services.pool, ({ code }) => void collisions.push(code));
    const sweeping = sweepCall({ ...placing, now: () => later, db: dbOver(test, others) });
    await waitsForLock();
    slow.letGo();
    await Promise.all([working, sweeping]);
    expect(collisions).toEqual([]);
    expect(placing.voice.placed).toHaveLength(1);
  });

  it('a link is followed while STOPs of its step are taken', async () => {
    const { campaignId, routeId } = await createSmsCampaign(test, acme.team.id, { contacts: 2, meta: manual(2) });
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
    const engine = testEngine(test, soon());
    await engine.run();
    const messages = await test.db.smsMessage.findMany({
      where: { teamId: acme.team.id },
      orderBy: { id: 'asc' },
    });
    const slow = stopping(test.services.pool, 'unsubscribed = s.unsubscribed + 1', false);
    const taking = receiveInbound(
      dbOver(test, slow.pool),
      { teamId: acme.team.id, id: routeId },
      {
        receipts: [],
        replies: messages.map(({ id, phoneNormalized }) => ({
          id,
          from: phoneNormalized,
          to: null,
          text: 'STOP',
          at: engine.clock,
        })),
      },
      engine.clock,
    );
    await slow.reached;
    const following = visit(test, `/l/${messages[1]!.linkCode}`, { headers: PERSON });
    await waitsForLock();
    slow.letGo();
    const [{ status }] = await Promise.all([following, taking]);
    expect(status).toBe(302);
  });

  it('a call is reported while the next one over its number is claimed', async () => {
    const teamId = acme.team.id;
    const { campaignId, numberIds, secret } = await createVoiceCampaign(test, teamId, {
      contacts: 2,
      numbers: [{ maxConcurrentCalls: 1 }],
    });
    await test.graphql(START_CALLS, { variables: { id: campaignId }, token: acme.token });
    const engine = testCallEngine(test, soon());
    await engine.run();
    const ended = reportOf(engine.voice.placed[0]!, engine.clock, 'customer-ended-call', {});
    expect(await callEvent(test, secret, { ...ended, type: 'status-update', status: 'ended' })).toBe(200);
    const slow = stopping(test.services.pool, 'UPDATE numbers', true);
    const timed = { ...engine, now: () => engine.clock, db: dbOver(test, slow.pool) };
    engine.clock = new Date(engine.clock.getTime() + 5_000);
    const claiming = (async () => {
      while (await workOnCalls(timed));
    })();
    await slow.reached;
    const reporting = callEvent(test, secret, {
      ...ended,
      startedAt: engine.clock.toISOString(),
      analysis: { structuredData: { outcome: 'interested' } },
    });
    await waitsForLock();
    const free = 'SELECT FROM numbers WHERE team_id = $1 AND id = $2 FOR NO KEY UPDATE SKIP LOCKED';
    const { rowCount } = await test.services.pool.query(free, [teamId, numberIds[0]]);
    slow.letGo();
    await claiming;
    expect(await reporting).toBe(200);
    expect(rowCount).toBe(1);
    const [call] = await test.db.call.findMany({ where: { teamId }, orderBy: { id: 'asc' } });
    expect(call).toMatchObject({ status: 'ended', callOutcome: 'interested' });
    expect(engine.voice.placed).toHaveLength(2);
  });
});

describe.skipIf(isEmbedded)('what commits meanwhile', () => {
  it('a STOP that comes between the choice of a contact and the commit of its claim wins', async () => {
    const teamId = acme.team.id;
    const { campaignId, contactIds, routeId } = await createSmsCampaign(test, teamId, { contacts: 2, meta: manual(2) });
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
    const { number } = await test.db.contact.findUniqueOrThrow({
      where: { teamId_id: { teamId, id: contactIds[0]! } },
    });
    const provider = testProvider();
    const engine = testEngine(test, soon(), provider);
    const slow = stopping(test.services.pool, 'INSERT INTO contact_limits', true);
    const timed = { ...engine, now: () => engine.clock, db: dbOver(test, slow.pool) };
    const working = (async () => {
      while (await work(timed));
    })();
    await slow.reached;
    const reply = { id: 'stop', from: String(number), to: null, text: 'STOP', at: engine.clock };
    await receiveInbound(test.services.db, { teamId, id: routeId }, { receipts: [], replies: [reply] }, engine.clock);
    slow.letGo();
    await working;
    const recipients = await test.db.smsRecipient.findMany({
      where: { teamId },
      select: { contactId: true, status: true, rule: true },
    });
    expect(provider.sent.map(({ to }) => to)).not.toContain(String(number));
    expect(provider.sent).toHaveLength(1);
    expect(recipients.find(({ contactId }) => contactId === contactIds[0])).toMatchObject({
      status: 'skipped',
      rule: 'suppressed',
    });
  });
});
