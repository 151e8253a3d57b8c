import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam } from '../../../support/team.ts';
import { contactsOf, uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const FILE = `query ($id: ID!) { dataFile(id: $id) {
  status processedRows importedRows failedRows warningRows
  rowErrors(first: 100) { totalCount nodes { line field value reason isWarning } }
} }`;

async function imported(content: string, columns: object) {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, content, { token });
  expect((await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns } })).status).toBe(200);
  await runJobs(app);
  const { data } = await app.graphql<{ dataFile: Record<string, unknown> }>(FILE, { token, variables: { id } });
  const contacts = await contactsOf(app, team.id);
  return { team, token, id, file: data!.dataFile, contacts, numbers: contacts.map(({ number }) => number) };
}

/** One list with this cell between two good rows. */
async function rowErrorOf(cell: string, column: string) {
  const { file, numbers } = await imported(`number;x\n+491712345671;\n+491712345672;${cell}\n+491712345673;\n`, {
    number: 0,
    [column]: 1,
  });
  expect(numbers).toEqual([491712345671, 491712345673]);
  expect(file).toMatchObject({ status: 'imported', processedRows: 3, importedRows: 2, failedRows: 1, warningRows: 0 });
  return (file.rowErrors as { nodes: { line: number; reason: string }[] }).nodes.map(({ line, reason }) => [
    line,
    reason,
  ]);
}

describe('a cell that cannot be stored is an error of its row, and stops nothing', () => {
  test.each([
    '0000-01-01',
    '0000-12-31 23:59',
    '01.01.0000',
    '0001-01-01T00:00:00+14:00',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-01:00',
    '10000-01-01',
    '+010000-01-01',
    '-0001-01-01',
    'infinity',
    '2026-01-01T00:00:00+24:00',
  ])('the date %s', async (cell) => {
    expect(await rowErrorOf(cell, 'custom1_datetime')).toEqual([
      [3, 'The custom1 datetime field must be a valid date.'],
    ]);
  });

  test.each([
    '999999999999.9999999',
    '999999999999.9999995',
    '-999999999999.99999951',
    '1000000000000',
    '1.000.000.000.000,5',
  ])('the decimal %s, which has 13 digits before the point once it is rounded', async (cell) => {
    expect(await rowErrorOf(cell, 'custom1_dec')).toEqual([
      [3, 'The custom1 dec field must have at most 12 digits before the decimal point.'],
    ]);
  });

  test.each(['9007199254740992', '-9007199254740992', '99999999999999999999', '9007199254740991.5'])(
    'the integer %s',
    async (cell) => {
      expect(await rowErrorOf(cell, 'custom1_int')).toEqual([[3, 'The custom1 int field must be an integer.']]);
    },
  );

  test.each(['custom1_int', 'custom1_dec'])(
    'a number for %s with one dot before three digits, which may be a thousand times as much in a list with semicolons',
    async (column) => {
      for (const cell of ['1.000', '-12.345', '+123.456'])
        expect(await rowErrorOf(cell, column)).toEqual([
          [
            3,
            `The ${column.replace('_', ' ')} field is ambiguous: write 1.234 as 1234, or as 1,234 where it is a decimal.`,
          ],
        ]);
    },
  );

  test('a long wrong text is shown without half of a character', async () => {
    const { file, numbers } = await imported(
      `number,date\n+491712345671,${'x'.repeat(254)}😀\n+491712345672,2026-01-01\n`,
      { number: 0, custom1_datetime: 1 },
    );
    expect(numbers).toEqual([491712345672]);
    expect(file.rowErrors).toMatchObject({ nodes: [{ line: 2, value: 'x'.repeat(254) }] });
  });
});

test('a decimal with a dot is read where it can be nothing else', async () => {
  const decimals = async (list: string) => {
    const { token } = await imported(list, { number: 0, custom1_dec: 1 });
    const { data } = await app.graphql<{ contacts: { nodes: { custom1Dec: string | null }[] } }>(
      '{ contacts(orderBy: { field: number, direction: asc }) { nodes { custom1Dec } } }',
      { token },
    );
    return data!.contacts.nodes.map(({ custom1Dec }) => custom1Dec);
  };
  const listOf = (cells: string[], delimiter: string) =>
    ['number', 'x'].join(delimiter) + cells.map((cell, at) => `\n+49171234567${at}${delimiter}${cell}`).join('');
  expect(await decimals(listOf(['0.125', '1234.567', '1.5', '1.2345', '1.234,5', '1,234'], ';'))).toEqual([
    '0.125',
    '1234.567',
    '1.5',
    '1.2345',
    '1234.5',
    '1.234',
  ]);
  expect(await decimals(listOf(['1.234'], ','))).toEqual(['1.234']);
});

test('the largest values that fit are stored, and can be read and written over the API', async () => {
  const { token, file } = await imported(
    'number;dec;int;from;to\n+491712345671;999999999999.9999994;9007199254740991;0001-01-01;9999-12-31T23:59:59.999Z\n+491712345672;000000000000012.50;-0;0001-01-01T14:00+14:00;\n',
    { number: 0, custom1_dec: 1, custom1_int: 2, custom1_datetime: 3, custom2_datetime: 4 },
  );
  expect(file).toMatchObject({ importedRows: 2, rowErrors: { nodes: [] } });
  const { data } = await app.graphql<{ contacts: { nodes: Record<string, unknown>[] } }>(
    '{ contacts(orderBy: { field: number, direction: asc }) { nodes { id custom1Dec custom1Int custom1Datetime custom2Datetime } } }',
    { token },
  );
  const [{ id, ...first } = {}, { id: _, ...second } = {}] = data!.contacts.nodes;
  expect([first, second]).toEqual([
    {
      custom1Dec: '999999999999.999999',
      custom1Int: 9007199254740991,
      custom1Datetime: '0001-01-01T00:00:00.000Z',
      custom2Datetime: '9999-12-31T23:59:59.999Z',
    },
    { custom1Dec: '12.5', custom1Int: 0, custom1Datetime: '0001-01-01T00:00:00.000Z', custom2Datetime: null },
  ]);
  const update = 'mutation ($id: ID!, $input: UpdateContactInput!) { updateContact(id: $id, input: $input) { id } }';
  expect(await app.graphql(update, { token, variables: { id, input: first } })).toEqual({
    data: { updateContact: { id } },
  });
});

test('rows that the database refuses are found, and all others of their batch are stored', async () => {
  // A rule that no check before the database knows.
  await app.pool.query(`ALTER TABLE contacts ADD CONSTRAINT no_ghosts CHECK (name NOT LIKE 'Ghost%')`);
  const rows = Array.from(
    { length: 1_000 },
    (_, at) => `+49171${2_000_000 + at},${[0, 500, 501, 999].includes(at) ? 'Ghost' : 'Guest'} ${at}`,
  );
  const { file, numbers } = await imported(`number,name\n${rows.join('\n')}\nnone,x\n`, { number: 0, name: 1 });
  await app.pool.query('ALTER TABLE contacts DROP CONSTRAINT no_ghosts');
  expect(numbers).toHaveLength(996);
  const reason = 'The row has a value that cannot be stored.';
  expect(file).toMatchObject({ status: 'imported', processedRows: 1_001, importedRows: 996, failedRows: 5 });
  expect((file.rowErrors as { nodes: object[] }).nodes).toEqual([
    ...[2, 502, 503, 1_001].map((line) => ({ line, field: 'row', value: null, reason, isWarning: false })),
    {
      line: 1_002,
      field: 'number',
      value: 'none',
      reason: 'The number field must be a valid phone number.',
      isWarning: false,
    },
  ]);
});

test('a row that the database refuses withdraws consent all the same', async () => {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, 'number,name,ok\n+491712345671,Ghost,no\n+491712345672,Ghost,yes\n', { token });
  const consent = { channels: ['sms'], purpose: 'marketing', column: 2 };
  const start = 'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }';
  const variables = { id, input: { columns: { number: 0, name: 1 }, consent } };
  await app.pool.query(`ALTER TABLE contacts ADD CONSTRAINT no_ghosts CHECK (name NOT LIKE 'Ghost%')`);
  expect(await app.graphql(start, { token, variables })).toEqual({ data: { importDataFile: { id } } });
  await runJobs(app);
  await app.pool.query('ALTER TABLE contacts DROP CONSTRAINT no_ghosts');
  expect(await contactsOf(app, team.id)).toEqual([]);
  const { rows } = await app.pool.query('SELECT number::text, state::text FROM consents WHERE team_id = $1', [team.id]);
  expect(rows).toEqual([{ number: '491712345671', state: 'withdrawn' }]);
});

describe('a wrong e-mail address', () => {
  const REASON = 'The email field must be a valid email address.';

  test('is a warning: its number becomes a contact all the same', async () => {
    const { file, contacts, id, token } = await imported(
      'number,mail\n+491712345671,nobody\n+491712345672,ben@example.com\n+491712345673,a@b\nnone,neither\n',
      { number: 0, email: 1 },
    );
    expect(contacts.map(({ number, email }) => [number, email])).toEqual([
      [491712345671, null],
      [491712345672, 'ben@example.com'],
      [491712345673, null],
    ]);
    expect(file).toEqual({
      status: 'imported',
      processedRows: 4,
      importedRows: 3,
      failedRows: 1,
      warningRows: 2,

      rowErrors: { totalCount: 4, nodes: expect.any(Array) },
    });
    const errors = file.rowErrors as {
      nodes: { line: number; field: string; value: string; reason: string; isWarning: boolean }[];
    };
    expect(errors.nodes.map(({ line, field, value, isWarning }) => [line, field, value, isWarning]).sort()).toEqual([
      [2, 'email', 'nobody', true],
      [4, 'email', 'a@b', true],
      // This row was rejected for its number.
      [5, 'email', 'neither', false],
      [5, 'number', 'none', false],
    ]);
    const csv = await app.app.fetch(
      new Request(`http://localhost/downloads/data-files/${id}/row-errors.csv`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const lines = (await csv.text()).split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      'line,field,value,reason,severity',
      `2,email,nobody,${REASON},warning`,
      `4,email,a@b,${REASON},warning`,
    ]);
    expect(lines).toContain(`5,email,neither,${REASON},error`);
  });

  test('keeps the address that the contact has, and is counted anew by the next import', async () => {
    const first = await imported('number,mail\n+491712345671,anna@example.com\n', { number: 0, email: 1 });
    const id = await uploaded(app, 'number,mail\n+491712345671,nobody\n', { token: first.token });
    for (const count of [1, 1]) {
      const body = { columns: { number: 0, email: 1 } };
      await app.rest('POST', `/v1/data-files/${id}/import`, { token: first.token, body });
      await runJobs(app);
      const { data } = await app.graphql(FILE, { token: first.token, variables: { id } });
      expect(data!.dataFile).toMatchObject({ importedRows: 1, warningRows: count, rowErrors: { totalCount: 1 } });
    }
    expect(await contactsOf(app, first.team.id)).toMatchObject([{ email: 'anna@example.com' }]);
  });
});
