import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_REPORT } from '../../../../src/modules/insight/reports/call-report.ts';
import { CONTACT_REPORT } from '../../../../src/modules/insight/reports/contact-report.ts';
import { SMS_REPORT } from '../../../../src/modules/insight/reports/sms-report.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createReportWorld, type World } from './world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp();
  world = await createReportWorld(app);
});
afterAll(() => app.close());

/** Interpreted twice and compiled from then on; all answers are the same text. Returns it with the last one’s statements. */
async function askOften(query: string) {
  const ask = () => app.graphql<Record<string, Record<string, unknown>>>(query, { token: world.token });
  const first = await ask();
  expect(first.errors).toBeUndefined();
  for (let turn = 0; turn < 4; turn += 1) {
    const { data, errors } = await ask();
    expect([JSON.stringify(data), errors]).toEqual([JSON.stringify(first.data), undefined]);
  }
  return { data: first.data!, statements: await app.statements(ask) };
}

const isWritten = (statements: string[]) => statements.map((sql) => sql.includes('AS "text0"'));

const camel = (key: string) => key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

test.each([
  ['smsReport', SMS_REPORT],
  ['callReport', CALL_REPORT],
  ['smsContactReport', CONTACT_REPORT],
])('every key of %s is written by the database as it is completed here, with one statement', async (field, report) => {
  const names = [...report.keys.values()].filter(({ kind }) => kind !== 'percent').map(({ key }) => camel(key));
  const { data, statements } = await askOften(
    `{ ${field}(first: 200) { rows { __typename rowId ${names.join(' ')} } pageInfo { endCursor hasNextPage } } }`,
  );
  const rows = data[field]!.rows as object[];
  expect([rows.length > 30, Object.keys(rows[0]!)]).toEqual([true, ['__typename', 'rowId', ...names]]);
  expect(isWritten(statements)).toEqual([app.services.config.GRAPHQL_JIT]);
});

test('pages follow each other, under names of the caller’s and beside rows that the database does not write', async () => {
  const read = async (args: string) =>
    (
      await askOften(`{ smsReport(first: 2${args}) {
        a: rows { id: rowId text: finalText } b: rows { rowId sentAt } rows { rowId ctr } pageInfo { endCursor } } }`)
    ).data.smsReport as { a: { id: string }[]; b: { rowId: string }[]; rows: { rowId: string }[]; pageInfo: never };
  const first = await read('');
  const second = await read(`, after: "${(first.pageInfo as { endCursor: string }).endCursor}"`);
  const { data } = await askOften('{ smsReport(first: 4) { rows { rowId } } }');
  const ids = (data.smsReport!.rows as { rowId: string }[]).map(({ rowId }) => rowId);
  for (const under of ['a', 'b', 'rows'] as const) {
    const found = [...first[under], ...second[under]].map((row) => ('id' in row ? row.id : row.rowId));
    expect(found).toEqual(ids);
  }
});

test('groups and totals beside rows are what they are without, and grouped there are none', async () => {
  const { data, statements } = await askOften(
    '{ smsReport(groupBy: [network_id]) { rows { rowId } groups { keys { value } metrics { messages } } totals { messages } } }',
  );
  expect(data.smsReport).toMatchObject({ rows: [], totals: { messages: world.messages.length } });
  expect(statements).toHaveLength(2);
});

test('a cursor made up, and nothing found, are answered alike', async () => {
  const nobody = '01930000-0000-7000-8000-000000000001';
  const { data } = await askOften(
    `{ smsReport(filters: { contact_id: { type: "equals", filter: "${nobody}" } }) { rows { rowId } pageInfo { endCursor } } }`,
  );
  expect(data.smsReport).toEqual({ rows: [], pageInfo: { endCursor: null } });
  const query = '{ smsReport(after: "nothing") { rows { rowId } } }';
  for (let turn = 0; turn < 5; turn += 1) {
    const { errors } = await app.graphql(query, { token: world.token });
    expect(errors?.map(({ path, extensions }) => [path, extensions.fields])).toEqual([
      [['smsReport', 'rows'], { after: ['The selected after is invalid.'] }],
    ]);
  }
});
