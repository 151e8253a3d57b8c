import { EventEmitter, once } from 'node:events';
import type pg from 'pg';
import { rejected, unanswered, unreachable } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { optOut } from '../../../../src/modules/delivery/receipts/opt-out.ts';
import { workOnCalls } from '../../../../src/modules/voice/engine/voice.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, testCallEngine } from '../../../support/calling.ts';
import { dbOver, failingPool, textOf } from '../../../support/database.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const START = 'mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }';
const soon = () => new Date(Date.now() + 1_000).toISOString();

async function started(contacts: number) {
  const made = await createVoiceCampaign(test, acme.team.id, { contacts });
  const answer = await test.graphql(START, { variables: { id: made.campaignId }, token: acme.token });
  expect(answer.errors).toBeUndefined();
  return made;
}
const campaignOf = ({ campaignId }: { campaignId: string }) =>
  test.db.voiceCampaign.findFirstOrThrow({ where: { teamId: acme.team.id, id: campaignId } });
const accountOf = ({ accountId }: { accountId: string }) =>
  test.db.voiceAccount.findFirstOrThrow({ where: { teamId: acme.team.id, id: accountId } });

it('a STOP that is answered between the mark of a call and its placing keeps its number out of it', async () => {
  const made = await started(1);
  const contact = await test.db.contact.findFirstOrThrow({ where: { teamId: acme.team.id, id: made.contactIds[0]! } });
  const engine = testCallEngine(test, soon());
  let hasMarked = false;
  let hasStopped = false;
  const stop = () =>
    test.services.db.transaction((tx) =>
      optOut(tx, {
        ...{ teamId: acme.team.id, number: String(contact.number), method: 'reply', evidence: 'STOP', messageId: null },
        now: engine.clock,
      }),
    );
  const connect = async () => {
    if (hasMarked && !hasStopped) {
      hasStopped = true;
      await stop();
    }
    const client = await test.services.pool.connect();
    const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
      hasMarked ||= textOf(statement).includes("SET status = 'placing'");
      return client.query(statement as string, values);
    };
    return { query, release: (broken?: boolean) => client.release(broken) };
  };
  const query = test.services.pool.query.bind(test.services.pool);
  const pool = Object.assign(Object.create(test.services.pool) as pg.Pool, { query, connect });
  while (await workOnCalls({ ...engine, now: () => engine.clock, db: dbOver(test, pool) }));
  expect([hasStopped, engine.voice.placed]).toEqual([true, []]);
  expect(await test.db.voiceRecipient.findMany({ where: { teamId: acme.team.id } })).toMatchObject([
    { status: 'skipped', reason: 'The contact asked not to be contacted.', attempts: 0 },
  ]);
});

it.each([
  ['marked', 'pg_advisory_xact_lock_shared'],
  ['that may be marked', "SET status = 'placing'"],
])(
  'a call %s that another worker takes for unknown, while its own finds the database away before it asks, is placed once',
  async (_, statement) => {
    await started(1);
    const cut = testCallEngine(test, soon());
    const returning = new EventEmitter();
    let isAway = false;
    const pool = failingPool(test, (sql) => {
      if (isAway && sql.includes('FROM calls') && sql.includes('FOR UPDATE')) returning.emit('tried');
      isAway ||= sql.includes(statement);
      return isAway;
    });
    const engine = { ...cut, now: () => cut.clock, db: dbOver(test, pool) };
    const tried = once(returning, 'tried');
    let isOver = false;
    const working = (async () => {
      while (!isOver && (await workOnCalls(engine)));
    })();
    await tried;
    if (statement.startsWith('SET'))
      await test.db.callPlacement.updateMany({ where: { teamId: acme.team.id }, data: { status: 'placing' } });
    const other = testCallEngine(test, new Date(cut.clock.getTime() + 61_000).toISOString());
    await other.run();
    const [placement] = await test.db.callPlacement.findMany({ where: { teamId: acme.team.id } });
    expect(placement).toMatchObject({ status: 'unknown' });
    cut.clock = other.clock;
    isOver = true;
    isAway = false;
    await working;
    expect([await test.db.callPlacement.count({ where: { teamId: acme.team.id } }), other.voice.placed]).toEqual([
      0,
      [],
    ]);
    await other.pass(1);
    expect([cut.voice.placed.length, other.voice.placed.length]).toEqual([0, 1]);
  },
);

it.each([
  ['was refused for now', () => ({ ...rejected('retryable', 'Busy.'), retryAfterSeconds: 1 })],
  ['never reached its provider', () => unreachable('The service could not be connected to.')],
])(
  'a call that another worker takes for unknown before the answer is stored, and that %s, is placed again',
  async (_, answer) => {
    await started(1);
    const engine = testCallEngine(test, soon());
    const other = testCallEngine(test, engine.clock.toISOString());
    engine.voice.answer = async () => {
      other.clock = new Date(engine.clock.getTime() + 61_000);
      await other.run();
      const [placement] = await test.db.callPlacement.findMany({ where: { teamId: acme.team.id } });
      expect(placement).toMatchObject({ status: 'unknown' });
      engine.clock = other.clock;
      return answer();
    };
    while (engine.voice.placed.length === 0) await workOnCalls(engine);
    expect(await test.db.callPlacement.count({ where: { teamId: acme.team.id } })).toBe(0);
    await other.pass(1);
    expect(other.voice.placed).toHaveLength(1);
  },
);

it('a voice account whose link is down pauses for longer each time, and calls go on by themselves when it is back', async () => {
  const made = await started(3);
  const engine = testCallEngine(test, soon());
  const accept = engine.voice.answer;
  engine.voice.answer = () => unreachable('The service could not be connected to.');
  const pauses: number[] = [];
  await engine.run();
  for (let until = new Date(0); pauses.length < 8; engine.clock = new Date(engine.clock.getTime() + 1_000)) {
    await engine.run();
    const { pausedUntil } = await accountOf(made);
    if (pausedUntil!.getTime() !== until.getTime())
      pauses.push((pausedUntil!.getTime() - engine.clock.getTime()) / 1_000);
    until = pausedUntil!;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  engine.voice.placed.length = 0;
  engine.voice.answer = accept;
  await engine.pass(2, 1 / 6);
  expect(engine.voice.placed).toHaveLength(3);
  expect(await campaignOf(made)).toMatchObject({ status: 'in_progress' });
  expect(await test.db.voiceRecipient.findMany({ where: { teamId: acme.team.id } })).toMatchObject([
    { tries: 0, attempts: 1 },
    { tries: 0, attempts: 1 },
    { tries: 0, attempts: 1 },
  ]);
  const logs = await test.db.log.findMany({ where: { callerId: made.campaignId }, orderBy: { id: 'asc' } });
  expect(logs.flatMap(({ text }) => (text.startsWith('Voice account') ? [text] : []))).toEqual([
    'Voice account Main is down. Its calls wait, and it is tried again until it is back. The service could not be connected to.',
    'Voice account Main is back.',
  ]);
});

it.each([
  ['asks for a pause', () => ({ ...rejected('throttled', 'Slow down.'), retryAfterSeconds: 60 }), 60],
  ['is down', () => unreachable('The service could not be connected to.'), 1],
])('once a voice account’s provider %s, calls that are claimed already wait, too', async (_what, answer, seconds) => {
  const made = await started(10);
  const engine = testCallEngine(test, soon());
  engine.voice.capabilities.maxInFlight = 1;
  const accept = engine.voice.answer;
  engine.voice.answer = (call) => (engine.voice.placed.length === 1 ? answer() : accept(call));
  await engine.run();
  expect(engine.voice.placed).toHaveLength(1);
  expect((await accountOf(made)).pausedUntil).toEqual(new Date(engine.clock.getTime() + seconds * 1_000));
  const kept = await test.db.voiceRecipient.findMany({ where: { teamId: acme.team.id, rule: 'route_paused' } });
  expect(kept.map(({ status, attempts, reason }) => [status, attempts, reason]).slice(-9)).toEqual(
    Array(9).fill(['waiting', 0, 'Voice account Main is down or asked for a pause.']),
  );
  await engine.pass(1);
  expect(engine.voice.placed).toHaveLength(11);
  expect(new Set(engine.voice.placed.map(({ to }) => to)).size).toBe(10);
});

it('of claims over one provider, no more calls are asked for at a time than it takes', async () => {
  await started(6);
  await started(6);
  const engine = testCallEngine(test, soon());
  engine.voice.capabilities.maxInFlight = 2;
  const accept = engine.voice.answer;
  let open = 0;
  let most = 0;
  let other: Promise<void> | undefined;
  engine.voice.answer = async (call) => {
    open += 1;
    most = Math.max(most, open);
    // Another lane of the process takes the other campaign.
    other ??= engine.run();
    for (let trips = 0; trips < 20; trips += 1) await test.pool.query('SELECT 1');
    open -= 1;
    return accept(call);
  };
  await engine.run();
  await other;
  expect([most, engine.voice.placed.length]).toEqual([2, 12]);
});

it('calls without an answer stop the campaign only when several in a row had none', async () => {
  const made = await started(20);
  const engine = testCallEngine(test, soon());
  engine.voice.capabilities.maxInFlight = 1;
  let calls = 0;
  const accept = engine.voice.answer;
  engine.voice.answer = (call) => {
    calls += 1;
    return calls % 3 === 0 ? accept(call) : unanswered('The connection to the service broke.');
  };
  await engine.pass(1, 1 / 60);
  expect(await campaignOf(made)).toMatchObject({ status: 'in_progress' });
  engine.voice.answer = () => unanswered('The connection to the service broke.');
  const more = await started(10);
  await engine.pass(3, 1 / 60);
  expect(await campaignOf(more)).toMatchObject({
    status: 'stopped',
    stoppedReason: '5 calls in a row over voice account Main got no answer. They may have been placed.',
  });
});

it('a call whose provider answers the id of another call is unknown, and the other keeps its id', async () => {
  const made = await started(2);
  const engine = testCallEngine(test, soon());
  engine.voice.answer = () => ({ status: 'accepted', providerId: 'same' });
  await engine.run();
  const calls = await test.db.call.findMany({ where: { teamId: acme.team.id } });
  expect(calls.map(({ externalId, status }) => [externalId, status]).sort()).toEqual([
    [null, 'scheduled'],
    ['same', 'queued'],
  ]);
  expect(await campaignOf(made)).toMatchObject({ status: 'in_progress', callsInFlight: 1 });
  const recipients = await test.db.voiceRecipient.findMany({ where: { teamId: acme.team.id } });
  expect(recipients.map(({ reason }) => reason).sort()).toEqual([
    'It is unknown whether the call was placed: The provider gave it the id of another call, same.',
    null,
  ]);
});
