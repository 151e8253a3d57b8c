import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let token: string;

const NBSP = '\u00a0';
/** A contact of each. */
const TEXTS = [
  'Istanbul',
  'İstanbul',
  'ıstanbul',
  'ΟΔΟΣ',
  'οδος',
  'οδοσ',
  'Straße',
  'STRAẞE',
  'STRASSE',
  'ÄPFEL',
  'äpfel',
  'Ångström',
  'kelvin',
  'ДОМ',
  'дом',
  'a%b_c\\d',
  'a.b*c[d]',
];
const BLANKS = ['', ' ', NBSP, '\u2003\u3000', '\t'];

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  const data = [...TEXTS, ...BLANKS, null].map((name, at) => ({
    teamId: mine.team.id,
    number: BigInt(4_915_112_000_000 + at),
    name,
    custom1Str: name,
  }));
  await app.db.contact.createMany({ data });
});
afterAll(() => app.close());

interface Row {
  name: string | null;
}

async function inReport(variables: Record<string, unknown>): Promise<(string | null)[]> {
  const { data, errors } = await app.graphql<{ smsContactReport: { rows: Row[] } }>(
    `query ($filters: JSONObject, $sort: [SmsContactReportSort!], $first: Int! = 100, $after: String) {
      smsContactReport(filters: $filters, sort: $sort, first: $first, after: $after) { rows { name } } }`,
    { token, variables },
  );
  expect(errors).toBeUndefined();
  return data!.smsContactReport.rows.map(({ name }) => name);
}

const withName = async (type: string, filter?: string) =>
  (await inReport({ filters: { name: { filterType: 'text', type, filter } } })).sort();

async function inList(name: string): Promise<(string | null)[]> {
  const { data } = await app.graphql<{ contacts: { nodes: Row[] } }>(
    'query ($name: String) { contacts(first: 100, filter: { name: $name }) { nodes { name } } }',
    { token, variables: { name } },
  );
  return data!.contacts.nodes.map((contact) => contact.name).sort();
}

async function inSegment(operator: string, value: string | null): Promise<number> {
  const { data, errors } = await app.graphql<{ previewSegment: { contactsCount: number } }>(
    'query ($filter: SegmentFilterInput!) { previewSegment(filter: $filter) { contactsCount } }',
    { token, variables: { filter: { customFields: [{ field: 'custom1_str', operator, value }] } } },
  );
  expect(errors).toBeUndefined();
  return data!.previewSegment.contactsCount;
}

test.each([
  ['İ', ['İstanbul']],
  ['ı', ['ıstanbul']],
  ['istanbul', ['Istanbul']],
  ['ISTANBUL', ['Istanbul']],
  ['Σ', ['ΟΔΟΣ', 'οδοσ', 'οδος']],
  ['οδος', ['ΟΔΟΣ', 'οδοσ', 'οδος']],
  ['straße', ['Straße', 'STRAẞE']],
  ['strasse', ['STRASSE']],
  ['äPFEL', ['ÄPFEL', 'äpfel']],
  ['\u212bNGSTRÖM', ['Ångström']],
  ['\u212aELVIN', ['kelvin']],
  // As macOS writes it, in two characters.
  ['A\u0308PFEL', ['ÄPFEL', 'äpfel']],
  ['дОМ', ['ДОМ', 'дом']],
  ['%', ['a%b_c\\d']],
  ['_', ['a%b_c\\d']],
  ['\\', ['a%b_c\\d']],
  ['B*C[', ['a.b*c[d]']],
  ['A.', ['a.b*c[d]']],
  [`äpfel${'x'.repeat(2_000)}`, []],
])('%j is found by the same rule in lists, reports and segments', async (text, found) => {
  const expected = [...found].sort();
  expect(await inList(text)).toEqual(expected);
  expect(await withName('contains', text)).toEqual(expected);
  if (text.length < 255) expect(await inSegment('contains', text)).toBe(found.length);
});

test('a text begins, ends and is the whole in any case', async () => {
  expect(await withName('startsWith', 'STRA')).toEqual(['STRASSE', 'STRAẞE', 'Straße']);
  expect(await withName('endsWith', 'ΟΣ')).toEqual(['ΟΔΟΣ', 'οδος', 'οδοσ']);
  expect(await withName('equals', 'ÄPFEL')).toEqual(['ÄPFEL', 'äpfel']);
  expect(await withName('equals', 'ÄPFE')).toEqual([]);
  expect(await withName('equals', '')).toEqual(['']);
  expect(await inSegment('startsWith', 'stra')).toBe(3);
  expect(await inSegment('endsWith', 'ς')).toBe(3);
});

test('a text of a thousand letters is found in any case, to its last letter', async () => {
  const { token: own, team } = await createTeam(app);
  const long = 'Àbcdefghij'.repeat(150);
  await app.db.contact.create({ data: { teamId: team.id, number: 4_915_113_000_000n, name: `.${long}.` } });
  const { data } = await app.graphql<Record<string, { rows: Row[] }>>(
    `query ($whole: JSONObject, $begins: JSONObject, $other: JSONObject) {
      whole: smsContactReport(filters: $whole) { rows { name } }
      begins: smsContactReport(filters: $begins) { rows { name } }
      other: smsContactReport(filters: $other) { rows { name } } }`,
    {
      token: own,
      variables: {
        whole: { name: { type: 'equals', filter: `.${long.toUpperCase()}.` } },
        begins: { name: { type: 'startsWith', filter: `.${long.toLowerCase()}` } },
        other: { name: { type: 'contains', filter: `${long.slice(0, -1)}k` } },
      },
    },
  );
  expect(Object.values(data!).map(({ rows }) => rows.length)).toEqual([1, 1, 0]);
});

test('a text of spaces is blank, whichever spaces they are', async () => {
  expect((await withName('blank')).filter((name) => name !== null)).toEqual([...BLANKS].sort());
  expect(await withName('notBlank')).toEqual([...TEXTS].sort());
  expect(await inSegment('blank', null)).toBe(BLANKS.length + 1);
  expect(await inSegment('notBlank', null)).toBe(TEXTS.length);
});

test.each(['asc', 'desc'] as const)('blank texts are the largest: %s', async (direction) => {
  const names = await inReport({ sort: [{ by: 'name', direction }] });
  const blank = names.map((name) => (name ?? '').trim() === '');
  const expected = [...TEXTS.map(() => false), ...BLANKS.map(() => true), true];
  expect(blank).toEqual(direction === 'asc' ? expected : expected.reverse());
  const apples = names.map((name) => name?.toLowerCase()).flatMap((name, at) => (name === 'äpfel' ? [at] : []));
  expect(apples[1]! - apples[0]!).toBe(1);
});
