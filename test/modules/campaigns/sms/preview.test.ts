import { createSigningSecret } from 'outgoing-requests';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openSimulator } from '../../../../src/modules/delivery/providers/simulator.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { reading } from '../../../support/clock.ts';
import {
  createRoute,
  createSmsCampaign,
  feed,
  manual,
  multistep,
  planner,
  recurring,
  START,
  type TestCampaign,
  testEngine,
} from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  // A preview ends after a part of an operation's time: on a busy machine a whole one takes longer than usual.
  test = await createTestApp({ PUBLIC_URL: 'https://sms.example.com', OPERATION_TIMEOUT_MS: 600_000 });
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const PREVIEW = `query ($id: ID!, $startAt: DateTime, $days: PositiveInt! = 7, $after: String) {
  previewSmsCampaign(id: $id, startAt: $startAt, days: $days) {
    from until contacts waiting isCut notes status statusReason
    hours { hour step messages parts cost }
    kept { status rule reason contacts since until }
    messages(first: 100, after: $after) { totalCount pageInfo { endCursor } nodes { at step contactId campaignTextId offerId routeId finalText smsParts } }
  }
}`;

interface Message {
  at: string;
  step: number;
  contactId: string;
  campaignTextId: string;
  offerId: string | null;
  routeId: string;
  finalText: string;
  smsParts: number;
}

interface Answer {
  status: string;
  statusReason: string | null;
  messages: { totalCount: number; pageInfo: { endCursor: string }; nodes: Message[] };
  [field: string]: unknown;
}

async function preview(id: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await test.graphql(PREVIEW, { variables: { id, ...variables }, token: acme.token });
  expect(answer.errors).toBeUndefined();
  return (answer.data as { previewSmsCampaign: Answer }).previewSmsCampaign;
}

/** Everything that the engine writes, as it is now. */
const everything = async () => {
  const tables = ['sms_campaigns', 'sms_sends', 'sms_send_steps', 'sms_recipients', 'sms_messages', 'sms_batches'];
  const others = ['sms_provider_messages', 'contact_limits', 'integrations', 'ledger_entries', 'routes', 'logs'];
  const rows: Record<string, unknown> = {};
  for (const table of [...tables, ...others]) {
    rows[table] = (
      await test.pool.query(`SELECT t::text FROM ${table} t WHERE team_id = $1 ORDER BY 1`, [acme.team.id])
    ).rows;
  }
  return rows;
};

/** Each message's own code at the end of its link aside. */
const comparable = (messages: Message[]) =>
  messages.map((message) => ({ ...message, finalText: message.finalText.replace(/\/l\/\w+/, '/l/CODE') }));

/** Refuses some of all messages; what it would report comes long after the test. */
const SIMULATED = {
  seed: 's',
  rejected: 0.2,
  failed: 0,
  clicked: 0,
  stopped: 0,
  replied: 0,
  bots: 0,
  delayMs: 600_000,
  silent: 0,
  perSecond: null,
};
const NOWHERE = {
  callbackUrl: 'http://127.0.0.1:9/',
  clicksTo: null,
  allowPrivate: true,
  receive: async () => {},
  failed: () => {},
};

/** A real start and a real send over the same days, each thing at the moment at which it is due. */
async function reallySend({ campaignId }: TestCampaign, from: string, days: number): Promise<Message[]> {
  vi.stubGlobal('Date', reading(from));
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  vi.unstubAllGlobals();
  const engine = testEngine(test, from);
  const simulator = openSimulator(SIMULATED, { secret: createSigningSecret() }, NOWHERE);
  engine.providerOf = () => simulator;
  const until = Date.parse(from) + days * 86_400_000;
  for (;;) {
    await engine.run();
    const { rows } = await test.pool.query(
      `SELECT min(next_step_at) AS at FROM sms_sends WHERE sms_campaign_id = $1 AND status IN ('pending', 'running', 'in_progress')`,
      [campaignId],
    );
    const next = rows[0].at as Date | null;
    if (next === null || next.getTime() > until) break;
    engine.clock = next;
  }
  await simulator.close();
  const { rows } = await test.pool.query(
    `SELECT created_at AS at, step, contact_id AS "contactId", campaign_text_id AS "campaignTextId", offer_id AS "offerId",
        sms_routing_route_id AS "routeId", final_text AS "finalText", sms_parts AS "smsParts"
      FROM sms_messages WHERE sms_campaign_id = $1 ORDER BY created_at, contact_id`,
    [campaignId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Another text, another offer and another route, by country, for contacts of several zones. */
async function enrich({ teamId, campaignId, planId, contactIds }: TestCampaign): Promise<void> {
  const { db } = test;
  const zones = ['Europe/Berlin', 'America/Phoenix', 'Asia/Kathmandu', 'Mars/Olympus', null];
  for (const [at, id] of contactIds.entries()) {
    const data = { timezone: zones[at % zones.length]!, countryId: at % 3 === 0 ? 756 : 276 };
    await db.contact.update({ where: { teamId_id: { teamId, id } }, data });
  }
  const text = '{Hi|Hello|Dear} {{ name }}, {now|today}: {{ url }}';
  await db.campaignText.create({ data: { teamId, smsCampaignId: campaignId, text, position: 1 } });
  const offer = await db.offer.create({
    data: { teamId, name: 'Second', url: 'https://offer.example/2', profit: '1' },
  });
  await db.smsCampaignOffer.create({ data: { teamId, smsCampaignId: campaignId, offerId: offer.id, position: 1 } });
  const route = await createRoute(test, teamId, { name: 'Swiss', perSecond: 2 });
  await db.routingPlanRule.create({
    data: { teamId, routingPlanId: planId, routeId: route.id, countryId: 756, position: 0 },
  });
}

describe('a preview and the real send do the same, message for message', () => {
  const hours = { start: '09:00', end: '17:30' };
  it.each([
    ['a manual send with a throttle', manual(40, 7), 2],
    [
      'a multistep send',
      { sendType: 'multistep', multistepData: multistep({ stepSize: 9, stepDelay: 45, maxSmsToSend: 25 }) },
      2,
    ],
    [
      'a planner over several cycles',
      planner({
        weeklySchedule: { default: { start: '16:00', end: '02:00' } },
        weeklySmsContactLimit: 3,
        multistepData: multistep({ stepSize: 20 }),
      }),
      9,
    ],
    ['a recurring campaign', recurring('12:15', 6, { dailyContactLimit: 1 }), 3],
  ] as const)('%s', async (_, meta, days) => {
    const campaign = await createSmsCampaign(test, acme.team.id, { contacts: 30, meta, contactHours: hours });
    await enrich(campaign);
    const tomorrow = new Date(
      Math.floor(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + 6 * 3_600_000,
    ).toISOString();
    const before = await everything();
    const first = await preview(campaign.campaignId, { startAt: tomorrow, days });
    expect(await everything()).toEqual(before);
    const messages = [...first.messages.nodes];
    let after = first.messages.pageInfo.endCursor;
    while (messages.length < first.messages.totalCount) {
      const next = await preview(campaign.campaignId, { startAt: tomorrow, days, after });
      messages.push(...next.messages.nodes);
      after = next.messages.pageInfo.endCursor;
    }
    const real = await reallySend(campaign, tomorrow, days);
    expect(real.length).toBeGreaterThan(15);
    expect(comparable(messages)).toEqual(comparable(real));
    const { status, statusReason } = await test.db.smsCampaign.findFirstOrThrow({
      where: { id: campaign.campaignId, teamId: acme.team.id },
    });
    expect({ status: first.status, statusReason: first.statusReason }).toEqual({ status, statusReason });
  });
});

const REASON = {
  hours: 'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
  day: 'The contact’s limit of messages for the day is reached.',
  week: 'The contact’s limit of messages for the week is reached.',
};

it('a preview says who is held by which rule, and how many go out per hour and step', async () => {
  const { campaignId, contactIds, teamId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 3,
    timezone: 'Asia/Kathmandu',
    meta: planner({ dailySmsContactLimit: 1, weeklySmsContactLimit: 2 }),
    contactHours: { start: '09:00', end: '10:00' },
  });
  // Another campaign has reached one of them on that day.
  await test.db.contactLimit.create({
    data: {
      teamId,
      contactId: contactIds[0]!,
      channel: 'sms',
      day: '2030-03-04',
      dayCount: 1,
      week: '2030-W10',
      weekCount: 1,
    },
  });
  const { kept, hours, from, until, contacts, waiting, isCut, notes, status } = await preview(campaignId, {
    startAt: '2030-03-03T22:00:00Z',
    days: 2,
  });
  expect({ from, until, contacts, waiting, isCut, notes, status }).toEqual({
    from: '2030-03-03T22:00:00.000Z',
    until: '2030-03-05T22:00:00.000Z',
    contacts: 3,
    waiting: 1,
    isCut: false,
    notes: [],
    status: 'running',
  });
  expect(hours).toEqual([
    { hour: '2030-03-04T03:00:00.000Z', step: 1, messages: 2, parts: 2, cost: '0' },
    // The last of the first cycle; the second one begins at once.
    { hour: '2030-03-05T03:00:00.000Z', step: 1, messages: 3, parts: 3, cost: '0' },
  ]);
  const [opens, nextDay] = ['2030-03-04T03:15:00.000Z', '2030-03-05T03:15:00.000Z'];
  expect(kept).toEqual([
    { status: 'held', rule: 'team_hours', reason: REASON.hours, contacts: 3, since: from, until: nextDay },
    {
      status: 'held',
      rule: 'daily_limit',
      reason: REASON.day,
      contacts: 1,
      since: opens,
      until: '2030-03-04T18:15:00.000Z',
    },
    {
      status: 'held',
      rule: 'weekly_limit',
      reason: REASON.week,
      contacts: 1,
      since: '2030-03-05T03:15:01.000Z',
      until: '2030-03-10T18:15:00.000Z',
    },
  ]);
});

it('a preview shows the messages that a filter matches', async () => {
  const campaign = await createSmsCampaign(test, acme.team.id, { contacts: 3, meta: manual(3, 3) });
  const [contactId] = campaign.contactIds;
  const FILTERED = `query ($id: ID!, $filter: SmsPreviewMessageFilter) { previewSmsCampaign(id: $id) {
    messages(first: 1, filter: $filter) { totalCount nodes { contactId } } } }`;
  const read = (filter: object | null) =>
    test.graphql(FILTERED, { variables: { id: campaign.campaignId, filter }, token: acme.token });
  const found = (totalCount: number, nodes: unknown[]) => ({
    data: { previewSmsCampaign: { messages: { totalCount, nodes } } },
  });
  expect(await read({ contactId, step: 1 })).toEqual(found(1, [{ contactId }]));
  expect(await read({ contactId: contactId!.toUpperCase() })).toEqual(found(1, [{ contactId }]));
  expect(await read({ contactId, step: 2 })).toEqual(found(0, []));
  expect(await read(null)).toEqual(found(3, [{ contactId: expect.any(String) }]));
  expect((await read({ contactId: 'none' })).errors).toMatchObject([
    { extensions: { code: 'VALIDATION_FAILED', fields: { 'filter.contactId': expect.anything() } } },
  ]);
});

it('a preview of a campaign that goes out goes on from where it is', async () => {
  const campaign = await createSmsCampaign(test, acme.team.id, { contacts: 6, meta: manual(6, 2) });
  await test.graphql(START, { variables: { id: campaign.campaignId }, token: acme.token });
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  const reached = await test.db.smsMessage.findMany({
    where: { smsCampaignId: campaign.campaignId, teamId: acme.team.id },
  });
  expect(reached).toHaveLength(2);
  const before = await everything();
  const {
    messages: { nodes: messages },
    status,
  } = await preview(campaign.campaignId, { startAt: '2030-01-01T00:00:00Z' });
  expect(messages.map(({ contactId }) => contactId)).toEqual(
    campaign.contactIds.filter((id) => !reached.some(({ contactId }) => contactId === id)),
  );
  expect(Date.parse(messages[0]!.at)).toBeLessThan(Date.parse('2030-01-01T00:00:00Z'));
  expect(status).toBe('sent');
  expect(await everything()).toEqual(before);
});

it('a preview stops where the balance ends, and takes nothing of it', async () => {
  const campaign = await createSmsCampaign(test, acme.team.id, { contacts: 5, meta: manual(5), price: '0.40' });
  const integration = await test.db.integration.create({
    data: { teamId: acme.team.id, name: 'Prepaid', balance: '1.00', isBalanceManaged: true },
  });
  await test.db.route.update({
    where: { teamId_id: { teamId: acme.team.id, id: campaign.routeId } },
    data: { integrationId: integration.id },
  });
  const before = await everything();
  const { messages, hours, status, statusReason } = await preview(campaign.campaignId);
  expect({ messages: messages.totalCount, status, statusReason }).toEqual({
    messages: 2,
    status: 'stopped',
    statusReason: 'The integration’s balance does not cover the next messages.',
  });
  expect(hours).toMatchObject([{ step: 1, messages: 2, parts: 2, cost: '0.8' }]);
  expect(await everything()).toEqual(before);
});

describe('a preview says what it leaves out', () => {
  it('of contacts beyond 10,000, and beyond 2,000 of the embedded database, where everybody waits for it', async () => {
    const most = inject('databaseTemplate').kind === 'server' ? 10_000 : 2_000;
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: most + 1, meta: manual(3) });
    expect(await preview(campaignId)).toMatchObject({
      contacts: most,
      messages: { totalCount: 3 },
      isCut: true,
      notes: [`Only the first ${most} contacts were looked at.`],
    });
  });

  it('of clicks, which no step lacks', async () => {
    const multistepData = multistep({ stepSize: 2, stepDelay: 60, minCtr: 5 });
    const { campaignId } = await createSmsCampaign(test, acme.team.id, {
      contacts: 4,
      meta: { sendType: 'multistep', multistepData },
    });
    expect(await preview(campaignId)).toMatchObject({
      hours: [
        { step: 1, messages: 2 },
        { step: 2, messages: 2 },
      ],
      notes: ['Every step is taken to reach its click-through rate.'],
    });
  });

  it('of contacts that arrive in a feed', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { contacts: 2, meta: feed({ feedId: null }) });
    const answer = await test.graphql(PREVIEW, { variables: { id: campaignId }, token: acme.token });
    expect(answer).toMatchObject({
      data: {
        previewSmsCampaign: {
          messages: { totalCount: 0 },
          kept: [
            {
              status: 'skipped',
              rule: 'there_before',
              reason: 'The contact was there before the feed was started.',
              contacts: 2,
            },
          ],
          notes: ['Contacts that arrive later are not known.'],
        },
      },
    });
  });

  it('of a campaign that is switched off', async () => {
    const multistepData = multistep({ isActive: false });
    const { campaignId } = await createSmsCampaign(test, acme.team.id, {
      contacts: 2,
      meta: { sendType: 'multistep', multistepData },
    });
    expect(await preview(campaignId)).toMatchObject({
      messages: { totalCount: 0 },
      notes: ['The campaign is paused or switched off: nothing goes out until it is resumed and `isActive` is true.'],
    });
  });
});

describe('a preview is refused', () => {
  const refusal = async (id: string, token: string, more: object = {}) =>
    ((await test.graphql(PREVIEW, { variables: { id, ...more }, token })).errors ?? []).map(
      ({ message, extensions }) => ({
        message,
        code: extensions?.code,
        fields: extensions?.fields,
      }),
    );

  it('of another team’s campaign as of one that nobody has', async () => {
    const { campaignId } = await createSmsCampaign(test, acme.team.id, { meta: manual() });
    const other = await createTeam(test, 'Other');
    const missing = [{ message: 'SMS campaign not found.', code: 'NOT_FOUND', fields: undefined }];
    expect(await refusal(campaignId, other.token)).toEqual(missing);
    expect(await refusal('0192f7a0-0000-7000-8000-000000000000', acme.token)).toEqual(missing);
    expect(await refusal('none', acme.token)).toEqual(missing);
  });

  it('where the campaign could not be started, with the same errors', async () => {
    const { id } = await test.db.smsCampaign.create({ data: { teamId: acme.team.id, name: 'Empty' } });
    const started = await test.graphql(START, { variables: { id }, token: acme.token });
    const [{ fields } = { fields: {} }] = await refusal(id, acme.token);
    expect(Object.keys(fields as object)).toEqual(['texts', 'meta.sendType', 'meta.segmentIds', 'meta.routingPlanId']);
    expect(fields).toEqual(started.errors?.[0]?.extensions?.fields);
    await test.db.smsCampaign.update({ where: { teamId_id: { teamId: acme.team.id, id } }, data: { status: 'sent' } });
    expect((await refusal(id, acme.token))[0]?.fields).toMatchObject({ status: [expect.any(String)] });
  });

  it('of one that goes out without the data that it sends by', async () => {
    const data = { teamId: acme.team.id, name: 'No data', status: 'running', sendType: 'feed' } as const;
    const { id } = await test.db.smsCampaign.create({ data });
    expect((await refusal(id, acme.token))[0]?.fields).toEqual({
      'meta.feedData': ['The meta.feed data field is required.'],
    });
    // Nor does its send know of any.
    await test.db.smsSend.create({
      data: {
        teamId: acme.team.id,
        smsCampaignId: id,
        status: 'running',
        meta: { sendType: 'recurring', segmentIds: [] },
      },
    });
    expect((await refusal(id, acme.token))[0]?.fields).toEqual({
      'meta.recurringData': ['The meta.recurring data field is required.'],
    });
  });

  it('beyond a month, of a start beyond ten years, and a second one of the same request', async () => {
    const { campaignId: id } = await createSmsCampaign(test, acme.team.id, { meta: manual() });
    expect(await refusal(id, acme.token, { days: 32 })).toMatchObject([
      { code: 'VALIDATION_FAILED', fields: { days: ['The days field must not be greater than 31.'] } },
    ]);
    expect(await refusal(id, acme.token, { startAt: '9999-12-31T23:59:59Z' })).toMatchObject([
      { code: 'VALIDATION_FAILED', fields: { startAt: ['The start at field is more than 10 years from now.'] } },
    ]);
    const twice =
      'query ($id: ID!) { a: previewSmsCampaign(id: $id) { status } b: previewSmsCampaign(id: $id) { status } }';
    const { errors } = await test.graphql(twice, { variables: { id }, token: acme.token });
    expect(errors).toMatchObject([
      { message: 'A request previews one campaign.', extensions: { code: 'BAD_REQUEST' } },
    ]);
  });
});

it.runIf(process.env.TEST_DATABASE_URL)('a preview waits for nobody’s lock and leaves nobody waiting', async () => {
  const { campaignId, routeId } = await createSmsCampaign(test, acme.team.id, { meta: manual(3) });
  const client = await test.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM sms_campaigns WHERE team_id = $1 AND id = $2 FOR UPDATE', [
      acme.team.id,
      campaignId,
    ]);
    await client.query('SELECT FROM routes WHERE team_id = $1 AND id = $2 FOR UPDATE', [acme.team.id, routeId]);
    await client.query('SELECT FROM contacts WHERE team_id = $1 FOR UPDATE', [acme.team.id]);
    expect(await preview(campaignId)).toMatchObject({ messages: { totalCount: 3 } });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
