import { isSupportedCountry } from 'libphonenumber-js';
import { documentedName } from '../../../../input/validation-messages.ts';
import { pauses } from '../pause.ts';
import { readCell } from './cells.ts';
import { COLUMN_WORDS, foldedWord, type NamedColumn } from './column-words.ts';
import { type CellKind, COLUMN_KINDS, COLUMN_NAMES, type ColumnMap, type ColumnName, tidyColumns } from './columns.ts';
import { LOOKS_LIKE_EMAIL, looksLikeNumber } from './phone-numbers.ts';

interface Sample {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  delimiter: string;
}

/** A column takes the first type that fits all its cells and has a field left. */
const CUSTOM_KINDS = ['datetime', 'integer', 'decimal', 'text'] as const;

/** Stricter than the import, which reads any column that is mapped. */
const LOOKS: Readonly<Record<NamedColumn, (cell: string) => boolean>> = {
  number: (cell) => looksLikeNumber(cell) || /^\d[.,]\d+e\+?1\d$/i.test(cell),
  country: (cell) => /^[a-z]{2}$/i.test(cell) && isSupportedCountry(cell.toUpperCase()),
  email: (cell) => LOOKS_LIKE_EMAIL.test(cell.replace(/^mailto:/i, '')),
  name: (cell) => /\p{Letter}/u.test(cell),
  timezone: (cell) => cell === 'UTC' || /^[A-Z][A-Za-z]+\/[A-Z]/.test(cell),
  foreignId: () => true,
};

const SELF_EVIDENT: readonly NamedColumn[] = ['number', 'email', 'timezone', 'country'];
const MOSTLY = 0.8;

const PLACES = new Map(
  Object.entries(COLUMN_WORDS).map(([field, words]) => [field, new Map(words.map((word, at) => [word, at]))]),
);

interface Column {
  name: string;
  folded: string;
  position: number;
  cells: readonly string[];
}

export async function guessColumns({ header, rows, delimiter }: Sample): Promise<ColumnMap> {
  const pause = pauses();
  const free = new Set<Column>();
  for (const [position, name] of header.entries()) {
    await pause();
    const cells = rows.map((row) => row[position] ?? '').filter((cell) => cell !== '');
    free.add({ name, folded: foldedWord(name), position, cells });
  }
  const guess: ColumnMap = {};
  const take = (field: ColumnName, column: Column | undefined) => {
    if (!column) return;
    guess[field] = column.position;
    free.delete(column);
  };
  const best = async (score: (column: Column) => number) => {
    let found: { column: Column; score: number } | undefined;
    for (const column of free) {
      await pause();
      const own = score(column);
      if (own > (found?.score ?? 0)) found = { column, score: own };
    }
    return found?.column;
  };

  const custom = new Map(
    COLUMN_NAMES.filter((name) => name.startsWith('custom')).flatMap((name) => [
      [name, name],
      [documentedName(name), name],
    ]),
  );
  for (const column of [...free]) {
    const field = custom.get(column.name) ?? custom.get(column.name.toLowerCase());
    if (field && guess[field] === undefined) take(field, column);
  }
  for (const field of Object.keys(COLUMN_WORDS) as NamedColumn[]) {
    take(field, await best((column) => nameScore(field, column)));
  }
  for (const field of SELF_EVIDENT) {
    if (guess[field] === undefined) take(field, await best((column) => share(column, LOOKS[field], MOSTLY)));
  }
  for (const column of [...free]) {
    await pause();
    if (column.name === '' || column.cells.length === 0) continue;
    const fieldOf = (kind: CellKind) => customFields(kind).find((name) => guess[name] === undefined);
    const kind = CUSTOM_KINDS.find(
      (kind) => fieldOf(kind) && column.cells.every((cell) => 'value' in readCell[kind](cell, delimiter)),
    );
    if (kind) take(fieldOf(kind)!, column);
  }
  return tidyColumns(guess);
}

function share({ cells }: Column, test: (cell: string) => boolean, least: number): number {
  const most = cells.length - Math.ceil(cells.length * least);
  let missed = 0;
  for (const cell of cells) {
    if (!test(cell)) missed += 1;
    if (missed > most) return 0;
  }
  return cells.length === 0 ? 0 : (cells.length - missed) / cells.length;
}

function nameScore(field: NamedColumn, column: Column): number {
  const score = wordScore(field, column.folded);
  if (column.cells.length === 0) return score - 1;
  return score > 0 && (field === 'country' || share(column, LOOKS[field], 0.5) > 0) ? score : 0;
}

/** Between 1 and 2, higher for a better word; 0 for no match. `Phone 1` beats `Phone 2`. */
function wordScore(field: NamedColumn, folded: string): number {
  const words = PLACES.get(field)!;
  const [, word = '', digits = ''] = words.has(folded) ? ['', folded] : (/^(.*?)(\d{1,2})?$/.exec(folded) ?? []);
  const at = words.get(word);
  return at === undefined ? 0 : 2 - at / words.size - Number(digits) / 10_000;
}

const customFields = (kind: CellKind) =>
  COLUMN_NAMES.filter((name) => name.startsWith('custom') && COLUMN_KINDS[name] === kind);
