import { setImmediate } from 'node:timers/promises';
import { csvCell, numberText, unescaped } from './cell-text.ts';
import type { Format } from './formats.ts';
import { readXml } from './parts.ts';
import { MAX_CELL_CHARACTERS } from './shared-texts.ts';

interface SheetRules {
  sharedText: (index: number) => string;
  formatOf: (style: number) => Format;
  is1904: boolean;
}

// Excel's limits for a sheet.
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Every cell of a row can refer to one long text: half a gigabyte from a file of kilobytes. */
const MAX_ROW_CHARACTERS = 1_048_576;

/** Columns with their texts, or with the indexes of shared ones, which are read as the line is written. */
type Cells = Map<number, string | number>;

/** Whatever encoding is stated for texts. */
const UTF_8_MARK = Buffer.from('\ufeff');

/** Empty rows become empty lines: row 7 is line 7. */
export async function* sheetLines(bytes: AsyncIterable<Buffer>, rules: SheetRules): AsyncGenerator<Buffer> {
  /** Or empty lines. */
  const rows: (Cells | string)[] = [];
  let row = 0;
  let cells: Cells = new Map();
  let column = 0;
  let cell: Readonly<Record<string, string>> | null = null;
  let value = '';
  let isReading = false;
  let isPhonetic = false;

  const reading = readXml(bytes, {
    open(tag, attributes) {
      if (tag === 'row') {
        cells = new Map();
        column = 0;
        const stated = Number(attributes.r);
        const next = stated > row && stated <= MAX_ROWS ? stated : row + 1;
        if (next - row > 1) rows.push('\n'.repeat(next - row - 1));
        row = next;
      } else if (tag === 'c') {
        cell = attributes;
        value = '';
        column = columnOf(attributes.r) ?? column;
      } else if (tag === 'rPh') isPhonetic = true;
      else if (tag === 'v' || tag === 't') isReading = cell !== null && !isPhonetic;
    },
    text(piece) {
      if (isReading && value.length < MAX_CELL_CHARACTERS) value += piece;
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isReading = false;
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 'c' && cell) {
        if (column < MAX_COLUMNS) cells.set(column, contentOf(cell, value, rules));
        column += 1;
        cell = null;
      } else if (tag === 'row') rows.push(cells);
    },
  });
  yield UTF_8_MARK;
  for await (const _ of reading) {
    yield* inPieces(rows.splice(0), rules);
  }
}

/** Reading a piece blocks this thread, and a small file can hold millions of empty cells. */
const PIECE_CHARACTERS = 262_144;

async function* inPieces(rows: readonly (Cells | string)[], rules: SheetRules): AsyncGenerator<Buffer> {
  let piece = '';
  for (const row of rows) {
    piece += typeof row === 'string' ? row : lineOf(row, rules);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece);
    piece = '';
    await setImmediate();
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Most cells of a row may be empty. */
function lineOf(cells: Cells, { sharedText }: SheetRules): string {
  let line = '';
  let at = 0;
  for (const [column, content] of [...cells].sort(([one], [other]) => one - other)) {
    if (line.length > MAX_ROW_CHARACTERS) break;
    line += ','.repeat(column - at) + csvCell(typeof content === 'number' ? sharedText(content) : content);
    at = column;
  }
  return `${line}\n`;
}

function contentOf(
  { t: type = 'n', s: style }: Readonly<Record<string, string>>,
  value: string,
  rules: SheetRules,
): string | number {
  if (value === '') return '';
  if (type === 's') return Number(value);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return '';
  return type === 'n' ? numberText(value, rules.formatOf(Number(style ?? 0)), rules.is1904) : unescaped(value);
}

/** `AB7` → 27. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(column - 1, MAX_COLUMNS);
}
