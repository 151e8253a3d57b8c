import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Queryable, Sql } from '../../../../src/database/sql.ts';
import { ValidationError } from '../../../../src/errors.ts';
import { unpacked } from '../../../../src/modules/audience/data-files/upload/unpack.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { workbook, workbookParts, zip } from '../../../support/zip.ts';
import { upload } from './support.ts';

const LIMIT = 2_000_000;
let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ UPLOAD_LIMIT_BYTES: LIMIT });
  acme = await createTeam(app);
});
afterAll(() => app.close());

/** The text that is kept of an upload. */
async function textOf(content: Buffer<ArrayBuffer> | string): Promise<string> {
  const { data, errors } = await upload(app, content, { token: acme.token });
  if (!data?.uploadDataFile) throw new Error(JSON.stringify(errors));
  const { rows } = await app.pool.query<{ bytes: Buffer }>(
    'SELECT bytes FROM data_file_chunks WHERE data_file_id = $1 ORDER BY position',
    [data.uploadDataFile.id],
  );
  return Buffer.concat(rows.map(({ bytes }) => bytes)).toString();
}

async function refusalOf(content: Buffer<ArrayBuffer>): Promise<unknown> {
  const { errors } = await upload(app, content, { token: acme.token });
  return (errors?.[0]?.extensions.fields as { file: string[] } | undefined)?.file;
}

const LIST = 'phone,name\n+4915112345678,Jörg\n';
const cell = (ref: string, value: string | number, attributes = '') =>
  `<c r="${ref}" ${attributes}><v>${value}</v></c>`;
const NOT_WHOLE = ['The file field must be a whole .zip or .xlsx file.'];
const NO_LIST = [
  'The file field must be a text file, such as CSV, or an .xlsx workbook, as it is or alone in a .zip or .gz.',
];
const ONE_FILE = ['The file field must hold one file where it is a .zip.'];
const TOO_LARGE = ['The file field must not be greater than 2000000 bytes once it is unpacked.'];

describe('a workbook', () => {
  test('becomes rows as a CSV export of it would have them, each on its line', async () => {
    const rows = `
      <row r="1">${[0, 1, 2].map((at) => cell(`${'ABC'[at]}1`, at, 't="s"')).join('')}${cell('E1', 'Left out', 't="str"')}</row>
      <row r="2">${cell('A2', '4.9151123456780001E11')}${cell('B2', 3, 't="s"')}${cell('C2', 45_000.75, 's="1"')}</row>
      <row r="5">${cell('A5', '1511234567', 's="2"')}<c r="B5" t="inlineStr"><is><t>Zoë</t><t>, MD</t></is></c>${cell('C5', 45_000, 's="3"')}</row>
      <row>${cell('A6', 0.1)}<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c s="4"><f>1+1</f><v>2</v></c></row>`;
    const texts = [
      '<t>phone</t>',
      '<t>name</t>',
      '<t xml:space="preserve">signed up </t>',
      '<r><t>Jö</t></r><r><t>rg &amp; "Co"</t></r><rPh sb="0"><t>no</t></rPh>',
    ];
    const formats = `<numFmts><numFmt numFmtId="164" formatCode="[$-407]d/\\m\\m yyyy;@"/><numFmt numFmtId="165" formatCode="00000000000"/><numFmt numFmtId="166" formatCode="&quot;day&quot; 0.0"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="165"/><xf numFmtId="164"/><xf numFmtId="166"/></cellXfs>`;
    expect(await textOf(workbook({ rows, texts, formats }))).toBe(
      [
        'phone,name,signed up ,,Left out',
        '491511234567.8,"Jörg & ""Co""",2023-03-15 18:00:00',
        '',
        '',
        '01511234567,"Zoë, MD",2023-03-15',
        '0.1,TRUE,,2',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['&quot;+49&quot;0', '15112345678', '+4915112345678'],
    ['\\+0', '4915112345678', '+4915112345678'],
    ['+0', '4915112345678', '+4915112345678'],
    ['\\+\\4\\9\\ 000\\ 0000000', '15112345678', '+4915112345678'],
    ['&quot;0&quot;0', '15112345678', '015112345678'],
    ['00\\ 00\\ 00\\ 00\\ 00', '612345678', '0612345678'],
    ['0###-#######', '15112345678', '15112345678'],
    ['(000)\\ 000\\-0000;@', '4155552671', '4155552671'],
    ['[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####', '4155552671', '4155552671'],
    ['#,##0', '15112345678', '15112345678'],
    ['&quot;No. 5 &quot;0', '15112345678', '15112345678'],
    ['0&quot; 49&quot;', '15112345678', '15112345678'],
  ])('shows a number with the format %s as a phone number', async (code, number, shown) => {
    const formats = `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`;
    expect(await textOf(workbook({ rows: `<row><c s="0"><v>${number}</v></c></row>`, formats }))).toBe(`${shown}\n`);
  });

  test('has characters that XML does not have as themselves, and their spelling where that is meant', async () => {
    const inline = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `
      <row r="1">${cell('A1', 0, 't="s"')}${cell('B1', 'na_x006D_e_x000D_', 't="str"')}</row>
      <row r="2">${inline('A2', '+4915112345678_x000d__x000A_')}${inline('B2', 'An_x0000_na_x005F_x000D_ _x00_ _xD83D__xDE00_')}</row>`;
    expect(await textOf(workbook({ rows, texts: ['<t>phone_x000D_\n</t>'] }))).toBe(
      'phone ,name \n+4915112345678 ,Anna_x000D_ _x00_ 😀\n',
    );
  });

  test('counts its days from 1904 where it says so, and shows no hidden sheet', async () => {
    const parts = workbookParts({
      rows: '<row><c><v>1</v></c></row>',
      formats: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      properties: '<workbookPr date1904="1"/>',
      sheets: '<sheet state="veryHidden" r:id="rId1"/><sheet r:id="rId4"/>',
    });
    const sheet =
      '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c><x:v>43538</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await textOf(zip([...parts, { name: 'xl/worksheets/sheet2.xml', content: sheet }]))).toBe('2023-03-15\n');
  });

  test('has its first sheet with rows behind a chart, and no date after 9999', async () => {
    const content = workbook({
      rows: '<row><c s="0"><v>2958465</v></c><c s="0"><v>2957003</v></c></row>',
      formats: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      properties: '<workbookPr date1904="true"/>',
      // Of another type.
      sheets: '<sheet r:id="rId2"/><sheet r:id="rId1"/>',
    });
    expect(await textOf(content)).toBe('2958465,9999-12-31\n');
  });

  test.each([
    ['as it is', (book: Buffer<ArrayBuffer>) => book],
    ['in a .zip', (book: Buffer<ArrayBuffer>) => zip([{ name: 'list.xlsx', content: book }])],
  ])('%s has the cells that it has, whatever separates texts within them', async (_, packed) => {
    const texts = [
      ['phone', 'tags', 'email'],
      ['+4915112345678', 'vip;new', 'ada@example.com'],
      ['+4915112345679', 'vip;new'],
      ['+4915112345670', 'old;new', 'ben@example.com'],
      ['+4915112345671', 'old;new'],
    ];
    const row = (cells: string[], at: number) =>
      `<row r="${at + 1}">${cells.map((text, column) => cell(`${'ABC'[column]}${at + 1}`, text, 't="str"')).join('')}</row>`;
    const { data } = await upload(app, packed(workbook({ rows: texts.map(row).join('') })), {
      token: acme.token,
      name: 'list.xlsx',
    });
    const { id } = data!.uploadDataFile;
    const query = 'query ($id: ID!) { dataFile(id: $id) { delimiter header preview { cells } } }';
    const { data: shown } = await app.graphql<{ dataFile: object }>(query, { token: acme.token, variables: { id } });
    expect(shown!.dataFile).toEqual({
      delimiter: ',',
      header: texts[0],
      preview: texts.slice(1).map((cells) => ({ cells })),
    });
  });

  test('is imported, and its mistakes are told by the rows of the sheet', async () => {
    const number = (row: number, text: string) => `<row r="${row}">${cell(`A${row}`, text, 't="str"')}</row>`;
    const content = workbook({ rows: number(1, 'phone') + number(3, '+4915112345678') + number(7, '12') });
    const { data } = await upload(app, content, { token: acme.token, name: 'list.xlsx' });
    const { id, ...file } = data!.uploadDataFile;
    expect(file).toMatchObject({ name: 'list.xlsx', header: ['phone'], totalRows: 2, size: content.length });
    await app.rest('POST', `/v1/data-files/${id}/import`, { token: acme.token, body: { columns: { number: 0 } } });
    await runJobs(app);
    const query =
      'query ($id: ID!) { dataFile(id: $id) { status importedRows rowErrors(first: 5) { nodes { line value } } } }';
    expect(await app.graphql(query, { token: acme.token, variables: { id } })).toEqual({
      data: { dataFile: { status: 'imported', importedRows: 1, rowErrors: { nodes: [{ line: 7, value: '12' }] } } },
    });
  });

  test.each([
    [
      'of another kind',
      zip([
        { name: 'xl/workbook.bin', content: 'x' },
        { name: 'a', content: 'x' },
      ]),
      ['The file field must not be an .xlsb or .ods workbook: save it as .xlsx or CSV.'],
    ],
    [
      'of before 2007, or with a password',
      Buffer.from('d0cf11e0a1b11ae1'.padEnd(2_000, '0'), 'hex'),
      [
        'The file field must not be an old workbook (.xls) or one with a password: save it as .xlsx or CSV without a password.',
      ],
    ],
    ['without a sheet', workbook({ rows: '', sheets: ' ' }), ['The file field must have a sheet with rows.']],
    ['without rows', workbook({ rows: '' }), ['The file field must not be empty.']],
    ['that is no XML', workbook({ rows: '<row><c></row>' }), NOT_WHOLE],
    ['whose entities nobody knows', workbook({ rows: '<row><c t="str"><v>&lol;</v></c></row>' }), NOT_WHOLE],
  ])('%s is refused', async (_what, content, expected) => {
    expect(await refusalOf(content)).toEqual(expected);
  });
});

test.each(['0.5', '-1', '1', '1e9', 'NaN', 'Infinity', 'x', '0x1'])(
  'a cell that refers to the shared text %s, which there is not, is empty',
  async (index) => {
    const header = cell('A1', 'number', 't="str"') + cell('B1', 'name', 't="str"');
    const rows = `<row r="1">${header}</row><row r="2">${cell('A2', 4917123456700)}${cell('B2', index, 't="s"')}</row>`;
    expect(await textOf(workbook({ rows, texts: ['<t>Ann</t>'] }))).toBe('number,name\n4917123456700,\n');
  },
);

describe('parts of a workbook', () => {
  const header = cell('A1', 'number', 't="str"') + cell('B1', 'name', 't="str"');
  const rows = `<row r="1">${header}</row><row r="2">${cell('A2', 4917123456700)}${cell('B2', 0, 't="s"')}</row>`;
  const parts = workbookParts({ rows, texts: ['<t>Zoë Łuk</t>'] });
  const each = (change: (part: (typeof parts)[number]) => Partial<(typeof parts)[number]>) =>
    zip(parts.map((part) => ({ ...part, ...change(part) })));
  const LIST = 'number,name\n4917123456700,Zoë Łuk\n';

  test.each([
    ['UTF-16', (xml: string) => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le'), LIST],
    ['UTF-16 without a mark', (xml: string) => Buffer.from(xml, 'utf16le'), LIST],
    ['UTF-8 with a mark', (xml: string) => `\ufeff<?xml version="1.0"?>${xml}`, LIST],
    ['what is no encoding', (xml: string) => `<?xml version="1.0" encoding="x"?>${xml}`, LIST],
    [
      'ISO-8859-2',
      (xml: string) => Buffer.from(`<?xml version='1.0' encoding='ISO-8859-2'?>${xml.replace('Ł', '\xa3')}`, 'latin1'),
      LIST,
    ],
  ])('in %s are read', async (_encoding, encode, text) => {
    expect(await textOf(each(({ content }) => ({ content: encode(String(content)) })))).toBe(text);
  });

  test.each([
    ['../xl/worksheets/sheet1.xml'],
    ['./worksheets/sheet1.xml'],
    ['worksheets/sheet%31.xml'],
    ['/xl/worksheets/sheet1.xml'],
  ])('are found by the target %s', async (target) => {
    const content = ({ content }: (typeof parts)[number]) => String(content).replace('worksheets/sheet1.xml', target);
    expect(await textOf(each((part) => ({ content: content(part) })))).toBe(LIST);
  });

  test('are found by the relationships, whatever the workbook is called', async () => {
    const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
    const relation = `<Relationships><Relationship Id="r" Type="${TYPE}" Target="xl/workbook22.xml"/></Relationships>`;
    const renamed = parts.map((part) => ({ ...part, name: part.name.replace('workbook.xml', 'workbook22.xml') }));
    expect(await textOf(zip([{ name: '_rels/.rels', content: relation }, ...renamed]))).toBe(LIST);
  });
});

test('what is in a .zip and no list is refused', async () => {
  const numbers = [
    { name: 'Index/Document.iwa', content: 'x' },
    { name: 'preview.jpg', content: 'x' },
  ];
  expect(await refusalOf(zip(numbers))).toEqual([
    'The file field must not be a .numbers workbook: export it as .xlsx or CSV.',
  ]);
  expect(await refusalOf(zip([]))).toEqual(ONE_FILE);
});

describe('a packed list', () => {
  test('is taken out of a .zip or .gz, whatever it is written in', async () => {
    expect(await textOf(gzipSync(LIST))).toBe(LIST);
    const mac = [
      { name: 'Lists/', content: '' },
      { name: '__MACOSX/._list.csv', content: 'x' },
    ];
    expect(await textOf(zip([...mac, { name: 'Lists/list.csv', content: Buffer.from(LIST, 'latin1') }]))).toBe(LIST);
    const sheet = workbook({ rows: '<row><c t="str"><v>phone</v></c></row>' });
    expect(await textOf(zip([{ name: 'list.xlsx', content: sheet }]))).toBe('phone\n');
    const long = `phone\n${'+4915112345678\n'.repeat(120_000)}`;
    expect(await textOf(gzipSync(long))).toBe(long);
  });

  test.each([
    [
      'two of them',
      zip([
        { name: 'a.csv', content: LIST },
        { name: 'b.csv', content: LIST },
      ]),
      ONE_FILE,
    ],
    ['none', zip([{ name: 'a/', content: '' }]), ONE_FILE],
    [
      'with a password',
      zip([{ name: 'a.csv', content: LIST, says: { encrypted: true } }]),
      ['The file field must not have a password.'],
    ],
    ['that is cut off', zip([{ name: 'a.csv', content: LIST }]).subarray(0, 60), NOT_WHOLE],
    ['that is cut off in a .gz', gzipSync(LIST).subarray(0, 30), ['The file field must be a whole .gz file.']],
    ['that is a picture', gzipSync(Buffer.from('89504e470d0a1a0a'.repeat(20_000), 'hex')), NO_LIST],
    ['packed three times', gzipSync(gzipSync(gzipSync(LIST))), NO_LIST],
  ])('%s is refused', async (_what, content, expected) => {
    expect(await refusalOf(content as Buffer<ArrayBuffer>)).toEqual(expected);
  });
});

describe('a bomb is refused, and nothing of it is kept:', () => {
  const bomb = Buffer.alloc(40_000_000, '1,');
  test.each([
    ['a .gz', gzipSync(bomb), TOO_LARGE],
    ['a .gz in a .gz', gzipSync(gzipSync(bomb)), TOO_LARGE],
    ['a .zip', zip([{ name: 'a.csv', content: bomb }]), TOO_LARGE],
    ['a .zip that says it is small', zip([{ name: 'a.csv', content: bomb, says: { size: 1_000 } }]), NOT_WHOLE],
    ['a sheet', workbook({ rows: bomb.toString() }), TOO_LARGE],
    ['shared texts', workbook({ rows: '<row/>', texts: [bomb.toString()] }), TOO_LARGE],
    [
      'shared texts that say they are few',
      zip(
        workbookParts({ rows: '<row/>', texts: [bomb.toString()] }).map((part) =>
          part.name === 'xl/sharedStrings.xml' ? { ...part, says: { size: 1_000 } } : part,
        ),
      ),
      NOT_WHOLE,
    ],
    [
      'rows that are far apart',
      workbook({ rows: '<row r="1048576"><c r="XFD1"><v>1</v></c></row>'.repeat(200) }),
      TOO_LARGE,
    ],
    [
      'a million entries',
      zip(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.csv`, content: '' }))),
      ONE_FILE,
    ],
  ])('%s', async (_what, content, expected) => {
    expect(content.length).toBeLessThan(LIMIT);
    const count = async () => (await app.pool.query('SELECT count(*)::int AS n FROM data_file_chunks')).rows[0].n;
    const before = await count();
    expect(await refusalOf(content)).toEqual(expected);
    expect(await count()).toBe(before);
  });
});

describe('a text as Excel saves it', () => {
  test('in Windows-1252 has its dashes, quotes and the euro', async () => {
    const bytes = Buffer.from('phone;name\n+4915112345678;\x84\x8akoda\x93 \x96 5 \x80 f\xfcr Zo\xeb\x92s\n', 'latin1');
    expect(await textOf(bytes)).toBe('phone;name\n+4915112345678;„Škoda“ – 5 € für Zoë’s\n');
  });

  test.each([
    ['sep=;\r\nphone;name\r\n+4915112345678;Ann, MD\r\n', ';'],
    ['\ufeffsep=\t\nphone\tname\n+4915112345678\tAnn, MD\n', '\t'],
    ['"sep=|"\nphone|name\n+4915112345678|Ann, MD\n', '|'],
    ['SEP=,\nphone,name\n+4915112345678,"Ann, MD"\n', ','],
  ])('may say first what separates its cells: %j', async (content, delimiter) => {
    const query = `{ dataFiles(first: 1) { nodes { id delimiter header totalRows preview { line cells } } } }`;
    await upload(app, content, { token: acme.token });
    const { data } = await app.graphql<{ dataFiles: { nodes: { id: string }[] } }>(query, { token: acme.token });
    expect(data?.dataFiles.nodes[0]).toEqual({
      id: data?.dataFiles.nodes[0]?.id,
      delimiter,
      header: ['phone', 'name'],
      totalRows: 1,
      preview: [{ line: 3, cells: ['+4915112345678', 'Ann, MD'] }],
    });
  });
});

describe('an upload that is deleted while it is unpacked is refused, and ends no process', () => {
  const bomb = Buffer.alloc(LIMIT * 5, '<si><t>x</t></si>');
  const parts = workbookParts({ rows: '<row/>', texts: ['<t>phone</t>'] });
  test.each([
    ['a workbook', 'zip', zip(parts)],
    [
      'a workbook that is refused while another part is still read',
      'zip',
      zip(
        parts.map((part) =>
          part.name === 'xl/sharedStrings.xml' ? { ...part, content: bomb, says: { size: 1_000 } } : part,
        ),
      ),
    ],
    ['an archive', 'zip', zip([{ name: 'list.csv', content: LIST.repeat(10_000) }])],
    ['a .gz', 'gzip', gzipSync(LIST.repeat(10_000))],
  ] as const)('%s', async (_what, packing, content) => {
    for (let last = false, at = 1; !last; at += 1) {
      const { id } = await app.services.db.prisma.dataFile.create({
        data: { teamId: acme.team.id, name: 'list', size: 0, isUploading: true },
      });
      const file = { id, teamId: acme.team.id };
      await app.pool.query(
        'INSERT INTO data_file_chunks (team_id, data_file_id, position, bytes) VALUES ($1, $2, 0, $3)',
        [file.teamId, file.id, content],
      );
      let reads = 0;
      const query = async (text: string, values: unknown[]) => {
        reads += 1;
        if (reads === at) await app.pool.query('DELETE FROM data_files WHERE id = $1', [file.id]);
        return app.pool.query(text, values);
      };
      const read = async () => {
        const stored = { first: 0, size: content.length, packing };
        for await (const _ of unpacked(new Sql({ query } as Queryable), file, stored, LIMIT));
      };
      const error = await read().catch((refused: unknown) => refused);
      last = reads < at;
      if (!last) expect(error).toBeInstanceOf(ValidationError);
      await setTimeout(10);
    }
  });
});
