import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam } from '../../../support/team.ts';
import { contactsOf, uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ IMPORT_BATCH_ROWS: 3 });
});
afterAll(() => app.close());

/** Imports a list; what became of it. */
async function imported(content: string, body: object) {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, content, { token });
  const { status } = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body });
  expect(status).toBe(200);
  await runJobs(app);
  const { data } = await app.graphql<{ dataFile: Record<string, unknown> }>(
    `query ($id: ID!) { dataFile(id: $id) {
      status totalRows processedRows importedRows failedRows duplicateRows
      rowErrors(first: 100) { totalCount nodes { line field value reason } }
    } }`,
    { token, variables: { id } },
  );
  const contacts = await contactsOf(app, team.id);
  return { file: data!.dataFile, numbers: contacts.map(({ number }) => number), contacts, id, token };
}

test('bad rows are kept with line, field, value and reason, and stop nothing', async () => {
  const { file, numbers } = await imported(
    `number,mail,int,dec,time,zone,country
+491712345671,ok@example.com,1,1.5,2026-11-21,Europe/Berlin,DE

12345,,,,,,DE
,,,,,,DE
+491712345672,nobody,one,1.2.3,31.02.2026,Berlin,Narnia
+491712345673,"multi
line",,,,,
+491712345674
+491712345675,,,,,,,too,long
`,
    {
      columns: {
        number: 0,
        email: 1,
        custom1_int: 2,
        custom1_dec: 3,
        custom1_datetime: 4,
        timezone: 5,
        country: 6,
      },
    },
  );
  expect(numbers).toEqual([491712345671, 491712345673, 491712345674, 491712345675]);
  expect(file).toEqual({
    status: 'imported',
    totalRows: 7,
    processedRows: 7,
    importedRows: 4,
    failedRows: 3,
    duplicateRows: 0,

    rowErrors: { totalCount: 9, nodes: expect.any(Array) },
  });
  const at = (line: number) =>
    (file.rowErrors as { nodes: { line: number; field: string; value: string; reason: string }[] }).nodes
      .filter((error) => error.line === line)
      .map(({ field, value, reason }) => [field, value, reason])
      .sort();
  expect(at(4)).toEqual([['number', '12345', 'The number field must be a valid phone number.']]);
  expect(at(5)).toEqual([['number', '', 'The number field is required.']]);
  expect(at(6)).toEqual([
    ['country', 'Narnia', 'The selected country is invalid.'],
    ['custom1_datetime', '31.02.2026', 'The custom1 datetime field must be a valid date.'],
    ['custom1_dec', '1.2.3', 'The custom1 dec field must be a number.'],
    ['custom1_int', 'one', 'The custom1 int field must be an integer.'],
    ['email', 'nobody', 'The email field must be a valid email address.'],
    ['timezone', 'Berlin', 'The timezone field must be a valid timezone.'],
  ]);
  expect(at(7)).toEqual([['email', 'multi\nline', 'The email field must be a valid email address.']]);
});

test('all mistakes of a file can be paged through, by nobody but its team', async () => {
  const { id, token } = await imported('number\n1\n2\n3\n', { columns: { number: 0 } });
  const other = await createTeam(app, 'Other');
  const page = `query ($id: ID!, $after: String) {
    dataFile(id: $id) { rowErrors(first: 2, after: $after) { totalCount nodes { line } pageInfo { endCursor } } }
  }`;
  type Errors = { totalCount: number; nodes: object[]; pageInfo: { endCursor: string } };
  type Page = { dataFile: { rowErrors: Errors } | null };
  const first = (await app.graphql<Page>(page, { token, variables: { id } })).data!.dataFile!.rowErrors;
  expect([first.totalCount, first.nodes]).toEqual([3, [{ line: 2 }, { line: 3 }]]);
  const rest = await app.graphql<Page>(page, { token, variables: { id, after: first.pageInfo.endCursor } });
  expect(rest.data!.dataFile!.rowErrors.nodes).toEqual([{ line: 4 }]);
  const foreign = await app.graphql<Page>(page, { token: other.token, variables: { id } });
  expect(foreign.data!.dataFile).toBeNull();
});

test('numbers are read however they are written', async () => {
  const written = [
    ['+49 (171) 234-5601', 491712345601],
    ['0049 171 2345602', 491712345602],
    ['0171/2345603', 491712345603],
    ['491712345604', 491712345604],
    ['171 2345605', 491712345605],
    ['4.91712345606E+11', 491712345606],
    ['"4,9171234561E+11"', 491712345610],
    ['491712345607.0', 491712345607],
    ["'+491712345608", 491712345608],
    ['="+491712345609"', 491712345609],
    ['\u202a+491712345611\u202c', 491712345611],
    ['+1 415 555 2671', 14155552671],
  ] as const;
  const { file, numbers } = await imported(`number;x\n${written.map(([text]) => `${text};`).join('\n')}\n`, {
    columns: { number: 0 },
    fixed_country_id: 276,
  });
  expect(file.rowErrors).toMatchObject({ nodes: [] });
  expect(numbers).toEqual(written.map(([, number]) => number).sort((a, b) => a - b));
});

test.each([
  '4.91712E+11',
  '4.9171234560E+12',
  '4.9171234560000001E+11',
  'n/a',
  '+49',
  '+999123456789',
  '110',
  '1e99',
  '+49 171 2345678x',
])('%s is no number', async (text) => {
  const { file, numbers } = await imported(`number;x\n${text};\n`, { columns: { number: 0 }, fixed_country_id: 276 });
  expect([file.failedRows, numbers]).toEqual([1, []]);
});

test('a country is understood as code, name in several languages, or dialling code', async () => {
  const named = ['DE', 'de', 'DEU', 'Germany', 'Deutschland', 'Allemagne', '+49', '49', '0049', ' germany '];
  const rows = named.map((country, at) => `0171 23456${10 + at};${country}`);
  const { file, contacts } = await imported(`number;country\n${rows.join('\n')}\n`, {
    columns: { number: 0, country: 1 },
    // The row's own comes first.
    fixed_country_id: 840,
  });
  expect(file.rowErrors).toMatchObject({ nodes: [] });
  expect(contacts.map(({ countryId }) => countryId)).toEqual(named.map(() => 276));
});

test('where countries share a calling code the row is believed, else the number', async () => {
  const { contacts } = await imported(
    'number;country\n+14155552671;CA\n+33612345678;DE\n+442079460001;\n+14165550123;\n',
    { columns: { number: 0, country: 1 } },
  );
  expect(contacts.map(({ number, countryId }) => [number, countryId])).toEqual([
    [14155552671, 124],
    [14165550123, 124],
    [33612345678, 250],
    [442079460001, 826],
  ]);
});

test('a quotation mark that is never closed costs one row', async () => {
  const { file, numbers } = await imported(
    'number,name\n+491712345671,ok\n+491712345672,"open\n+491712345673,ok\n+491712345674,an "inner" one\n',
    { columns: { number: 0, name: 1 } },
  );
  expect(numbers).toEqual([491712345671, 491712345673, 491712345674]);
  expect(file).toMatchObject({
    totalRows: 4,
    processedRows: 4,
    importedRows: 3,
    failedRows: 1,
    rowErrors: { nodes: [{ line: 3, field: 'row', value: null, reason: 'The quotation mark is never closed.' }] },
  });
});

test('lines are counted as an editor counts them, whatever ends them', async () => {
  const { file } = await imported('number,name\r\n\r\n+491712345671,"a\r\nb\r\nc"\r\n,,\r\nbad,x\r\n"worse",y', {
    columns: { number: 0, name: 1 },
  });
  expect(file.rowErrors).toMatchObject({
    nodes: [
      { line: 7, value: 'bad' },
      { line: 8, value: 'worse' },
    ],
  });
});
