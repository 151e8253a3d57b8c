import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  callEvent,
  createVoiceCampaign,
  MANUAL,
  reportOf,
  START_CALLS,
  type TestVoiceCampaign,
  testCallEngine,
} from '../../../support/calling.ts';
import { reading } from '../../../support/clock.ts';
import { feed, recurring } from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  // A preview ends after a part of an operation's time: on a busy machine a whole one takes longer than usual.
  test = await createTestApp({ OPERATION_TIMEOUT_MS: 200_000 });
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const PREVIEW = `query ($id: ID!, $startAt: DateTime, $days: PositiveInt! = 7) {
  previewVoiceCampaign(id: $id, startAt: $startAt, days: $days) {
    from until contacts callSeconds estimatedCost waiting isCut notes status statusReason
    hours { hour calls }
    callers { numberId agentId calls number { number } agent { name } }
    kept { status rule reason contacts since until }
    calls(first: 100) { totalCount nodes { at contactId numberId agentId voiceAccountId attempt contact { id } } }
  }
}`;

interface Call {
  at: string;
  contactId: string;
  numberId: string;
  agentId: string;
  attempt: number;
}

interface Answer {
  status: string;
  statusReason: string | null;
  notes: string[];
  calls: { totalCount: number; nodes: (Call & { contact: { id: string } })[] };
  [field: string]: unknown;
}

async function preview(id: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await test.graphql(PREVIEW, { variables: { id, ...variables }, token: acme.token });
  expect(answer.errors).toBeUndefined();
  return (answer.data as { previewVoiceCampaign: Answer }).previewVoiceCampaign;
}

const TABLES =
  'voice_campaigns voice_campaign_sends voice_recipients calls call_placements call_names contact_limits numbers agents voice_accounts logs report_marks';

/** Everything that the engine writes, as it is now. */
async function everything() {
  const rows: Record<string, unknown> = {};
  for (const table of TABLES.split(' ')) {
    const { rows: found } = await test.pool.query(`SELECT t::text FROM ${table} t WHERE team_id = $1 ORDER BY 1`, [
      acme.team.id,
    ]);
    rows[table] = found;
  }
  return rows;
}

const SECONDS = 60;

/** A real start and real calls over the same days, each answered and over after a minute. */
async function reallyCall({ campaignId, secret }: TestVoiceCampaign, from: string, days: number): Promise<Call[]> {
  vi.stubGlobal('Date', reading(from));
  await test.graphql(START_CALLS, { variables: { id: campaignId }, token: acme.token });
  vi.unstubAllGlobals();
  const engine = testCallEngine(test, from);
  const until = Date.parse(from) + days * 86_400_000;
  const ends: { at: Date; call: (typeof engine.voice.placed)[0] }[] = [];
  for (let known = 0; ; ) {
    await engine.run();
    const at = new Date(engine.clock.getTime() + SECONDS * 1_000);
    ends.push(...engine.voice.placed.slice(known).map((call) => ({ at, call })));
    known = engine.voice.placed.length;
    const { rows } = await test.pool.query(
      `SELECT min(next_step_at) AS at FROM voice_campaign_sends
        WHERE voice_campaign_id = $1 AND status IN ('pending', 'running', 'in_progress')`,
      [campaignId],
    );
    const moments = [rows[0].at as Date | null, ends[0]?.at].flatMap((moment) => (moment ? [moment.getTime()] : []));
    const next = Math.min(...moments);
    if (!Number.isFinite(next) || next > until) break;
    engine.clock = new Date(Math.max(next, engine.clock.getTime()));
    while (ends[0] && ends[0].at <= engine.clock) {
      expect(await callEvent(test, secret, reportOf(ends.shift()!.call, new Date(), 'customer-ended-call'))).toBe(200);
    }
  }
  const { rows } = await test.pool.query(
    `SELECT p.handed_at AS at, k.contact_id AS "contactId", k.number_id AS "numberId", k.agent_id AS "agentId", p.attempt
      FROM calls k JOIN call_placements p ON p.team_id = k.team_id AND p.call_id = k.id
      WHERE k.voice_campaign_id = $1 ORDER BY p.handed_at, k.contact_id`,
    [campaignId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const DAY_MS = 86_400_000;
const tomorrow = () => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 6 * 3_600_000).toISOString();

/** Contacts of several zones and countries. */
async function scatter({ teamId, contactIds }: TestVoiceCampaign): Promise<void> {
  const zones = ['Europe/Berlin', 'America/Phoenix', 'Asia/Kathmandu', null];
  for (const [at, id] of contactIds.entries()) {
    const data = { timezone: zones[at % zones.length]!, countryId: at % 3 === 0 ? 756 : 276 };
    await test.db.contact.update({ where: { teamId_id: { teamId, id } }, data });
  }
}

describe('a preview and the real calls are the same, call for call', () => {
  const hours = { start: '09:00', end: '17:30' };
  it.each([
    [
      'a manual send with a throttle',
      { sendType: 'manual', manualData: { sendAmount: 20, sendDatetime: null, throttleBatchSize: 3 } },
      2,
      15,
    ],
    ['a recurring campaign', recurring('12:15', 6, { dailyContactLimit: 1 }), 4, 10],
    ['a send that waits for free lines', MANUAL, 2, 15],
  ] as const)('%s', async (name, meta, days, least) => {
    const campaign = await createVoiceCampaign(test, acme.team.id, {
      contacts: 18,
      meta,
      contactHours: hours,
      agents: 2,
      numbers: [{ maxConcurrentCalls: 1 }, { disallowedCountries: 'CH' }, {}],
      account: { maxConcurrentCalls: name.includes('lines') ? 2 : 10 },
    });
    await scatter(campaign);
    const startAt = tomorrow();
    const before = await everything();
    const first = await preview(campaign.campaignId, { startAt, days });
    expect(await everything()).toEqual(before);
    const real = await reallyCall(campaign, startAt, days);
    expect(real.length).toBeGreaterThan(least);
    expect(
      first.calls.nodes.map(({ at, contactId, numberId, agentId, attempt }) => ({
        at,
        contactId,
        numberId,
        agentId,
        attempt,
      })),
    ).toEqual(real);
    const { status, stoppedReason } = await test.db.voiceCampaign.findFirstOrThrow({
      where: { id: campaign.campaignId, teamId: acme.team.id },
    });
    expect({ status: first.status, statusReason: first.statusReason }).toEqual({ status, statusReason: stoppedReason });
  });
});

it('a preview says how many are called when, from which callers, and who is not', async () => {
  const made = await createVoiceCampaign(test, acme.team.id, {
    contacts: 7,
    timezone: 'Asia/Kathmandu',
    numbers: [{ disallowedCountries: 'CH' }],
    account: { maxConcurrentCalls: 2 },
    contactHours: { start: '09:00', end: '10:00' },
  });
  const { teamId, campaignId, contactIds, numberIds, agentIds } = made;
  const where = (at: number) => ({ teamId_id: { teamId, id: contactIds[at]! } });
  await test.db.contact.update({ where: where(0), data: { unsubscribedAt: new Date() } });
  await test.db.contact.update({ where: where(1), data: { countryId: 756 } });
  const {
    calls: { nodes: calls, totalCount },
    ...told
  } = await preview(campaignId, { startAt: '2030-03-04T00:00:00Z', days: 2 });
  expect(calls.map(({ at }) => at)).toEqual([
    '2030-03-04T03:15:00.000Z',
    '2030-03-04T03:15:00.000Z',
    '2030-03-04T03:16:00.000Z',
    '2030-03-04T03:16:00.000Z',
    '2030-03-04T03:17:00.000Z',
  ]);
  expect(totalCount).toBe(5);
  expect(calls.map(({ contact }) => contact.id)).toEqual(contactIds.slice(2));
  const { number } = await test.db.number.findFirstOrThrow({ where: { teamId } });
  expect(told).toEqual({
    from: '2030-03-04T00:00:00.000Z',
    until: '2030-03-06T00:00:00.000Z',
    contacts: 6,
    callSeconds: 60,
    estimatedCost: null,
    waiting: 0,
    isCut: false,
    notes: [
      'Every call is assumed to be answered and to last 60 seconds.',
      'The cost is unknown: no provider has reported the cost of a call yet.',
    ],
    status: 'sent',
    statusReason: null,
    hours: [{ hour: '2030-03-04T03:00:00.000Z', calls: 5 }],
    callers: [
      {
        numberId: numberIds[0],
        agentId: agentIds[0],
        calls: 5,
        number: { number: `+${number}` },
        agent: { name: 'Agent 0' },
      },
    ],
    kept: [
      {
        status: 'held',
        rule: 'team_hours',
        reason: 'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
        contacts: 6,
        since: '2030-03-04T00:00:00.000Z',
        until: '2030-03-04T03:15:00.000Z',
      },
      {
        status: 'skipped',
        rule: 'no_caller',
        reason: 'None of the campaign’s numbers may call the contact’s country.',
        contacts: 1,
        since: '2030-03-04T03:15:00.000Z',
        until: null,
      },
    ],
  });
});

it('a preview knows from the latest calls how long a call lasts and what it costs', async () => {
  const { campaignId } = await createVoiceCampaign(test, acme.team.id, {
    contacts: 3,
    account: { maxConcurrentCalls: 1 },
  });
  const call = { teamId: acme.team.id, toNumber: 4_917_700_000_000n, status: 'ended' as const, isAnswered: true };
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));
  await test.db.call.createMany({
    data: [
      { ...call, startedAt: at(0), endedAt: at(20), cost: '0.10' },
      { ...call, startedAt: at(0), endedAt: at(40), cost: '0.30' },
      { ...call, startedAt: at(0), endedAt: at(600), isAnswered: false },
    ],
  });
  const told = await preview(campaignId, { startAt: '2030-03-04T12:00:00Z' });
  expect([told.callSeconds, told.estimatedCost, told.notes]).toEqual([
    30,
    '0.6',
    ['Every call is assumed to be answered and to last 30 seconds, the average of the team’s 2 latest answered calls.'],
  ]);
  expect(told.calls.nodes.map(({ at: when }) => when)).toEqual([
    '2030-03-04T12:00:00.000Z',
    '2030-03-04T12:00:30.000Z',
    '2030-03-04T12:01:00.000Z',
  ]);
});

it('a preview shows the calls that a filter matches', async () => {
  const campaign = await createVoiceCampaign(test, acme.team.id, { contacts: 3, meta: MANUAL });
  const [contactId] = campaign.contactIds;
  const query = `query ($id: ID!, $filter: VoicePreviewCallFilter) { previewVoiceCampaign(id: $id) {
    calls(first: 1, filter: $filter) { totalCount nodes { contactId } } } }`;
  const read = (filter: object) =>
    test.graphql(query, { variables: { id: campaign.campaignId, filter }, token: acme.token });
  const found = (totalCount: number, nodes: unknown[]) => ({
    data: { previewVoiceCampaign: { calls: { totalCount, nodes } } },
  });
  expect(await read({ contactId, attempt: 1 })).toEqual(found(1, [{ contactId }]));
  expect(await read({ contactId, attempt: 2 })).toEqual(found(0, []));
});

it('a preview of a campaign that is calling continues from where it is', async () => {
  const made = await createVoiceCampaign(test, acme.team.id, { contacts: 5, account: { maxConcurrentCalls: 2 } });
  await test.graphql(START_CALLS, { variables: { id: made.campaignId }, token: acme.token });
  const engine = testCallEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  const called = await test.db.call.findMany({ where: { voiceCampaignId: made.campaignId, teamId: acme.team.id } });
  expect(called).toHaveLength(2);
  const before = await everything();
  const {
    calls: { nodes: calls },
    status,
  } = await preview(made.campaignId, { startAt: '2030-01-01T00:00:00Z' });
  expect(calls.map(({ contactId }) => contactId)).toEqual(
    made.contactIds.filter((id) => !called.some(({ contactId }) => contactId === id)),
  );
  expect(Date.parse(calls[0]!.at)).toBeGreaterThan(engine.clock.getTime() + 30_000);
  expect(Date.parse(calls[0]!.at)).toBeLessThan(Date.parse('2030-01-01T00:00:00Z'));
  expect(status).toBe('sent');
  expect(await everything()).toEqual(before);
});

it('a preview says what it leaves out', async () => {
  const made = await createVoiceCampaign(test, acme.team.id, { contacts: 2, meta: feed({ feedId: null }) });
  expect(await preview(made.campaignId)).toMatchObject({
    calls: { totalCount: 0 },
    kept: [{ status: 'skipped', rule: 'there_before', contacts: 2 }],
    notes: [expect.anything(), expect.anything(), 'Contacts that arrive later are not known.'],
  });
  const off = await createVoiceCampaign(test, acme.team.id, { contacts: 2, meta: feed({ isActive: false }) });
  expect((await preview(off.campaignId)).notes[0]).toBe(
    'The campaign is paused or switched off: nothing goes out until it is resumed and `isActive` is true.',
  );
});

describe('a preview is refused', () => {
  const refusal = async (id: string, token: string) =>
    ((await test.graphql(PREVIEW, { variables: { id }, token })).errors ?? []).map(({ message, extensions }) => ({
      message,
      code: extensions?.code,
      fields: extensions?.fields,
    }));

  it('of another team’s campaign as of one that nobody has', async () => {
    const { campaignId } = await createVoiceCampaign(test, acme.team.id);
    const other = await createTeam(test, 'Other');
    const missing = [{ message: 'Voice campaign not found.', code: 'NOT_FOUND', fields: undefined }];
    expect(await refusal(campaignId, other.token)).toEqual(missing);
    expect(await refusal('0192f7a0-0000-7000-8000-000000000000', acme.token)).toEqual(missing);
    expect(await refusal('none', acme.token)).toEqual(missing);
  });

  it('where the campaign could not be started, with the same errors', async () => {
    const { id } = await test.db.voiceCampaign.create({ data: { teamId: acme.team.id, name: 'Empty' } });
    const started = await test.graphql(START_CALLS, { variables: { id }, token: acme.token });
    const [{ fields } = { fields: {} }] = await refusal(id, acme.token);
    expect(Object.keys(fields as object)).toContain('meta.agentId');
    expect(fields).toEqual(started.errors?.[0]?.extensions?.fields);
    // It goes out, and neither it nor its send says how.
    await test.db.voiceCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id } },
      data: { status: 'running' },
    });
    await test.db.voiceCampaignSend.create({ data: { teamId: acme.team.id, voiceCampaignId: id, status: 'running' } });
    expect((await refusal(id, acme.token))[0]?.fields).toEqual({
      'meta.sendType': ['The meta.send type field is required.'],
    });
  });
});

it.runIf(process.env.TEST_DATABASE_URL)('a preview waits for nobody’s lock', async () => {
  const { campaignId, accountId } = await createVoiceCampaign(test, acme.team.id, { contacts: 3 });
  const client = await test.pool.connect();
  try {
    await client.query('BEGIN');
    const lock = (table: string, id: string) =>
      client.query(`SELECT FROM ${table} WHERE team_id = $1 AND id = $2 FOR UPDATE`, [acme.team.id, id]);
    await lock('voice_campaigns', campaignId);
    await lock('voice_accounts', accountId);
    await client.query('SELECT FROM contacts WHERE team_id = $1 FOR UPDATE', [acme.team.id]);
    // As a claim of another campaign does.
    await client.query('SELECT FROM numbers WHERE team_id = $1 FOR NO KEY UPDATE', [acme.team.id]);
    expect(await preview(campaignId)).toMatchObject({ calls: { totalCount: 3 } });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
