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

/** Whatever encoding is stated for texts. */
const UTF_8_MARK = Buffer.from('\ufeff');

/** Empty rows become empty lines: row 7 is line 7. */
export async function* sheetLines(bytes: AsyncIterable<Buffer>, rules: SheetRules): AsyncGenerator<Buffer> {
  const lines: string[] = [];
  let row = 0;
  let cells = new Map<number, string>();
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
        if (next - row > 1) lines.push('\n'.repeat(next - row - 1));
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
        if (column < MAX_COLUMNS) cells.set(column, csvCell(textOf(cell, value, rules)));
        column += 1;
        cell = null;
      } else if (tag === 'row') lines.push(lineOf(cells));
    },
  });
  yield UTF_8_MARK;
  for await (const _ of reading) {
    yield* inPieces(lines.splice(0));
  }
}

/** Reading a piece blocks this thread, and a small file can hold millions of empty cells. */
const PIECE_CHARACTERS = 262_144;

async function* inPieces(lines: readonly string[]): AsyncGenerator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece);
    piece = '';
    await setImmediate();
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Most cells of a row may be empty. */
function lineOf(cells: ReadonlyMap<number, string>): string {
  let line = '';
  let at = 0;
  for (const [column, text] of [...cells].sort(([one], [other]) => one - other)) {
    line += ','.repeat(column - at) + text;
    at = column;
  }
  return `${line}\n`;
}

function textOf(
  { t: type = 'n', s: style }: Readonly<Record<string, string>>,
  value: string,
  rules: SheetRules,
): string {
  if (value === '') return '';
  if (type === 's') return rules.sharedText(Number(value));
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
