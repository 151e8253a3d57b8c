import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { markAll, rollUp } from '../../../support/roll-ups.ts';
import { createTeam } from '../../../support/team.ts';
import { createVoiceTeam, OK, report, send } from '../../voice/calls/support.ts';
import { createReportWorld, type World } from './world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp();
  world = await createReportWorld(app);
});
afterAll(() => app.close());

const ask = (args: string, selection: string, token = world.token, field = 'smsReport') =>
  app.graphql<Record<string, Record<string, unknown>>>(`{ ${field}${args} { ${selection} } }`, { token });

async function refused(variables: Record<string, unknown>): Promise<unknown> {
  const { errors } = await app.graphql(
    `query ($filters: JSONObject, $groupBy: [SmsReportKey!], $bucket: SmsReportBucket, $sort: [SmsReportSort!], $first: Int! = 5, $after: String) {
      smsReport(filters: $filters, groupBy: $groupBy, bucket: $bucket, sort: $sort, first: $first, after: $after) { rows { rowId } groups { bucket } } }`,
    { token: world.token, variables },
  );
  expect(errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  return errors![0]!.extensions.fields;
}

describe('what is not known is named', () => {
  test.each([
    [{ filters: { nothing: { type: 'equals', filter: 1 } } }, 'filters.nothing'],
    [{ filters: { __proto: 1 } }, 'filters.__proto'],
    [{ filters: { sms_parts: 5 } }, 'filters.sms_parts'],
    [{ filters: { sms_parts: { type: 'contains', filter: 1 } } }, 'filters.sms_parts.type'],
    [{ filters: { sms_parts: { filterType: 'text', type: 'equals', filter: 1 } } }, 'filters.sms_parts.filterType'],
    [{ filters: { sms_parts: { type: 'equals', filter: '1' } } }, 'filters.sms_parts.filter'],
    [{ filters: { sms_parts: { type: 'inRange', filter: 1 } } }, 'filters.sms_parts.filterTo'],
    [{ filters: { final_text: { type: 'inRange', filter: 'a' } } }, 'filters.final_text.type'],
    [{ filters: { final_text: { type: 'equals' } } }, 'filters.final_text.filter'],
    [{ filters: { final_text: { type: 'contains', filter: '' } } }, 'filters.final_text.filter'],
    [{ filters: { final_text: { filterType: 'set' } } }, 'filters.final_text.values'],
    [{ filters: { final_text: { filterType: 'set', values: 'x' } } }, 'filters.final_text.values'],
    [{ filters: { final_text: { filterType: 'set', values: ['x', 1] } } }, 'filters.final_text.values.1'],
    [{ filters: { sms_parts: { filterType: 'set', values: ['one'] } } }, 'filters.sms_parts.values.0'],
    [{ filters: { sent_at: { filterType: 'set', values: [null] } } }, 'filters.sent_at.values'],
    [{ filters: { final_text: { type: 'equals', filter: 'x'.repeat(3_000) } } }, 'filters.final_text.filter'],
    [{ filters: { final_text: { operator: 'XOR', conditions: [{ type: 'blank' }] } } }, 'filters.final_text.operator'],
    [{ filters: { final_text: { operator: 'OR', conditions: [] } } }, 'filters.final_text.conditions'],
    [
      { filters: { final_text: { operator: 'OR', conditions: [{ type: 'near' }] } } },
      'filters.final_text.conditions.0.type',
    ],
    [{ filters: { sent_at: { type: 'equals', dateFrom: '2026-02-31' } } }, 'filters.sent_at.dateFrom'],
    [{ filters: { sent_at: { type: 'equals', dateFrom: '9999-12-31' } } }, 'filters.sent_at.dateFrom'],
    [{ filters: { sent_at: { type: 'lessThanOrEqual', dateFrom: '2026-02-01' } } }, 'filters.sent_at.type'],
    [{ groupBy: ['sms_campaign_id', 'sms_campaign_id'] }, 'groupBy.1'],
    [{ bucket: { key: 'sent_at', every: 'day', timezone: 'Mars/Olympus' } }, 'bucket.timezone'],
    [{ bucket: { key: 'sent_at', every: 'day', timezone: '+05:30' } }, 'bucket.timezone'],
    [{ sort: [{ by: 'messages' }] }, 'sort.0.by'],
    [{ sort: [{ by: 'sms_parts' }, { by: 'sms_parts' }] }, 'sort.1.by'],
    [{ groupBy: ['network_id'], sort: [{ by: 'sms_parts' }] }, 'sort.0.by'],
    [{ groupBy: ['network_id'], sort: [{ by: 'bucket' }] }, 'sort.0.by'],
    [{ first: 1_001 }, 'first'],
    [{ first: -1 }, 'first'],
    [{ after: 'nothing' }, 'after'],
    [{ after: 'nothing', groupBy: ['network_id'] }, 'after'],
  ])('%j', async (variables, path) => {
    expect(Object.keys((await refused(variables)) as object)).toEqual([path]);
  });

  test('all of it at once', async () => {
    const fields = await refused({
      filters: { nothing: {}, sms_parts: { type: 'near' } },
      groupBy: ['final_text'],
      bucket: { key: 'sms_id', every: 'day' },
    });
    expect(Object.keys(fields as object).sort()).toEqual([
      'bucket.key',
      'filters.nothing',
      'filters.sms_parts.type',
      'groupBy.0',
    ]);
  });

  test('a cursor of another order, or with values of another type', async () => {
    const { data } = await ask('(first: 3, sort: [{ by: sms_parts }])', 'pageInfo { endCursor }');
    const { endCursor } = data!.smsReport!.pageInfo as { endCursor: string };
    expect(await refused({ after: endCursor, sort: [{ by: 'text_parts' }] })).toHaveProperty('after');
    const forged = Buffer.from(JSON.stringify(['sms_parts asc,created_at desc,id desc', 'x', 'y', 'z'])).toString(
      'base64url',
    );
    expect(await refused({ after: forged, sort: [{ by: 'sms_parts' }] })).toHaveProperty('after');
  });
});

const METRICS =
  'messages sent delivered failed clicked ctr leads cr sales epc cost revenue profit parts replied replyRate unsubscribed';

test('metrics mean what they say, ratios come from sums, and nothing divided by nothing is null', async () => {
  const { data } = await ask('', `totals { ${METRICS} }`);
  const of = (hold: (values: World['messages'][number]['values']) => unknown) =>
    world.messages.filter(({ values }) => hold(values)).length;
  const sumOf = (key: string, rows = world.messages) =>
    rows.reduce((sum, { values }) => sum + Number(values[key] ?? 0), 0);
  const [sent, clicked, leads] = [of((row) => row.is_sent), of((row) => row.is_clicked), of((row) => row.is_lead)];
  const percent = (part: number, whole: number) => Math.round((1_000_000 * part) / whole) / 10_000;
  const revenue = sumOf('revenue');
  const cost = Math.round(sumOf('cost') * 100) / 100;
  expect(clicked).toBeGreaterThan(5);
  expect(data!.smsReport!.totals).toEqual({
    messages: 60,
    sent,
    delivered: of(({ status }) => status === 'delivered'),
    failed: of(({ status }) => status === 'failed' || status === 'expired'),
    clicked,
    ctr: percent(clicked, sent),
    leads,
    cr: percent(leads, clicked),
    sales: of((row) => row.is_sale),
    epc: String(Math.round((1_000_000 * revenue) / clicked) / 1_000_000),
    cost: String(cost),
    revenue: String(revenue),
    profit: String(Math.round((revenue - cost) * 100) / 100),
    parts: sumOf(
      'sms_parts',
      world.messages.filter(({ values }) => values.is_sent),
    ),
    replied: clicked,
    replyRate: percent(clicked, sent),
    unsubscribed: of((row) => row.unsubscribed_method),
  });

  const nothing = await ask('(filters: { sms_id: { type: "equals", filter: "nobody" } })', `totals { ${METRICS} }`);
  expect(nothing.data!.smsReport!.totals).toEqual({
    messages: 0,
    sent: 0,
    delivered: 0,
    failed: 0,
    clicked: 0,
    ctr: null,
    leads: 0,
    cr: null,
    sales: 0,
    epc: null,
    cost: '0',
    revenue: '0',
    profit: '0',
    parts: 0,
    replied: 0,
    replyRate: null,
    unsubscribed: 0,
  });
});

test('calls are counted by what became of them', async () => {
  const { data } = await ask(
    '',
    'totals { calls placed answered answerRate duration outcomeInterested outcomeVoiceMail }',
    world.token,
    'callReport',
  );
  const of = (hold: (values: World['calls'][number]['values']) => unknown) =>
    world.calls.filter(({ values }) => hold(values)).length;
  const isPlaced = (row: World['calls'][number]['values']) =>
    row.call_source !== 'inbound' && row.status !== 'scheduled' && row.status !== 'queued';
  const [placed, answered] = [of(isPlaced), of((row) => isPlaced(row) && row.is_answered)];
  expect(data!.callReport!.totals).toEqual({
    calls: 60,
    placed,
    answered,
    answerRate: Math.round((1_000_000 * answered) / placed) / 10_000,
    duration: world.calls.reduce((sum, { values }) => sum + Number(values.duration ?? 0), 0),
    outcomeInterested: of((row) => row.call_outcome === 'interested'),
    outcomeVoiceMail: of((row) => row.call_outcome === 'voice_mail'),
  });
});

test('a call whose provider says that it ended decades later counts as a day, in rows and in roll-ups', async () => {
  const mine = await createVoiceTeam(app);
  const times = { startedAt: '2026-11-21T09:00:00Z', endedAt: '2099-12-31T23:59:59Z' };
  const call = { id: 'c1', type: 'inboundPhoneCall' };
  expect(await send(app, mine, { ...report('c1', 5, times), call, customer: { number: '+491701234567' } })).toEqual(OK);
  const totals = async (selection: string) => {
    const { data, errors } = await ask('', `${selection} totals { calls duration }`, mine.token, 'callReport');
    expect(errors).toBeUndefined();
    return data!.callReport;
  };
  const sums = { calls: 1, duration: 86_400 };
  expect(await totals('rows { duration }')).toEqual({ rows: [{ duration: 86_400 }], totals: sums });
  await rollUp(app.services);
  expect(await totals('freshness { source }')).toEqual({ freshness: { source: 'roll_up' }, totals: sums });
});

test('groups come in their order, page by page, with totals over everything', async () => {
  const groups = (data: unknown) =>
    (data as { groups: { keys: { value: string }[]; metrics: { messages: number } }[] }).groups;
  const args = (more: string) => `(groupBy: [contact_id], sort: [{ by: messages, direction: desc }]${more})`;
  const selection =
    'groups { keys { value } metrics { messages } } totals { messages } pageInfo { hasNextPage endCursor }';
  const whole = (await ask(args(''), selection)).data!.smsReport!;
  expect(groups(whole)).toHaveLength(20);
  expect(whole.totals).toEqual({ messages: 60 });
  const found: unknown[] = [];
  let after = '';
  for (let pages = 0; pages < 5; pages += 1) {
    const page = (await ask(args(`, first: 5${after}`), selection)).data!.smsReport!;
    found.push(...groups(page));
    expect(page.totals).toEqual({ messages: 60 });
    const { hasNextPage, endCursor } = page.pageInfo as { hasNextPage: boolean; endCursor: string };
    if (!hasNextPage) break;
    after = `, after: "${endCursor}"`;
  }
  expect(found).toEqual(groups(whole));
});

test('a report takes two statements at the most, and only what is asked for', async () => {
  const everything =
    'rows { rowId campaignName } groups { keys { key value label } metrics { ctr } } totals { ctr sent } pageInfo { endCursor } freshness { source asOf }';
  const count = async (args: string, selection: string) => (await app.statements(() => ask(args, selection))).length;
  expect(await count('', everything)).toBe(2);
  expect(await count('(groupBy: [sms_campaign_id, network_id, offer_id, country_id, segment_id])', everything)).toBe(2);
  expect(await count('(groupBy: [sms_campaign_id])', 'groups { keys { label } }')).toBe(1);
  expect(await count('', 'totals { sent }')).toBe(1);
  expect(await count('', 'freshness { asOf }')).toBe(0);
});

test('another team’s rows are in nothing, nor is anything found by its ids', async () => {
  const { token } = await createTeam(app);
  const [message] = world.messages;
  const [contact] = world.contacts;
  for (const [field, key, value, count] of [
    ['smsReport', 'sms_campaign_id', message!.values.sms_campaign_id, 'messages'],
    ['callReport', 'id', world.calls[0]!.id, 'calls'],
    ['smsContactReport', 'id', contact!.id, 'contacts'],
  ] as const) {
    for (const args of ['', `(filters: { ${key}: { type: "equals", filter: "${value}" } })`, '(groupBy: [team_id])']) {
      const selection = `rows { rowId } groups { keys { value label } } totals { ${count} }`;
      const { data, errors } = await ask(args, selection, token, field);
      expect([errors, data![field]]).toEqual([undefined, { rows: [], groups: [], totals: { [count]: 0 } }]);
    }
  }
});

test('days and hours of a zone with half an hour, and a day that a clock change makes short', async () => {
  const { team, token } = await createTeam(app);
  const { db } = app;
  const campaign = await db.smsCampaign.create({ data: { teamId: team.id, name: 'C' } });
  const send = await db.smsSend.create({ data: { teamId: team.id, smsCampaignId: campaign.id } });
  const contact = await db.contact.create({ data: { teamId: team.id, number: 4_917_000_001n } });
  const sentAt = [
    '2026-03-28T18:29:59.999Z',
    '2026-03-28T18:30:00.000Z',
    '2026-03-28T22:59:59.999Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T21:59:59.999Z',
    '2026-03-29T22:00:00.000Z',
  ];
  await db.smsMessage.createMany({
    data: sentAt.map((at) => ({
      teamId: team.id,
      smsCampaignId: campaign.id,
      smsSendId: send.id,
      contactId: contact.id,
      phoneNormalized: '4917000001',
      finalText: 'x',
      isSent: true,
      sentAt: at,
    })),
  });
  await markAll(app, team.id);
  const buckets = async (every: string, timezone: string) => {
    const args = `(bucket: { key: sent_at, every: ${every}, timezone: "${timezone}" })`;
    const { data } = await ask(args, 'groups { bucket metrics { sent } }', token);
    const { groups } = data!.smsReport as unknown as { groups: { bucket: string; metrics: { sent: number } }[] };
    return groups.map(({ bucket, metrics }) => [bucket, metrics.sent]);
  };
  expect(await buckets('day', 'Asia/Kolkata')).toEqual([
    ['2026-03-27T18:30:00.000Z', 1],
    ['2026-03-28T18:30:00.000Z', 3],
    ['2026-03-29T18:30:00.000Z', 2],
  ]);
  // The 29th has 23 hours in Berlin.
  expect(await buckets('day', 'Europe/Berlin')).toEqual([
    ['2026-03-27T23:00:00.000Z', 3],
    ['2026-03-28T23:00:00.000Z', 2],
    ['2026-03-29T22:00:00.000Z', 1],
  ]);
  expect((await buckets('hour', 'Asia/Kolkata'))[0]).toEqual(['2026-03-28T17:30:00.000Z', 1]);
  expect(await buckets('week', 'Europe/Berlin')).toEqual([
    ['2026-03-22T23:00:00.000Z', 5],
    ['2026-03-29T22:00:00.000Z', 1],
  ]);
  expect(await buckets('month', 'UTC')).toEqual([['2026-03-01T00:00:00.000Z', 6]]);
});
