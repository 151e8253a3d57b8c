import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  callEvent,
  createVoiceCampaign,
  MANUAL,
  reportOf,
  START_CALLS,
  STOP_CALLS,
  type TestCallEngine,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { feed, recurring } from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await createSendingTeam(app);
});

const EXPLAIN = `query ($voiceCampaignId: ID!, $contactId: ID!) {
  explainVoiceRecipient(voiceCampaignId: $voiceCampaignId, contactId: $contactId) {
    cycle rule text status decidedAt nextAt voiceSendId lastCalledAt call { status toNumber } } }`;

interface Explanation {
  rule: string;
  text: string;
  status: string | null;
  decidedAt: string | null;
  nextAt: string | null;
  [field: string]: unknown;
}

const ask = (voiceCampaignId: string, contactId: string, token = acme.token) =>
  app.graphql<{ explainVoiceRecipient: Explanation }>(EXPLAIN, { variables: { voiceCampaignId, contactId }, token });

/** Of the campaign's first contact unless another is named. */
async function explain({ campaignId, contactIds }: TestVoiceCampaign, contactId = contactIds[0]!) {
  const { data, errors } = await ask(campaignId, contactId);
  expect(errors).toBeUndefined();
  return data!.explainVoiceRecipient;
}

const explainAll = (made: TestVoiceCampaign) => Promise.all(made.contactIds.map((id) => explain(made, id)));

const start = ({ campaignId }: TestVoiceCampaign) =>
  app.graphql(START_CALLS, { variables: { id: campaignId }, token: acme.token });
const create = (options: Parameters<typeof createVoiceCampaign>[2] = {}) =>
  createVoiceCampaign(app, acme.team.id, { contacts: 1, ...options });

/** A Wednesday to come, at an hour of UTC: the engine's clock is ahead of ours, and explanations go by it. */
const on = (time: string) => `2031-03-05T${time}.000Z`;

/** Starts the campaign so that its send is due at the moment. */
async function startAt(made: TestVoiceCampaign, moment: string): Promise<TestCallEngine> {
  await start(made);
  await app.pool.query(
    `UPDATE voice_campaign_sends SET next_step_at = $2, created_at = $2, turn_at = $2
      WHERE voice_campaign_id = $1 AND team_id = $3 AND status = 'pending'`,
    [made.campaignId, moment, acme.team.id],
  );
  return testCallEngine(app, moment);
}

async function startNow(made: TestVoiceCampaign): Promise<TestCallEngine> {
  const engine = await startAt(made, on('12:00:00'));
  await engine.run();
  return engine;
}

/** Ends a call of the engine at its clock's time. */
const end = (made: TestVoiceCampaign, engine: TestCallEngine, endedReason: string, more: object = {}) =>
  callEvent(app, made.secret, reportOf(engine.voice.placed.at(-1)!, engine.clock, endedReason, more));

/** The engine calls at the moment of the explanation, and not before. */
async function expectCallAt({ campaignId }: TestVoiceCampaign, engine: TestCallEngine, nextAt: string | null) {
  const count = () => app.db.call.count({ where: { voiceCampaignId: campaignId, teamId: acme.team.id } });
  const before = await count();
  engine.clock = new Date(Date.parse(nextAt!) - 1);
  await engine.run();
  expect(await count()).toBe(before);
  engine.clock = new Date(nextAt!);
  await engine.run();
  expect(await count()).toBe(before + 1);
}

const OUTSIDE = { status: null, decidedAt: null, nextAt: null, voiceSendId: null, call: null };

describe('a contact that was called', () => {
  test('is in its call, and then it has ended', async () => {
    const made = await create();
    const engine = await startNow(made);
    const { number } = await app.db.number.findFirstOrThrow({ where: { teamId: acme.team.id } });
    expect(await explain(made)).toEqual({
      cycle: 1,
      rule: 'calling',
      text: `Call 1 from +${number} over voice account Main is going on.`,
      status: 'calling',
      decidedAt: on('12:00:00'),
      nextAt: null,
      voiceSendId: expect.any(String),
      lastCalledAt: on('12:00:00'),
      call: { status: 'queued', toNumber: `+${engine.voice.placed[0]!.to}` },
    });
    engine.clock = new Date(on('12:02:00'));
    await end(made, engine, 'voicemail');
    expect(await explain(made)).toMatchObject({
      rule: 'reached',
      text: `Call 1 from +${number} over voice account Main ended with the outcome voice_mail.`,
      status: 'ended',
      nextAt: null,
      call: { status: 'ended' },
    });
  });

  test('is called again when the line was busy, at that moment', async () => {
    const made = await create();
    const engine = await startNow(made);
    await end(made, engine, 'customer-busy');
    const told = await explain(made);
    expect(told).toMatchObject({
      rule: 'call_again',
      text: 'The line was busy; call 2 of 3 comes next.',
      status: 'held',
      nextAt: on('13:00:00'),
    });
    await expectCallAt(made, engine, told.nextAt);
  });

  test('is called later when it asked for that', async () => {
    const made = await create();
    const engine = await startNow(made);
    await end(made, engine, 'customer-ended-call', { analysis: { structuredData: { outcome: 'call_me_later' } } });
    const told = await explain(made);
    expect(told).toMatchObject({ rule: 'call_later', text: 'The contact asked to be called later.', status: 'held' });
    await expectCallAt(made, engine, told.nextAt);
  });

  test('whose call the provider refused, and of which nobody knows', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    const refusal = { code: null, retryAfterSeconds: null } as const;
    engine.voice.answer = () => ({ status: 'rejected', kind: 'permanent', reason: 'No such number.', ...refusal });
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'failed',
      text: 'The provider did not place its call: No such number.',
      status: 'ended',
      decidedAt: on('12:00:00'),
    });
    const other = await create();
    const silent = await startAt(other, on('12:00:00'));
    silent.voice.answer = () => ({ status: 'unknown', reason: 'The provider did not answer.' });
    await silent.run();
    expect(await explain(other)).toMatchObject({
      rule: 'unknown',
      text: 'It is unknown whether the call was placed: The provider did not answer.',
      status: 'unknown',
      decidedAt: on('12:00:00'),
    });
  });

  test('by an earlier send of the cycle', async () => {
    const one = { sendType: 'manual', manualData: { sendAmount: 1, sendDatetime: null, throttleBatchSize: 0 } };
    const made = await create({ contacts: 2, meta: one });
    const engine = await startNow(made);
    await end(made, engine, 'voicemail');
    await engine.pass(1);
    await startAt(made, on('13:00:00'));
    const [called, next] = await explainAll(made);
    expect(called).toMatchObject({ rule: 'reached_in_cycle', status: 'ended' });
    expect(next).toMatchObject({ ...OUTSIDE, rule: 'audience_grows', nextAt: on('13:00:00') });
  });
});

describe('a contact that is held', () => {
  test('by the team’s hours, until they open', async () => {
    const made = await create({ timezone: 'Europe/Berlin', contactHours: { start: '09:00', end: '10:00' } });
    const engine = await startNow(made);
    const told = await explain(made);
    expect(told).toMatchObject({
      rule: 'team_hours',
      text: 'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: '2031-03-06T08:00:00.000Z',
      call: null,
    });
    await expectCallAt(made, engine, told.nextAt);
  });

  test('by its limit for the day', async () => {
    const made = await create({ timezone: 'Europe/Berlin', meta: recurring('13:00', 5, { dailyContactLimit: 1 }) });
    await app.db.contactLimit.create({
      data: {
        teamId: acme.team.id,
        contactId: made.contactIds[0]!,
        channel: 'voice',
        day: '2031-03-05',
        dayCount: 1,
        week: '2031-W10',
        weekCount: 1,
      },
    });
    const engine = await startNow(made);
    const told = await explain(made);
    expect(told).toMatchObject({
      rule: 'daily_limit',
      text: 'The contact’s limit of calls for the day is reached.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: '2031-03-05T23:00:00.000Z',
    });
    await expectCallAt(made, engine, told.nextAt);
  });

  test('by a provider that asks to wait, and one that is down', async () => {
    const made = await create();
    const engine = await startAt(made, on('12:00:00'));
    engine.voice.answer = () => ({
      status: 'rejected',
      kind: 'retryable',
      code: null,
      reason: 'Too many.',
      retryAfterSeconds: 90,
    });
    await engine.run();
    expect(await explain(made)).toMatchObject({
      rule: 'refused_for_now',
      text: 'The provider refused it for now: Too many.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: on('12:01:30'),
    });
    const other = await create();
    const down = await startAt(other, on('12:00:00'));
    down.voice.answer = () => ({ status: 'unreachable', reason: 'Connection refused.', retryAfterSeconds: 30 });
    await down.run();
    const told = await explain(other);
    expect(told).toMatchObject({
      rule: 'route_paused',
      text: 'All voice accounts that may call the contact are down or asked for a pause.',
      status: 'held',
      decidedAt: on('12:00:00'),
      nextAt: on('12:00:30'),
    });
    down.voice.answer = ({ reference }) => ({ status: 'accepted', providerId: `p-${reference}` });
    await expectCallAt(other, down, told.nextAt);
  });
});

describe('a contact that waits', () => {
  test('for the throttle', async () => {
    const slow = { sendType: 'manual', manualData: { sendAmount: 9, sendDatetime: null, throttleBatchSize: 1 } };
    const made = await create({ contacts: 2, meta: slow });
    const engine = await startNow(made);
    const told = (await explainAll(made)).find(({ rule }) => rule !== 'calling')!;
    expect(told).toMatchObject({
      rule: 'throttle',
      text: 'The campaign places at most 1 calls in 60 seconds.',
      status: 'queued',
      decidedAt: null,
      nextAt: '2031-03-05T12:01:00.001Z',
    });
    await expectCallAt(made, engine, told.nextAt);
  });

  test('for a free line', async () => {
    const made = await create({ contacts: 2, account: { maxConcurrentCalls: 1 } });
    await startNow(made);
    expect((await explainAll(made)).find(({ rule }) => rule !== 'calling')).toMatchObject({
      rule: 'callers_busy',
      text: 'All numbers and accounts that may call the contact have as many calls as they may have.',
      status: 'queued',
      nextAt: null,
    });
  });

  test('for its moment, for a person, or for nothing', async () => {
    const made = await create({ contacts: 2, account: { maxConcurrentCalls: 1 } });
    await startNow(made);
    await app.graphql(STOP_CALLS, { variables: { id: made.campaignId }, token: acme.token });
    expect((await explainAll(made)).map(({ rule }) => rule).sort()).toEqual(['calling', 'stopped']);
    const draft = await create();
    expect(await explain(draft)).toMatchObject({ ...OUTSIDE, rule: 'not_started' });
    await startAt(draft, '2032-01-01T12:00:00.000Z');
    await app.pool.query('UPDATE voice_campaign_sends SET turn_at = $2 WHERE team_id = $1', [
      acme.team.id,
      on('12:00:00'),
    ]);
    expect(await explain(draft)).toMatchObject({
      ...OUTSIDE,
      rule: 'send_waits',
      nextAt: '2032-01-01T12:00:00.000Z',
    });
  });
});

describe('a contact that is not called', () => {
  test('because none of the numbers may call its country', async () => {
    const made = await create({ numbers: [{ disallowedCountries: 'DE' }] });
    await startNow(made);
    expect(await explain(made)).toMatchObject({
      rule: 'no_caller',
      text: 'None of the campaign’s numbers may call the contact’s country.',
      status: 'skipped',
      decidedAt: on('12:00:00'),
      nextAt: null,
    });
  });

  test('because it opted out before its turn, or is not one of the campaign’s', async () => {
    const made = await create({ contacts: 2 });
    const optedOutAt = new Date(on('09:00:00'));
    const [contactId] = made.contactIds as [string];
    const where = { teamId_id: { teamId: acme.team.id, id: contactId } };
    await app.db.contact.update({ where, data: { unsubscribedAt: optedOutAt } });
    expect(await explain(made)).toMatchObject({
      ...OUTSIDE,
      rule: 'suppressed',
      text: 'The contact asked not to be contacted.',
      decidedAt: on('09:00:00'),
    });
    const other = await create();
    expect(await explain(made, other.contactIds[0])).toMatchObject({ ...OUTSIDE, rule: 'not_in_segments' });
  });

  test('because it was there before the feed', async () => {
    const made = await create({ meta: feed({ feedId: null }) });
    await startNow(made);
    expect(await explain(made)).toMatchObject({
      rule: 'there_before',
      status: 'skipped',
      decidedAt: on('12:00:00'),
    });
  });
});

test('an explanation knows no campaign and no contact of another team', async () => {
  const made = await create();
  const [contactId] = made.contactIds as [string];
  const theirs = await createVoiceCampaign(app, rival.team.id, { contacts: 1 });
  const messages = async (...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).errors?.map(({ message }) => message);
  expect(await messages(made.campaignId, contactId, rival.token)).toEqual(['Voice campaign not found.']);
  expect(await messages(made.campaignId, theirs.contactIds[0]!)).toEqual(['Contact not found.']);
  expect(await messages('none', contactId)).toEqual(['Voice campaign not found.']);
  expect(await messages(made.campaignId, '0192f7a0-0000-7000-8000-000000000000')).toEqual(['Contact not found.']);
});

test.runIf(process.env.TEST_DATABASE_URL)('an explanation waits for nobody’s lock and writes nothing', async () => {
  const made = await create({ contacts: 2, account: { maxConcurrentCalls: 1 }, meta: MANUAL });
  await startNow(made);
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN');
    for (const table of ['voice_campaigns', 'voice_accounts', 'voice_recipients', 'numbers', 'contacts']) {
      await client.query(`SELECT FROM ${table} WHERE team_id = $1 FOR UPDATE`, [acme.team.id]);
    }
    const seen = await app.statements(async () => {
      expect((await explainAll(made)).map(({ rule }) => rule).sort()).toEqual(['callers_busy', 'calling']);
    });
    expect(seen.filter((sql) => !/^\s*SELECT/.test(sql) || /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)/.test(sql))).toEqual([]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
