import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { guessColumns } from '../../../../src/modules/audience/data-files/csv/guess-columns.ts';
import { sheetLines } from '../../../../src/modules/audience/data-files/upload/workbook/sheet-rows.ts';

/** The most that Excel has. */
const COLUMNS = 16_384;

/** Each kind of cell looks for long like what it is not. */
const CELLS = [
  (row: number) => `${row}.5`,
  (row: number) => `2026-01-01T09:${10 + (row % 50)}`,
  (row: number) => `${row}x`,
];

test('the columns of a list with 16,384 of them are guessed, and others get a turn meanwhile', async () => {
  const header = Array.from({ length: COLUMNS }, (_, at) => `Column ${at + 1}`);
  const rows = Array.from({ length: 20 }, (_, row) =>
    header.map((_name, at) => (at === 9_000 ? `+4917123456${10 + row}` : CELLS[at % 3]!(row))),
  );
  const { result: guess, turns } = await turnsDuring(() => guessColumns({ header, rows, delimiter: ',' }));
  expect(guess).toMatchObject({ number: 9_000, custom1Dec: 0, custom1Datetime: 1, custom1Str: 2 });
  expect(turns).toBeGreaterThan(2);
});

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

async function linesOf(rows: string): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const rules = { sharedText: () => '', formatOf: () => ({ kind: 'plain' as const }), is1904: false };
  const bytes = Readable.from([Buffer.from(`<sheetData>${rows}</sheetData>`)]);
  for await (const piece of sheetLines(bytes, rules)) pieces.push(piece);
  return pieces;
}

test('rows of which the last column alone has a value come in pieces, and others get a turn between them', async () => {
  const { result: pieces, turns } = await turnsDuring(() => linesOf('<row><c r="XFD1"><v>7</v></c></row>'.repeat(500)));
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300_000);
  expect(turns).toBeGreaterThan(20);
  expect(Buffer.concat(pieces).toString()).toBe(`\ufeff${`${','.repeat(COLUMNS - 1)}7\n`.repeat(500)}`);
});

test('cells in any order are in their columns', async () => {
  const cells = ['C1', 'A1', 'B1', 'A1', 'XFE1', 'E1'].map((at, value) => `<c r="${at}"><v>${value}</v></c>`).join('');
  expect(Buffer.concat(await linesOf(`<row>${cells}</row><row></row>`)).toString()).toBe('\ufeff3,2,0,,5\n\n');
});
