import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam } from '../../../support/team.ts';
import { workbook } from '../../../support/zip.ts';
import { contactsOf, upload } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const list = (...names: string[]) =>
  Buffer.from(`number,name\n${names.map((name, at) => `+4917123456${70 + at},${name}\n`).join('')}`, 'latin1');
const hex = (text: string) => Buffer.from(text, 'hex').toString('latin1');

async function imported(content: Buffer<ArrayBuffer>, encoding?: string) {
  const { team, token } = await createTeam(app);
  const { data, errors } = await upload(app, content, { token, encoding });
  const file = data?.uploadDataFile;
  if (!file) return { fields: errors?.[0]?.extensions.fields };
  await app.rest('POST', `/v1/data-files/${file.id}/import`, { token, body: { columns: { number: 0, name: 1 } } });
  await runJobs(app);
  const { data: after } = await app.graphql<{ dataFile: object }>(
    `query ($id: ID!) { dataFile(id: $id) { importedRows warningRows rowErrors(first: 9) { nodes { line field value reason } } } }`,
    { token, variables: { id: file.id } },
  );
  return {
    encoding: file.encoding,
    names: (await contactsOf(app, team.id)).map(({ name }) => name),
    ...after?.dataFile,
  };
}

const ASKED = {
  fields: {
    encoding: [
      'The encoding field is required for this file: it is neither UTF-8 nor Windows-1252. Choose its encoding, or save the file as UTF-8.',
    ],
  },
};

describe('a list in another code page', () => {
  test.each([
    ['windows_1250', 'Jiří Dvořák', '4a69f8ed2044766ff8e16b'],
    ['windows_1250', 'Małgorzata Żółć', '4d61b3676f727a61746120aff3b3e6'],
    ['iso_8859_2', 'Šárka Wąs', 'a9e1726b612057b173'],
    ['windows_1251', 'Пётр Иванов', 'cfb8f2f020c8e2e0edeee2'],
    ['koi8_r', 'Алёна', 'e1cca3cec1'],
    ['koi8_u', 'Юлія Ґалаґан', 'e0cca6d120bdc1ccc1adc1ce'],
    ['iso_8859_5', 'Мария', 'bcd0e0d8ef'],
    ['ibm866', 'Мария', '8ca0e0a8ef'],
    ['windows_1253', 'Γιώργος Άννα', 'c3e9fef1e3eff220a2edede1'],
    ['iso_8859_7', 'Μαρία', 'cce1f1dfe1'],
    ['windows_1254', 'Şahin Yılmaz', 'de6168696e2059fd6c6d617a'],
    ['windows_1255', 'דוד כהן', 'e3e5e320ebe4ef'],
    ['windows_1256', 'محمد علي', 'e3cde3cf20dae1ed'],
    ['windows_1257', 'Bērziņš', '42e7727a69f2f0'],
    ['windows_1258', 'Đàm', 'd0e06d'],
    ['windows_874', 'สมชาย', 'cac1aad2c2'],
    ['shift_jis', '表田 十郎', '955c9363208f5c9859'],
    ['euc_jp', '山田太郎', 'bbb3c5c4c2c0cfba'],
    ['euc_kr', '홍길동', 'c8abb1e6b5bf'],
    ['gb18030', '王伟 李娜 㐂', 'cdf5ceb020c0eec4c8208139ef31'],
    ['big5', '許功蓋', 'b35ca55cbb5c'],
    ['macintosh', 'José Müller', '4a6f738e204d9f6c6c6572'],
    ['iso_8859_15', 'Lebœuf Ÿ €', '4c6562bd756620be20a4'],
  ])('%s: %s is read where it is stated', async (encoding, name, bytes) => {
    expect(await imported(list(hex(bytes), 'Ann'), encoding)).toMatchObject({
      encoding,
      names: [name, 'Ann'],
      warningRows: 0,
    });
    expect(await imported(gzipSync(list(hex(bytes))) as Buffer<ArrayBuffer>, encoding)).toMatchObject({
      names: [name],
    });
  });

  test.each([
    ['Polish', 'b3756b61737a'],
    ['Polish', '5769b69c6e6965 77736b69'],
    ['Polish', '5a69656c69f1736b69'],
    ['Czech', '4a69f8ed'],
    ['Czech', 'c865726efd'],
    ['Croatian', '4b6f7661e865766963'],
    ['Hungarian', '45726473 7af56b65'],
    ['Romanian', '4de364e36c696e61'],
    ['Turkish', 'dd627261 68696d'],
    ['Turkish', '59fd6c6d617a'],
    ['Latvian', '42e7727a69f0'],
    ['Russian', 'c8e2e0ed'],
    ['Russian', 'cfb8f2f0'],
    ['Russian, KOI8-R', 'e1ccc5cec1'],
    ['Greek', 'cce1f1dfe1'],
    ['Hebrew', 'f9ecf5ed'],
    ['Arabic', 'e3cde3cf'],
    ['Thai', 'cac1aad2c2'],
    ['Japanese', '8e52936391be'],
    ['Korean', 'c8abb1e6b5bf'],
    ['Chinese', 'cdf5ceb0'],
    ['Taiwanese', 'a4fda470a9fa'],
    ['Mac', '4d9f6c6c6572'],
    ['Mac', '4a6f738e'],
    ['DOS', '4d816c6c6572'],
    ['DOS', '50 65a461'],
    ['the euro sign of ISO-8859-15', '31303020a4'],
  ])('is refused where Windows-1252 would garble it: %s (%s)', async (_language, bytes) => {
    expect(await imported(list('Ann', hex(bytes.replaceAll(' ', '')), 'Ben'))).toEqual(ASKED);
  });

  test('is refused wherever in the list it begins', async () => {
    const ann = list(...Array.from({ length: 30 }, () => 'Ann'.repeat(1_000)));
    expect(await imported(Buffer.concat([ann, list(hex('c8e2e0ed'))]))).toEqual(ASKED);
  });
});

test.each([
  'Müller',
  'Größe',
  'äöüÄÖÜß',
  'æøåÆØÅ',
  'Søren Kjærgård',
  'João Simões',
  'Conceição',
  'Muñoz',
  'Hélène',
  'Noël',
  'Lefèvre',
  'Anaïs',
  'Nicolò',
  'Gesù',
  'Hämäläinen',
  'Brûlé',
  'Rivière',
  'Geneviève',
  'Siècle',
  'Guèye',
  'Mère Michèle',
  'Mª José',
  'Agüero',
  'Íñigo',
  'CONCEIÇÃO',
  'Mosè',
  'Geltrú',
  'Paral·lel',
  'Coöperatie',
  'Ærø',
  '¿Qué?',
  '1º piso',
  '20°C',
  '½ m²',
])('%s in Windows-1252 is found without being stated', async (name) => {
  expect(await imported(list(name))).toMatchObject({ encoding: 'windows_1252', names: [name] });
});

test('a few names of other languages do not make a list of Windows-1252 doubtful', async () => {
  const names = [...Array.from({ length: 29 }, () => 'Jörg'), 'Guðrún'];
  expect(await imported(list(...names))).toMatchObject({ encoding: 'windows_1252', names });
});

test('characters of UTF-8 that were cut do not make a list of UTF-8 doubtful', async () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  expect(await imported(list(utf8('Иван'), utf8('Пётр'), utf8('Мари').slice(0, -1)))).toMatchObject({
    encoding: 'utf_8',
    names: ['Иван', 'Пётр', expect.stringMatching(/^Мар/)],
  });
});

test('a wrong encoding is refused; a character that it does not have is a warning of its row', async () => {
  expect(await imported(list(hex('8e52936391be')), 'euc_jp')).toEqual({
    fields: {
      encoding: ['The encoding field is not the encoding of this file: too many of its characters do not exist there.'],
    },
  });
});

test.each([
  ['big5', 'b35ca55cbb5cb35c', 'b35cff41', '許\ufffdA'],
  ['windows_1251', 'c8e2e0edc8e2e0ed', '41c198', 'AБ\ufffd'],
  ['windows_1253', 'cce1f1dfe1cce1f1', 'c1d2d3', 'Α\ufffdΣ'],
  ['windows_874', 'cac1aad2c2cac1aad2c2', 'cac1fd', 'สม\ufffd'],
  ['euc_kr', 'c8abb1e6b5bfc8abb1e6', 'c8ab8c41', '홍\ufffdA'],
])('a byte that %s does not have is a warning of its row', async (encoding, good, odd, value) => {
  const names = [...Array.from({ length: 9 }, () => hex(good)), hex(odd)];
  expect(await imported(list(...names), encoding)).toMatchObject({
    importedRows: 10,
    warningRows: 1,
    rowErrors: {
      nodes: [{ line: 11, field: 'name', value, reason: 'The name field has a character that could not be read.' }],
    },
  });
});

test('what is no list is named before an encoding is asked for', async () => {
  const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1');
  expect(await imported(pdf)).toEqual({
    fields: { file: ['The file field must be a list, not a PDF document: export it as .xlsx or CSV.'] },
  });
});

test('half a character at the end of a list in UTF-16 is no reason to refuse it', async () => {
  const utf16 = Buffer.from('\ufeffnumber,name\n+491712345670,Ann\n', 'utf16le');
  expect(await imported(Buffer.concat([utf16, Buffer.from('A')]))).toMatchObject({
    encoding: 'utf_16le',
    names: ['Ann'],
  });
});

test('a byte order mark decides before what is stated, and a workbook ignores it', async () => {
  const marked = Buffer.from('\ufeffnumber,name\n+491712345670,Иван\n');
  expect(await imported(marked, 'koi8_r')).toMatchObject({ encoding: 'utf_8', names: ['Иван'] });
  const utf16 = Buffer.from('\ufeffnumber,name\n+491712345670,Иван\n', 'utf16le');
  expect(await imported(utf16, 'koi8_r')).toMatchObject({ encoding: 'utf_16le', names: ['Иван'] });
  const unmarked = Buffer.from('number,name\n+491712345670,山田太郎\n', 'utf16le');
  expect(await imported(unmarked, 'utf_16le')).toMatchObject({ encoding: 'utf_16le', names: ['山田太郎'] });
  const cell = (ref: string, text: string) => `<c r="${ref}" t="str"><v>${text}</v></c>`;
  const rows = `<row r="1">${cell('A1', 'number')}${cell('B1', 'name')}</row><row r="2">${cell('A2', '+491712345670')}${cell('B2', 'Иван')}</row>`;
  const book = workbook({ rows });
  expect(await imported(book, 'koi8_r')).toMatchObject({ encoding: 'utf_8', names: ['Иван'] });
});
