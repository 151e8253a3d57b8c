import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { markAll, rollUp } from '../../../support/roll-ups.ts';
import { createReportWorld, type World } from './world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp();
  await createReportWorld(app, 20);
  world = await createReportWorld(app, 400);
});
afterAll(() => app.close());

interface Question {
  filters: Record<string, unknown>;
  groupBy: string[];
  bucket: { key: string; every: string; timezone: string } | null;
  sort: { by: string; direction: string }[];
}

/** A report with keys of its roll-ups, and a condition on what they do not have that holds for every row. */
const REPORTS = {
  smsReport: {
    name: 'SmsReport',
    metrics:
      'messages sent delivered failed clicked ctr leads cr sales epc cost revenue profit parts replied replyRate unsubscribed',
    sums: ['messages', 'ctr', 'epc', 'profit'],
    keys: 'network_id country_id team_id sms_campaign_id segment_id domain_id offer_id campaign_name network_brand',
    filters: 'network_id country_id sms_campaign_id sms_campaign_send_id segment_id campaign_name network_brand',
    times: ['sent_at'],
    raw: { sms_parts: { type: 'greaterThanOrEqual', filter: 0 } },
    rows: () => world.messages,
  },
  callReport: {
    name: 'CallReport',
    metrics:
      'calls placed answered answerRate duration averageDuration leads sales cost outcomeInterested outcomeVoiceMail outcomeBusy',
    sums: ['calls', 'answer_rate', 'duration', 'cost'],
    keys: 'country_id is_answered is_answer_machine is_picked_up is_lead is_sale team_id agent_id voice_campaign_id campaign_name status call_outcome call_source',
    filters: 'country_id is_answered is_lead agent_id voice_campaign_id voice_campaign_send_id status call_outcome',
    times: ['created_at', 'started_at'],
    raw: { events_count: { type: 'greaterThanOrEqual', filter: 0 } },
    rows: () => world.calls,
  },
  hubReport: {
    name: 'HubReport',
    metrics:
      'messages accepted delivered deliveryRate failed rejected unknown parts cost price profit receiptP50 receiptP95',
    sums: ['messages', 'delivery_rate', 'profit', 'receipt_p95'],
    keys: 'network_id country_id team_id is_connected is_sent company_name sms_routing_route_id name network_brand client_company_id seller_endpoint_id status refusal',
    filters:
      'network_id country_id company_name sms_routing_route_id client_company_id seller_endpoint_id status refusal',
    times: ['created_at', 'sent_at'],
    raw: { sms_parts: { type: 'greaterThanOrEqual', filter: 0 } },
    rows: () => world.hubMessages,
  },
} as const;

type Field = keyof typeof REPORTS;

const ZONES = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Eucla', 'America/St_Johns', 'Europe/Berlin'];
const EVERY = ['hour', 'day', 'week', 'month'];

/** The same questions each time. */
function questions(field: Field, count: number): Question[] {
  const { keys, filters, times, sums, rows } = REPORTS[field];
  let state = 11;
  const roll = (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!;
  const some = (names: string, most: number) => [
    ...new Set(Array.from({ length: roll(most + 1) }, () => pick(names.split(' ')))),
  ];
  const condition = (key: string) => {
    const value = pick(rows()).values[key]!;
    if (value === null || roll(6) === 0) return { type: pick(['blank', 'notBlank']) };
    const type = typeof value === 'number' ? pick(['equals', 'notEqual', 'lessThan']) : pick(['equals', 'notEqual']);
    return { type, filter: typeof value === 'string' && value.trim() === '' ? 'a' : value };
  };
  const day = () => `2026-03-${String(1 + roll(22)).padStart(2, '0')}`;
  const time = () =>
    pick([
      { type: 'greaterThan', dateFrom: day() },
      { type: 'lessThan', dateFrom: `${day()}T${pick(['06:15', '18:30', '11:45'])}:00Z` },
      { type: 'inRange', dateFrom: day(), dateTo: day() },
      { type: 'notEqual', dateFrom: day() },
      { type: 'blank' },
    ]);
  return Array.from({ length: count }, () => {
    const groupBy = some(keys, 3);
    const bucket = roll(2) === 0 ? null : { key: pick(times), every: pick(EVERY), timezone: pick(ZONES) };
    const isGrouped = groupBy.length > 0 || bucket !== null;
    return {
      filters: {
        ...Object.fromEntries(some(filters, 2).map((key) => [key, condition(key)])),
        ...(roll(2) === 0 && { [pick(times)]: time() }),
      },
      groupBy,
      bucket,
      sort: isGrouped && roll(2) === 0 ? [{ by: pick(sums), direction: pick(['asc', 'desc']) }] : [],
    };
  });
}

interface Report {
  groups: unknown[];
  totals: Record<string, unknown>;
  pageInfo: unknown;
  freshness: { source: string };
}

async function ask(field: Field, question: Partial<Question>, token = world.token): Promise<Report> {
  const { name, metrics } = REPORTS[field];
  const { data, errors } = await app.graphql<Record<string, Report>>(
    `query ($filters: JSONObject, $groupBy: [${name}Key!], $bucket: ${name}Bucket, $sort: [${name}Sort!]) {
      ${field}(filters: $filters, groupBy: $groupBy, bucket: $bucket, sort: $sort, first: 50) {
        groups { keys { key value label } bucket metrics { ${metrics} } } totals { ${metrics} }
        pageInfo { hasNextPage endCursor } freshness { source } } }`,
    { token, variables: question },
  );
  expect([question, errors]).toEqual([question, undefined]);
  return data![field]!;
}

const raw = (field: Field, question: Partial<Question>) =>
  ask(field, { ...question, filters: { ...question.filters, ...REPORTS[field].raw } });

/** Answers each question from roll-ups and from rows. Returns how many groups there were. */
async function compare(field: Field, source: string, count: number): Promise<number> {
  let groups = 0;
  for (const question of questions(field, count)) {
    const { freshness, ...answer } = await ask(field, question);
    const { freshness: freshnessOfRows, ...answerOfRows } = await raw(field, question);
    expect([question, freshness.source, answer]).toEqual([question, source, answerOfRows]);
    expect(freshnessOfRows.source).toBe('raw');
    groups += answer.groups.length;
  }
  return groups;
}

const STORED = {
  smsReport: { kind: 'sms', table: 'sms_messages' },
  callReport: { kind: 'call', table: 'calls' },
  hubReport: { kind: 'hub', table: 'hub_messages' },
} as const;

/** As late receipts and events do: some change what the roll-ups have, and one moves to another hour. */
const LATE: Record<Field, [change: string, move: string]> = {
  smsReport: [
    'is_lead = NOT is_lead, cost = 7, country_id = 356',
    `status = 'delivered', sent_at = '2026-03-21T03:07:00Z', is_sent = true`,
  ],
  callReport: [
    'is_lead = NOT is_lead, cost = 7, country_id = 356',
    `status = 'ended', started_at = '2026-03-21T03:07:00Z', ended_at = '2026-03-21T03:08:00Z'`,
  ],
  hubReport: [
    `status = 'failed', due_at = NULL, cost = 7, country_id = 356`,
    `status = 'delivered', due_at = NULL, sent_at = '2026-03-21T03:07:00Z', settled_at = '2026-03-21T03:08:00Z'`,
  ],
};

describe.each(Object.keys(STORED) as Field[])('%s', (field) => {
  const { kind, table } = STORED[field];
  const marked = async (update: string) => {
    const { rows } = await app.pool.query<{ id: string }>(`${update} RETURNING id`, [world.teamId]);
    await app.pool.query(
      `INSERT INTO report_marks (team_id, kind, slot) SELECT $1, $2, (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 900000)::int
       FROM unnest($3::uuid[]) id`,
      [world.teamId, kind, rows.map(({ id }) => id)],
    );
  };

  test('answers the same from rows, from roll-ups, and while some of them are out of date', async () => {
    await markAll(app, world.teamId);
    expect(await compare(field, 'mixed', 30)).toBeGreaterThan(200);
    await rollUp(app.services);
    await compare(field, 'roll_up', 120);
    const [change, move] = LATE[field];
    const some = (share: number) =>
      `team_id = $1 AND id IN (SELECT id FROM ${table} WHERE team_id = $1 ORDER BY id LIMIT ${share})`;
    await marked(`UPDATE ${table} SET ${change} WHERE ${some(5)}`);
    await marked(`UPDATE ${table} SET ${move} WHERE ${some(3)}`);
    await marked(`DELETE FROM ${table} WHERE ${some(1)}`);
    await compare(field, 'mixed', 40);
    await rollUp(app.services);
    await compare(field, 'roll_up', 40);
    await rollUp(app.services);
    await compare(field, 'roll_up', 10);
  });

  test('asks the rows where roll-ups do not know enough', async () => {
    await rollUp(app.services);
    const [time] = REPORTS[field].times;
    const source = async (question: Partial<Question>) => (await ask(field, question)).freshness.source;
    const at = (type: string, dateFrom: string, dateTo?: string) =>
      source({ filters: { [time]: { type, dateFrom, dateTo } } });
    expect(await source({})).toBe('roll_up');
    expect(await at('lessThan', '2026-03-05T10:15:00Z')).toBe('roll_up');
    expect(await at('lessThan', '2026-03-05T10:20:00Z')).toBe('raw');
    // A moment's end is a millisecond later.
    expect(await at('greaterThan', '2026-03-05T10:15:00Z')).toBe('raw');
    expect(await at('inRange', '2026-03-05T10:15:00Z', '2026-03-06T10:15:00Z')).toBe('raw');
    expect(await at('inRange', '2026-03-05', '2026-03-06')).toBe('roll_up');
    if (field !== 'hubReport') expect(await source({ groupBy: ['contact_id'] })).toBe('raw');
    const unknown = field === 'hubReport' ? 'sender_id' : 'contact_id';
    expect(await source({ filters: { [unknown]: { type: 'notBlank' } } })).toBe('raw');
    const changedAt = field === 'smsReport' ? 'updated_datetime' : 'updated_at';
    expect(await source({ bucket: { key: changedAt, every: 'day', timezone: 'UTC' } })).toBe('raw');
  });
});

test('where an answer comes from costs no statement more, but where nothing else was read', async () => {
  const count = async (args: string, selection: string) =>
    (await app.statements(() => app.graphql(`{ smsReport${args} { ${selection} } }`, { token: world.token }))).length;
  const freshness = 'freshness { source asOf }';
  expect(await count('(groupBy: [offer_id])', `groups { metrics { sent } } totals { sent } ${freshness}`)).toBe(2);
  expect(await count('(groupBy: [offer_id])', `${freshness} groups { metrics { sent } }`)).toBe(1);
  expect(await count('', `totals { sent } ${freshness}`)).toBe(1);
  expect(await count('(groupBy: [offer_id])', freshness)).toBe(1);
  expect(await count('(groupBy: [contact_id])', freshness)).toBe(0);
  const nobody = 'filters: { offer_id: { type: "equals", filter: "none" } }';
  expect(await count(`(groupBy: [offer_id], ${nobody})`, `groups { bucket } ${freshness}`)).toBe(2);
});
