import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { markAll } from '../../../support/roll-ups.ts';
import { createTeam } from '../../../support/team.ts';
import { createReportWorld, type World } from './world.ts';

type ToReport = (request: object, cursors?: Map<number, string>) => Record<string, unknown>;

let app: TestApp;
let world: World;
let toReport: ToReport;

beforeAll(async () => {
  app = await createTestApp();
  world = await createReportWorld(app);
  const document = await readFile(new URL('../../../../docs/reports.md', import.meta.url), 'utf8');
  const [, code] = /```js\n(.*?)```/s.exec(document)!;
  ({ toReport } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as { toReport: ToReport });
});
afterAll(() => app.close());

/** What the grid's manual shows of a request, with the keys of this report. */
const request = (changes: object) => ({
  startRow: 0,
  endRow: 100,
  rowGroupCols: [{ id: 'sms_campaign_id', displayName: 'Campaign', field: 'sms_campaign_id' }],
  valueCols: [
    { id: 'messages', aggFunc: 'sum', displayName: 'Messages', field: 'messages' },
    { id: 'sent', aggFunc: 'sum', displayName: 'Sent', field: 'sent' },
  ],
  pivotCols: [],
  pivotMode: false,
  groupKeys: [],
  filterModel: {
    sms_parts: { filterType: 'number', type: 'inRange', filter: 1, filterTo: 2 },
    sent_at: { filterType: 'date', type: 'inRange', dateFrom: '2026-03-02 00:00:00', dateTo: '2026-03-15 00:00:00' },
    final_text: {
      filterType: 'text',
      operator: 'OR',
      conditions: [
        { filterType: 'text', type: 'contains', filter: 'ALPHA' },
        { filterType: 'text', type: 'startsWith', filter: '100' },
      ],
    },
  },
  sortModel: [{ colId: 'messages', sort: 'desc' }],
  ...changes,
});

const QUERY = `query ($filters: JSONObject, $groupBy: [SmsReportKey!], $metrics: [SmsReportMetric!], $sort: [SmsReportSort!], $first: Int!, $after: String) {
  smsReport(filters: $filters, groupBy: $groupBy, metrics: $metrics, sort: $sort, first: $first, after: $after) {
    rows { rowId smsParts finalText } groups { keys { value label } metrics { messages sent delivered } } totals { messages sent ctr } pageInfo { endCursor hasNextPage } } }`;

interface Data {
  rows: { rowId: string; smsParts: number; finalText: string }[];
  groups: { keys: { value: string | null; label: string }[]; metrics: Record<string, number | null> }[];
  totals: Record<string, number | null>;
  pageInfo: { endCursor: string; hasNextPage: boolean };
}

async function rowsFor(changes: object, cursors?: Map<number, string>, token = world.token): Promise<Data> {
  const variables = toReport(request(changes), cursors);
  const { data, errors } = await app.graphql<{ smsReport: Data }>(QUERY, { token, variables });
  expect(errors).toBeUndefined();
  return data!.smsReport;
}

/** Those that the filters of the request leave, in Kolkata's days. */
const expected = () =>
  world.messages.filter(({ values }) => {
    const text = String(values.final_text).toLowerCase();
    const sentAt = values.sent_at as Date | null;
    return (
      Number(values.sms_parts) <= 2 &&
      (text.includes('alpha') || text.startsWith('100')) &&
      sentAt !== null &&
      sentAt >= new Date('2026-03-01T18:30:00Z') &&
      sentAt < new Date('2026-03-15T18:30:00Z')
    );
  });

test('the grid’s request for its groups and for the rows of one is answered', async () => {
  const all = expected();
  expect(all.length).toBeGreaterThan(5);
  const { groups, totals, rows } = await rowsFor({});
  expect(rows).toEqual([]);
  // Only the grid's value columns are worked out.
  expect(totals).toEqual({ messages: all.length, sent: all.length, ctr: null });
  const counts = groups.map(({ metrics }) => metrics.messages!);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  for (const {
    keys: [campaign],
    metrics,
  } of groups) {
    const inside = all.filter(({ values }) => values.sms_campaign_id === campaign!.value);
    expect(campaign!.label).toBe(inside[0]!.values.campaign_name);
    expect(metrics).toEqual({ messages: inside.length, sent: inside.length, delivered: null });

    const opened = await rowsFor({ groupKeys: [campaign!.value], sortModel: [{ colId: 'sms_parts', sort: 'asc' }] });
    expect(opened.rows.map(({ rowId }) => rowId).sort()).toEqual(inside.map(({ id }) => id).sort());
    const parts = opened.rows.map(({ smsParts }) => smsParts);
    expect(parts).toEqual([...parts].sort());
  }
  expect(groups.reduce((sum, { metrics }) => sum + metrics.messages!, 0)).toBe(all.length);
});

test('a group is opened to its own rows, whatever others look like it', async () => {
  const { team, token } = await createTeam(app);
  const campaign = await app.db.smsCampaign.create({ data: { teamId: team.id, name: 'C' } });
  const send = await app.db.smsSend.create({ data: { teamId: team.id, smsCampaignId: campaign.id } });
  const contact = await app.db.contact.create({ data: { teamId: team.id, number: 4_917_000_002n } });
  const brands = ['Telco', 'TELCO', 'TELCO', '', ' ', null, null];
  await app.db.smsMessage.createMany({
    data: brands.map((networkBrand, at) => ({
      teamId: team.id,
      smsCampaignId: campaign.id,
      smsSendId: send.id,
      contactId: contact.id,
      phoneNormalized: '4917000002',
      finalText: `Text ${at}`,
      networkBrand,
      countryId: at < 3 ? 276 : null,
    })),
  });
  await markAll(app, team.id);
  const columns = ['network_brand', 'country_id'].map((field) => ({ id: field, displayName: field, field }));
  const grid = { rowGroupCols: columns, filterModel: {}, sortModel: [] };
  const open = (groupKeys: (string | null)[]) => rowsFor({ ...grid, groupKeys }, undefined, token);
  const { groups } = await open([]);
  expect(groups.map(({ keys: [brand], metrics }) => [brand!.value, metrics.messages])).toEqual([
    ['TELCO', 2],
    ['Telco', 1],
    ['', 1],
    [' ', 1],
    [null, 2],
  ]);
  for (const {
    keys: [brand],
    metrics,
  } of groups) {
    const below = await open([brand!.value]);
    expect(below.groups.map((group) => group.metrics.messages)).toEqual([metrics.messages]);
    const { rows } = await open([brand!.value, below.groups[0]!.keys[0]!.value]);
    expect(rows).toHaveLength(metrics.messages!);
  }
});

test('the grid’s next block is the next page', async () => {
  const changes = { rowGroupCols: [], sortModel: [] };
  const whole = await rowsFor(changes);
  const cursors = new Map<number, string>();
  const first = await rowsFor({ ...changes, endRow: 4 });
  expect(first.pageInfo.hasNextPage).toBe(true);
  cursors.set(4, first.pageInfo.endCursor);
  const second = await rowsFor({ ...changes, startRow: 4, endRow: 8 }, cursors);
  const ids = [...first.rows, ...second.rows].map(({ rowId }) => rowId);
  expect(ids).toEqual(whole.rows.slice(0, ids.length).map(({ rowId }) => rowId));
});
