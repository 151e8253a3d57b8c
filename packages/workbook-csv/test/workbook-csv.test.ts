import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { csvOfWorkbook, WorkbookError, workbookOf } from 'workbook-csv';

/** The most that Excel has. */
const COLUMNS = 16_384;

const WORKBOOK = '<workbook><sheets><sheet name="List" r:id="r1"/></sheets></workbook>';
const RELATIONS = `<Relationships>${['worksheet', 'sharedStrings', 'styles']
  .map((type, at) => `<Relationship Id="r${at + 1}" Type="http://example.com/${type}" Target="${type}.xml"/>`)
  .join('')}</Relationships>`;

async function piecesOf(files: Readonly<Record<string, string>>): Promise<Buffer[]> {
  const all: Record<string, string> = {
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    ...files,
  };
  const parts = async (name: string) => (all[name] === undefined ? null : Readable.from([Buffer.from(all[name])]));
  const pieces: Buffer[] = [];
  for await (const piece of await csvOfWorkbook(parts, await workbookOf(parts))) pieces.push(Buffer.from(piece));
  return pieces;
}

const linesOf = (rows: string, others: Readonly<Record<string, string>> = {}) =>
  piecesOf({ 'xl/worksheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`, ...others });

const csvOf = async (...given: Parameters<typeof linesOf>) =>
  Buffer.concat(await linesOf(...given))
    .toString()
    .slice(1);

async function turnsDuring<Result>(work: () => Promise<Result>) {
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const result = await work();
  clearImmediate(timer);
  return { result, turns };
}

test('rows of which the last column alone has a value come in pieces, and others get a turn between them', async () => {
  const { result: pieces, turns } = await turnsDuring(() => linesOf('<row><c r="XFD1"><v>7</v></c></row>'.repeat(500)));
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300_000);
  expect(turns).toBeGreaterThan(20);
  expect(Buffer.concat(pieces).toString()).toBe(`\ufeff${`${','.repeat(COLUMNS - 1)}7\n`.repeat(500)}`);
});

test('a long text that all cells refer to fills no memory: a row ends behind a million characters', async () => {
  const texts = { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_767)}</t></si></sst>` };
  const pieces = await linesOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(COLUMNS)}</row><row></row>`, texts);
  expect(Buffer.concat(pieces).toString()).toBe(`\ufeff${Array(33).fill('x'.repeat(32_767)).join(',')}\n\n`);
});

test('cells in any order are in their columns', async () => {
  const cells = ['C1', 'A1', 'B1', 'A1', 'XFE1', 'E1'].map((at, value) => `<c r="${at}"><v>${value}</v></c>`).join('');
  expect(Buffer.concat(await linesOf(`<row>${cells}</row><row></row>`)).toString()).toBe('\ufeff3,2,0,,5\n\n');
});

test('row 3 is line 3, and cells are quoted where they have to be', async () => {
  const cells = ['a, b', 'say &quot;hi&quot;', 'two&#10;lines'].map(
    (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`,
  );
  expect(await csvOf(`<row r="3">${cells.join('')}</row>`)).toBe('\n\n"a, b","say ""hi""",two lines\n');
});

test('shared texts, dates and phone numbers are what the workbook shows', async () => {
  const formats = '<numFmts><numFmt numFmtId="164" formatCode="&quot;+49&quot;0"/></numFmts>';
  const styles = `${formats}<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>`;
  const row =
    '<row><c t="s"><v>1</v></c><c s="1"><v>45962</v></c><c s="2"><v>15140000026</v></c><c><v>4.9E12</v></c></row>';
  expect(
    await csvOf(row, {
      'xl/sharedStrings.xml': '<sst><si><t>Ann</t></si><si><r><t>Zo</t></r><r><t>ë</t></r></si></sst>',
      'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    }),
  ).toBe('Zoë,2025-11-01,+4915140000026,4900000000000\n');
});

test.each(['0', '1'])('a time of day has no date (date1904="%s")', async (date1904) => {
  const files = {
    'xl/workbook.xml': WORKBOOK.replace('<sheets>', `<workbookPr date1904="${date1904}"/><sheets>`),
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="20"/></cellXfs></styleSheet>',
  };
  expect(await csvOf('<row><c s="0"><v>0.5</v></c></row>', files)).toBe('12:00:00\n');
});

test('a workbook without a sheet, and XML that breaks off, are refused', async () => {
  await expect(piecesOf({})).rejects.toEqual(new WorkbookError('noSheet'));
  await expect(piecesOf({ 'xl/worksheet.xml': '<worksheet><sheetData>' })).rejects.toThrow();
});
