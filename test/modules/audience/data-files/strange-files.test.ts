import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecords } from '../../../../src/modules/audience/data-files/csv/records.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam } from '../../../support/team.ts';
import { contactsOf, upload, uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

/** Imports a list; its file, its row errors, and its contacts by number. */
async function imported(content: Uint8Array<ArrayBuffer> | string, columns: object = { number: 0, name: 1 }) {
  const { team, token } = await createTeam(app);
  const id = await uploaded(app, content, { token });
  const { status } = await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns } });
  expect(status).toBe(200);
  await runJobs(app);
  const { data } = await app.graphql<{ dataFile: Record<string, unknown> }>(
    `query ($id: ID!) { dataFile(id: $id) {
      status encoding totalRows processedRows importedRows failedRows rowErrors(first: 100) { nodes { line field value reason } }
    } }`,
    { token, variables: { id } },
  );
  const contacts = await contactsOf(app, team.id);
  return { file: data!.dataFile, names: Object.fromEntries(contacts.map(({ number, name }) => [number, name])) };
}

test('cells lose control characters and invisible marks, and the formula that keeps a text as it is', async () => {
  const { file, names } = await imported(
    [
      'number,name,email',
      '="+491712345671",="Ann"',
      '+491712345672,\u00a0\u200b',
      '+491712345673,O\u0092Brien\u0001',
      '+491712345674,\u202aZoe\u0308\u202c,\u200bzoe@example.com\u200b',
      '+491712345675,='.padEnd(100_000),
    ].join('\n'),
    { number: 0, name: 1, email: 2 },
  );
  expect(file).toMatchObject({ importedRows: 5, failedRows: 0, rowErrors: { nodes: [] } });
  expect(names).toEqual({
    491712345671: 'Ann',
    491712345672: null,
    491712345673: 'O’Brien',
    491712345674: 'Zo\u00eb',
    491712345675: '=',
  });
});

test('a cell that says that it has no value is empty', async () => {
  const words = ['NULL', '\\N', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!', '#DIV/0!'];
  const rows = words.map((word, at) => `+49171234567${at},${word},${word}`);
  const { file, names } = await imported(
    ['number,name,since', ...rows, '+491712345679,Null,', 'NULL,Ann,'].join('\n'),
    { number: 0, name: 1, custom1_datetime: 2 },
  );
  expect(file).toMatchObject({
    importedRows: 10,
    rowErrors: { nodes: [{ line: 12, field: 'number', reason: 'The number field is required.' }] },
  });
  expect(Object.values(names)).toEqual([...words.map(() => null), 'Null']);
});

describe('the encoding is that of the list as a whole', () => {
  test('a byte of Windows-1252 in UTF-8 is one character, and spoils no other', async () => {
    const { file, names } = await imported(
      bytes('number,name\n+491712345671,Zoë\n+491712345672,M', [0xfc], 'ller\n+491712345673,Zoë Łukasz 😀\n'),
    );
    expect(file).toMatchObject({ encoding: 'utf_8', importedRows: 3, rowErrors: { nodes: [] } });
    expect(names).toEqual({ 491712345671: 'Zoë', 491712345672: 'Müller', 491712345673: 'Zoë Łukasz 😀' });
  });

  test('bytes beyond ASCII with next to no UTF-8 among them are Windows-1252', async () => {
    const { file, names } = await imported(
      bytes(
        'number,name\n+491712345671,',
        [0xfc, 0xe4, 0xf6, 0xdf, 0xe9, 0xe8, 0xea, 0xf1, 0xe7, 0xe0, 0x80],
        '\n+491712345672,CIT',
        // É» would be one character in UTF-8.
        [0xc9, 0xbb],
        '\n',
      ),
    );
    expect(file).toMatchObject({ encoding: 'windows_1252', importedRows: 2 });
    expect(names).toEqual({ 491712345671: 'üäößéèêñçà€', 491712345672: 'CITÉ»' });
  });

  test('parts of a character at the end of the file and between two chunks are read', async () => {
    const row = `+491712345671,${'ë'.repeat(100)}\n`;
    const padding = 'x'.repeat(1_048_576 - 12 - Math.floor((1_048_576 - 12) / row.length) * row.length);
    const rows = row.repeat(Math.floor((1_048_576 - 12) / row.length));
    const { file, names } = await imported(
      bytes(
        'number,name\n',
        rows,
        // Its "ü" is the last byte of the first chunk.
        `${padding.slice(0, -2).replace(/^.{14}/, '+491712345672,')}`,
        [0xfc],
        'bel\n+491712345673,Zo',
        [0xc3],
      ),
    );
    expect(file).toMatchObject({ encoding: 'utf_8', failedRows: 0 });
    expect(names[491712345672]?.endsWith('xübel')).toBe(true);
    expect(names[491712345673]).toBe('ZoÃ');
  });

  test('a byte order mark says UTF-8', async () => {
    const { file, names } = await imported(bytes([0xef, 0xbb, 0xbf], 'number,name\n+491712345671,M', [0xfc], 'ller\n'));
    expect(file).toMatchObject({ encoding: 'utf_8', importedRows: 1 });
    expect(names).toEqual({ 491712345671: 'Müller' });
  });
});

describe('NUL and Ctrl-Z are no reason to refuse a list', () => {
  test.each([
    ['a NUL in a cell', bytes('number,name\n+491712345671,An\0na\n+491712345672,Ben\n')],
    ['NULs that pad cells', bytes('number,name\n+491712345671,Anna\0\0\0\n+491712345672,\0Ben\0\n')],
    ['NULs that pad the file', bytes('number,name\n+491712345671,Anna\n+491712345672,Ben\n', '\0'.repeat(1_000))],
    ['Ctrl-Z at the end', bytes('number,name\r\n+491712345671,Anna\r\n+491712345672,Ben\r\n\x1a')],
    ['Ctrl-Z behind the last cell', bytes('number,name\n+491712345671,Anna\n+491712345672,Ben\x1a')],
    ['a block of Ctrl-Z', bytes('number,name\n+491712345671,Anna\n+491712345672,Ben\n', '\x1a'.repeat(100))],
    ['NUL in the header', bytes('num\0ber,name\n+491712345671,Anna\n+491712345672,Ben\n')],
    [
      'NUL in UTF-16',
      new Uint8Array(Buffer.from('number,name\n+491712345671,An\0na\n+491712345672,Ben\n\x1a', 'utf16le')),
    ],
  ])('%s', async (_name, content) => {
    const { file, names } = await imported(content);
    expect(file).toMatchObject({ totalRows: 2, processedRows: 2, importedRows: 2, rowErrors: { nodes: [] } });
    expect(names).toEqual({ 491712345671: 'Anna', 491712345672: 'Ben' });
  });
});

describe('what is no list is refused in a sentence that says what it is', () => {
  const SAVE = 'open it in a spreadsheet program and save it as .xlsx or CSV.';
  test.each([
    ['list.xls', '<html><body><table><tr><td>number</td></tr></table></body></html>', `an HTML page: ${SAVE}`],
    ['list.csv', '\n<!DOCTYPE html>\n<html lang="en">', `an HTML page: ${SAVE}`],
    [
      'list.xls',
      '<!-- made by x -->\n<table border=1><tr><td>+491712345671</td></tr></table>',
      `an HTML page: ${SAVE}`,
    ],
    ['list.xls', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>', `an HTML page: ${SAVE}`],
    ['list.xls', '<?xml version="1.0"?>\n<Workbook xmlns="urn:x"></Workbook>', `an XML file: ${SAVE}`],
    ['list.xlsx', '<contacts><contact number="+491712345671"/></contacts>', `an XML file: ${SAVE}`],
    ['list.xls', '{"contacts": [{"number": "+491712345671"}]}', 'a JSON file: export it as .xlsx or CSV.'],
    ['list.csv', '[\n  {"number": "+491712345671", "name": "Anna"}\n]', 'a JSON file: export it as .xlsx or CSV.'],
    ['list.csv', '{"number":"+491712345671"}\n{"number":"+491712345672"}\n', 'a JSON file: export it as .xlsx or CSV.'],
    ['list.csv', '["+491712345671","+491712345672"]', 'a JSON file: export it as .xlsx or CSV.'],
    ['list.csv', 'BEGIN:VCARD\nTEL:+491712345671\nEND:VCARD\n', 'a file of vCards: export it as .xlsx or CSV.'],
    ['list.xls', 'MIME-Version: 1.0\nX-Document-Type: Workbook\n', `a saved web page: ${SAVE}`],
  ])('%s: %s', async (name, content, what) => {
    const { team, token } = await createTeam(app);
    const message = `The file field must be a list, not ${what}`;
    for (const text of [content, `\ufeff${content}`]) {
      const { errors } = await upload(app, text, { token, name });
      expect(errors).toMatchObject([
        { message, extensions: { code: 'VALIDATION_FAILED', fields: { file: [message] } } },
      ]);
    }
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${content}`, 'utf16le'));
    expect((await upload(app, utf16, { token, name })).errors).toMatchObject([{ message }]);
    expect(await app.db.dataFile.count({ where: { teamId: team.id } })).toBe(0);
  });

  test.each([
    '<TICKER>,<NUMBER>\nA,+491712345671\n',
    'ID;Phone\n1;+491712345671\n',
    '[number],[name]\n+491712345671,Anna\n',
    '{name},{number}\nAnna,+491712345671\n',
    '<3,number\nAnna,+491712345671\n',
  ])('%j is a list', async (content) => {
    const { token } = await createTeam(app);
    expect((await upload(app, content, { token })).data?.uploadDataFile).toMatchObject({ totalRows: 1 });
  });

  test('comments without an end, or by the thousand, hold nobody up', async () => {
    const { token } = await createTeam(app);
    const begun = process.cpuUsage();
    await upload(app, `${'<!---->'.repeat(9_000)}x`, { token });
    await upload(app, '<!--'.repeat(9_000), { token });
    // Of computing, not of waiting: whatever else the machine does.
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
  });
});

describe('a row that is too long', () => {
  const LONG = 'The row is too long: at most 256 KB are read.';
  const line = '+491712345679,hidden\n';
  const inside = line.repeat(Math.ceil(300_000 / line.length));
  const rowsAround = (row: string) => `number,name\n+491712345671,Anna\n${row}+491712345672,Ben\n`;

  test.each([
    ['in quotes with lines and doubled marks', `+491712345673,"${inside}a ""word"" ${inside}"\n`, 3],
    ['in quotes, not in the last cell', `+491712345673,"${inside}",x\n`, 3],
    ['in quotes with CRLF behind it', `+491712345673,"${inside}" \r\n`, 3],
    ['without quotes', `+491712345673,${'x'.repeat(300_000)}\n`, 3],
    ['of many short cells', `+491712345673${',x'.repeat(300_000)}\n`, 3],
    ['after blank lines', `\n\n+491712345673,"${inside}"\n`, 5],
  ])('%s is one row error, and nothing in it becomes a contact', async (_name, row, at) => {
    const { file, names } = await imported(rowsAround(row));
    expect(names).toEqual({ 491712345671: 'Anna', 491712345672: 'Ben' });
    expect(file).toMatchObject({
      totalRows: 3,
      processedRows: 3,
      importedRows: 2,
      failedRows: 1,
      rowErrors: { nodes: [{ line: at, field: 'row', value: null, reason: LONG }] },
    });
  });

  test('ends with the file, too', async () => {
    const { file, names } = await imported(`number,name\n+491712345671,Anna\n+491712345673,"${inside}"`);
    expect(names).toEqual({ 491712345671: 'Anna' });
    expect(file.rowErrors).toEqual({ nodes: [{ line: 3, field: 'row', value: null, reason: LONG }] });
  });

  test('keeps the lines of rows behind it', async () => {
    const { file } = await imported(`number,name\n+491712345673,"${inside}"\nnone,x\n`);
    expect(file.rowErrors).toMatchObject({
      nodes: [{ line: 2 }, { line: 3 + inside.split('\n').length - 1, value: 'none' }],
    });
  });

  test('is told from a stray mark, which costs its line alone', async () => {
    const others = Array.from({ length: 20_000 }, (_, at) => `+4917${20_000_000 + at},"Clara, the ${at}th"`);
    const { file, names } = await imported(
      `number,name\n+491712345671,"open\n+491712345672,${'x'.repeat(250)}\n${others.join('\n')}\n`,
    );
    expect(file).toMatchObject({
      importedRows: 20_001,
      rowErrors: { nodes: [{ line: 2, field: 'row', value: null, reason: 'The quotation mark is never closed.' }] },
    });
    expect(names[4917_20_000_000]).toBe('Clara, the 0th');
  });
});

test('a list with more than 200 rows whose quotation marks are never closed is refused', async () => {
  const { token } = await createTeam(app);
  // Up to the end of the list every mark may open or close a cell, so each row is read to there.
  const open = '" ,x","y\n';
  const message =
    'The file field must not have more than 200 rows with a quotation mark that is never closed: save it as CSV again.';
  expect((await upload(app, `number,name\n${open.repeat(201)}`, { token })).errors).toMatchObject([
    { message, extensions: { code: 'VALIDATION_FAILED', fields: { file: [message] } } },
  ]);
  const most = await upload(app, `number,name\n${open.repeat(200)}`, { token });
  expect(most.data?.uploadDataFile).toMatchObject({ totalRows: 200 });
});

test('a row whose quotation mark is never closed is not looked for up to the end of the list', async () => {
  const rows = Buffer.from('" ,x","y\n'.repeat(2_000_000));
  let read = 0;
  async function* text(from: number) {
    for (let at = from; at < rows.length; at += 65_536) {
      const chunk = rows.subarray(at, at + 65_536);
      read += chunk.length;
      yield chunk;
    }
  }
  for await (const record of readRecords(text, ',')) {
    expect(record).toEqual({ cells: 'unclosed', line: 1, end: { bytes: 9, lines: 1 } });
    break;
  }
  expect(read).toBeLessThan(5_000_000);
});
