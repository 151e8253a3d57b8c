import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';
import { createReportWorld, type World } from './world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp();
  world = await createReportWorld(app);
});
afterAll(() => app.close());

async function linkTo(args: string, token = world.token): Promise<{ url: string; expiresAt: string }> {
  const { data, errors } = await app.graphql<{ link: { url: string; expiresAt: string } }>(
    `{ link: smsReportExport${args} { url expiresAt } }`,
    { token },
  );
  expect(errors).toBeUndefined();
  return data!.link;
}

/** Without a token: the link is all there is. */
const download = (path: string) => app.app.fetch(new Request(`http://localhost${path}`));

async function linesOf(path: string): Promise<string[]> {
  const response = await download(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
  ]);
  return (await response.text()).split('\r\n').slice(0, -1);
}

const newestFirst = () =>
  [...world.messages].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));

test('rows are downloaded with every key, newest first, and filtered as the report is', async () => {
  const lines = await linesOf((await linkTo('')).url);
  expect(lines[0]!.split(',').slice(0, 4)).toEqual(['row_id', 'network_id', 'country_id', 'is_sent']);
  expect(lines.slice(1).map((line) => line.slice(0, 36))).toEqual(newestFirst().map(({ id }) => id));

  const { url } = await linkTo(
    '(keys: [sms_parts, sent_at, campaign_name], filters: { is_clicked: { type: "equals", filter: 1 } })',
  );
  expect(await linesOf(url)).toEqual([
    'row_id,sms_parts,sent_at,campaign_name',
    ...newestFirst()
      .filter(({ values }) => values.is_clicked === 1)
      .map(({ id, values }) =>
        [id, values.sms_parts, (values.sent_at as Date).toISOString(), values.campaign_name].join(','),
      ),
  ]);
});

test('a download that broke goes on behind any line', async () => {
  const { url } = await linkTo('(keys: [final_text])');
  const whole = await linesOf(url);
  for (const at of [1, 20, whole.length - 1]) {
    expect(await linesOf(`${url}?after=${whole[at]!.slice(0, 36)}`)).toEqual(whole.slice(at + 1));
  }
  expect((await download(`${url}?after=${crypto.randomUUID()}`)).status).toBe(404);
  expect((await download(`${url}?after=x`)).status).toBe(404);
});

test('groups are downloaded with labels and metrics', async () => {
  const { url } = await linkTo(
    '(groupBy: [campaign_name, country_id], metrics: [messages, ctr], sort: [{ by: messages }])',
  );
  const [head, ...lines] = await linesOf(url);
  expect(head).toBe('campaign_name,country_id,country_id_label,messages,ctr');
  const counts = lines.map((line) => Number(line.split(',').at(-2)));
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(world.messages.length);
  expect(lines.some((line) => line.includes(',276,Germany,'))).toBe(true);
});

test('what a spreadsheet would take for a formula is text, and numbers below zero are numbers', async () => {
  const { team, token } = await createTeam(app);
  await app.db.contact.create({
    data: {
      teamId: team.id,
      number: 4_917_000_002n,
      name: '=HYPERLINK("https://a.example")',
      email: '+1',
      custom1Int: -5,
      custom1Dec: '-0.5',
    },
  });
  const { data } = await app.graphql<{ link: { url: string } }>(
    '{ link: smsContactReportExport(keys: [name, email, custom1_int, custom1_dec]) { url } }',
    { token },
  );
  expect((await linesOf(data!.link.url))[1]!.slice(37)).toBe(`"'=HYPERLINK(""https://a.example"")",'+1,-5,-0.500000`);
});

test('a link is good until it expires, as it is, and for its team’s rows alone', async () => {
  const rival = await createTeam(app);
  const { url, expiresAt } = await linkTo('', rival.token);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
  expect(await linesOf(url)).toHaveLength(1);
  // Another team's row is none to go on behind.
  expect((await download(`${url}?after=${world.messages[0]!.id}`)).status).toBe(404);

  const sealed = url.slice('/downloads/reports/obr_'.length, -'.csv'.length);
  const changed = sealed.slice(0, 80) + (sealed[80] === 'A' ? 'B' : 'A') + sealed.slice(81);
  for (const link of [changed, sealed.slice(0, 90), 'x']) {
    const response = await download(`/downloads/reports/obr_${link}.csv`);
    expect([response.status, await response.json()]).toEqual([404, { message: 'Report not found.' }]);
  }
  const now = Date.now;
  try {
    Date.now = () => Date.parse(expiresAt) + 1;
    expect((await download(url)).status).toBe(404);
  } finally {
    Date.now = now;
  }
});

test('what the report refuses, its link refuses', async () => {
  for (const [args, path] of [
    ['(filters: { nothing: {} })', 'filters.nothing'],
    ['(groupBy: [final_text])', 'groupBy.0'],
    ['(sort: [{ by: sms_parts }])', 'sort'],
  ]) {
    const { errors } = await app.graphql(`{ smsReportExport${args} { url } }`, { token: world.token });
    expect(Object.keys(errors![0]!.extensions.fields as object)).toEqual([path]);
  }
});

test('a link is no longer than the addresses that servers take', async () => {
  const all = [...(await linesOf((await linkTo('')).url))[0]!.split(',')].slice(1);
  const link = (text: string, keys: string[]) =>
    app.graphql<{ link: { url: string } }>(
      'query ($filters: JSONObject, $keys: [SmsReportKey!]) { link: smsReportExport(filters: $filters, keys: $keys) { url } }',
      {
        token: world.token,
        variables: {
          filters: { final_text: { type: 'contains', filter: text }, sms_id: { type: 'contains', filter: text } },
          keys,
        },
      },
    );
  for (const text of ['a'.repeat(1_900), '广'.repeat(600)]) {
    const { data } = await link(text, all);
    expect(data!.link.url.length).toBeLessThan(8_000);
    expect(await linesOf(data!.link.url)).toHaveLength(1);
  }
  for (const [text, keys] of [
    ['广'.repeat(1_900), all],
    ['a', Array.from({ length: 1_000 }, () => 'final_text')],
  ] as const) {
    const { errors } = await link(text, [...keys]);
    expect(errors![0]!.extensions.fields).toEqual({
      filters: ['The filters field must not be greater than 5500 bytes together with all other arguments.'],
    });
  }
});
