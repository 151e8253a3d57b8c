import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam } from '../../../support/team.ts';
import { contactsOf, upload, uploaded } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const LINES = ['Nummer|Name', '+491712345678|Jürgen Müßig', '+491712345679|Zoë Łukasz'];
const text = (separator: string, lineBreak = '\n') => LINES.join(lineBreak).replaceAll('|', separator) + lineBreak;
const utf16 = (content: string) => Buffer.from(content, 'utf16le');
const windows1252 = (content: string) => Buffer.from(content.replaceAll('Ł', 'L'), 'latin1');

const bytes = (content: string | Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content));

test.each<[string, Buffer | string, string, string]>([
  ['UTF-8, comma', text(','), 'utf_8', ','],
  ['UTF-8 with BOM, semicolon, CRLF', `\ufeff${text(';', '\r\n')}`, 'utf_8', ';'],
  ['tab, old Mac line breaks', text('\t', '\r'), 'utf_8', '\t'],
  ['bar', text('|'), 'utf_8', '|'],
  ['UTF-16LE with BOM, tab', utf16(`\ufeff${text('\t', '\r\n')}`), 'utf_16le', '\t'],
  ['UTF-16BE with BOM', utf16(`\ufeff${text(';')}`).swap16(), 'utf_16be', ';'],
  ['UTF-16LE without BOM', utf16(text(',')), 'utf_16le', ','],
  ['UTF-16BE without BOM', utf16(text(',')).swap16(), 'utf_16be', ','],
  ['Windows-1252', windows1252(text(';', '\r\n')), 'windows_1252', ';'],
])('%s is recognised and imported', async (_name, content, encoding, delimiter) => {
  const { team, token } = await createTeam(app);
  const answer = await upload(app, bytes(content), { token });
  const file = answer.data!.uploadDataFile;
  expect(answer).toEqual({
    data: {
      uploadDataFile: {
        id: file.id,
        name: 'list.csv',
        size: Buffer.byteLength(content),
        status: 'uploaded',
        encoding,
        delimiter,
        hasHeader: true,
        header: ['Nummer', 'Name'],
        totalRows: 2,
      },
    },
  });
  await app.rest('POST', `/v1/data-files/${file.id}/import`, { token, body: { columns: { number: 0, name: 1 } } });
  await runJobs(app);
  expect((await contactsOf(app, team.id)).map(({ number, name }) => [number, name])).toEqual([
    [491712345678, 'Jürgen Müßig'],
    [491712345679, encoding === 'windows_1252' ? 'Zoë Lukasz' : 'Zoë Łukasz'],
  ]);
});

test('a list without a header keeps its first row, whether that shows or is said', async () => {
  const { token } = await createTeam(app);
  const found = await upload(app, '+491712345678,Anna\n+491712345679,Ben\n', { token });
  const said = await upload(app, 'one,two\nthree,four\n', { token, hasHeader: false });
  const overruled = await upload(app, '+491712345678,Anna\n+491712345679,Ben\n', { token, hasHeader: true });
  expect(
    [found, said, overruled].map(({ data }) => {
      const { hasHeader, header, totalRows } = data!.uploadDataFile;
      return { hasHeader, header, totalRows };
    }),
  ).toEqual([
    { hasHeader: false, header: ['Column 1', 'Column 2'], totalRows: 2 },
    { hasHeader: false, header: ['Column 1', 'Column 2'], totalRows: 2 },
    { hasHeader: true, header: ['+491712345678', 'Anna'], totalRows: 1 },
  ]);
});

test.each([
  ['an empty file', '', 'The file field must not be empty.'],
  ['blank lines only', '\n  \n\r\n', 'The file field must not be empty.'],
  ['a byte order mark only', '\ufeff', 'The file field must not be empty.'],
  ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), TEXT()],
  [
    'half a workbook',
    Buffer.concat([Buffer.from('PK\x03\x04\x14\0\x06\0'), Buffer.alloc(200, 7)]),
    'The file field must be a whole .zip or .xlsx file.',
  ],
])('%s is refused', async (_name, content, message) => {
  const { team, token } = await createTeam(app);
  const { errors } = await upload(app, bytes(content), { token });
  expect(errors).toMatchObject([{ message, extensions: { code: 'VALIDATION_FAILED', fields: { file: [message] } } }]);
  expect(await app.db.dataFile.count({ where: { teamId: team.id } })).toBe(0);
});

function TEXT() {
  return 'The file field must be a text file, such as CSV, or an .xlsx workbook, as it is or alone in a .zip or .gz.';
}

test('nobody uploads without a token', async () => {
  const { errors } = await upload(app, 'number\n', {});
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

test('a variable that is no file is refused', async () => {
  const { token } = await createTeam(app);
  const { errors } = await app.graphql('mutation ($file: Upload!) { uploadDataFile(file: $file) { id } }', {
    token,
    variables: { file: 'list.csv' },
  });
  expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED' } }]);
});

test('a path and control characters are no part of the name', async () => {
  const { token } = await createTeam(app);
  const { data } = await upload(app, 'number,name\n', { token, name: 'C:\\lists\\autumn\u0007.csv' });
  expect(data!.uploadDataFile).toMatchObject({ name: 'autumn.csv', totalRows: 0 });
});

test('what is larger than a chunk is stored in several and read as one', async () => {
  const { team, token } = await createTeam(app);
  const filler = 'ü'.repeat(100);
  const rows = Array.from({ length: 7_000 }, (_, at) => `+49171${2_000_000 + at},"${filler}\n${at}"`);
  const id = await uploaded(app, `number,name\r\n${rows.join('\r\n')}\r\n`, { token });
  expect(await app.db.dataFileChunk.count({ where: { dataFileId: id } })).toBe(2);
  await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: { number: 0, name: 1 } } });
  await runJobs(app);
  const { rows: wrong } = await app.pool.query(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE name = $2 || E'\\n' || (number - 491712000000))::int AS right
     FROM contacts WHERE team_id = $1`,
    [team.id, filler],
  );
  expect(wrong).toEqual([{ all: 7_000, right: 7_000 }]);
});

test('a character that is cut between two chunks is whole again', async () => {
  const { team, token } = await createTeam(app);
  const boundary = 1_048_576 / 2;
  const last = '+491712345679,';
  let content = '\ufeffnumber,name\n';
  while (boundary - 1 - content.length - last.length > 230) content += `+491712345678,${'x'.repeat(200)}\n`;
  const name = `${'y'.repeat(boundary - 1 - content.length - last.length)}😀`;
  const id = await uploaded(app, bytes(utf16(`${content}${last}${name}\n`)), { token });
  expect(await app.db.dataFileChunk.count({ where: { dataFileId: id } })).toBe(2);
  await app.rest('POST', `/v1/data-files/${id}/import`, { token, body: { columns: { number: 0, name: 1 } } });
  await runJobs(app);
  expect((await contactsOf(app, team.id)).at(-1)).toMatchObject({ number: 491712345679, name });
});

test('the team’s files are listed, another team’s are not', async () => {
  const { token } = await createTeam(app);
  const other = await createTeam(app, 'Other');
  const first = await uploaded(app, 'number\n1\n', { token, name: 'first.csv' });
  const second = await uploaded(app, 'number\n1\n', { token, name: 'second.csv' });
  const foreign = await uploaded(app, 'number\n1\n', { token: other.token });
  const { data } = await app.graphql(
    `{ dataFiles { totalCount nodes { id name } }
       found: dataFiles(filter: { name: "FIR", status: [uploaded] }) { nodes { name } } }`,
    { token },
  );
  expect(data).toEqual({
    dataFiles: {
      totalCount: 2,
      nodes: [
        { id: second, name: 'second.csv' },
        { id: first, name: 'first.csv' },
      ],
    },
    found: { nodes: [{ name: 'first.csv' }] },
  });
  const { errors } = await app.graphql('query ($id: ID!) { dataFile(id: $id) { id } }', {
    token,
    variables: { id: foreign },
  });
  expect(errors).toMatchObject([{ message: 'Data file not found.', extensions: { code: 'NOT_FOUND' } }]);
});
