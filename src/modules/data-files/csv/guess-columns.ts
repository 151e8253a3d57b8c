import { isSupportedCountry } from 'libphonenumber-js';
import { documentedName } from '../../../input/validation-messages.ts';
import { readCell } from './cells.ts';
import { COLUMN_WORDS, foldedWord, type NamedColumn } from './column-words.ts';
import { type CellKind, COLUMN_KINDS, COLUMN_NAMES, type ColumnMap, type ColumnName, tidyColumns } from './columns.ts';
import { looksLikeNumber } from './phone-numbers.ts';

interface Sample {
  /** Empty names where the file has no header. */
  header: readonly string[];
  /** The first rows after it. */
  rows: readonly (readonly string[])[];
  delimiter: string;
}

/** Custom fields by type. A column takes the first type that all its cells fit and that has a field left. */
const CUSTOM_KINDS = ['datetime', 'integer', 'decimal', 'text'] as const;

/** Whether a cell could be of this field. Stricter than the import, which reads any column that is mapped. */
const LOOKS: Readonly<Record<NamedColumn, (cell: string) => boolean>> = {
  number: (cell) => looksLikeNumber(cell) || /^\d[.,]\d+e\+?1\d$/i.test(cell),
  country: (cell) => /^[a-z]{2}$/i.test(cell) && isSupportedCountry(cell.toUpperCase()),
  email: (cell) => /^(mailto:)?[^\s@]+@[^\s@]+\.[^\s@]+$/i.test(cell),
  name: (cell) => /\p{Letter}/u.test(cell),
  timezone: (cell) => cell === 'UTC' || /^[A-Z][A-Za-z]+\/[A-Z]/.test(cell),
  foreignId: () => true,
};

/** Fields that are recognized by their cells alone, without a header. */
const SELF_EVIDENT: readonly NamedColumn[] = ['number', 'email', 'timezone', 'country'];
const MOSTLY = 0.8;

/**
 * Guesses E3's `columns` from the column names, in several languages, and from the first rows. Columns with other names become
 * custom fields of a type that their cells fit.
 */
export function guessColumns({ header, rows, delimiter }: Sample): ColumnMap {
  const columns = header.map((name, position) => {
    const cells = rows.map((row) => row[position] ?? '').filter((cell) => cell !== '');
    return { name, folded: foldedWord(name), position, cells };
  });
  type Column = (typeof columns)[number];
  const guess: ColumnMap = {};
  const free = new Set(columns);
  const take = (field: ColumnName, column: Column | undefined) => {
    if (!column || guess[field] !== undefined) return;
    guess[field] = column.position;
    free.delete(column);
  };
  const share = (column: Column, test: (cell: string) => boolean) =>
    column.cells.length === 0 ? 0 : column.cells.filter(test).length / column.cells.length;
  const best = (score: (column: Column) => number) =>
    [...free]
      .map((column) => ({ column, score: score(column) }))
      .filter((rated) => rated.score > 0)
      .sort((one, other) => other.score - one.score || one.column.position - other.column.position)[0]?.column;

  // This product's own names of custom fields, as in its exports.
  for (const field of COLUMN_NAMES.filter((name) => name.startsWith('custom'))) {
    take(
      field,
      best(({ name }) => (name === field || name.toLowerCase() === documentedName(field) ? 1 : 0)),
    );
  }
  for (const field of Object.keys(COLUMN_WORDS) as NamedColumn[]) {
    take(
      field,
      best((column) => {
        // The name does not count where the cells contradict it.
        const fits = share(column, LOOKS[field]);
        const isDenied = column.cells.length > 0 && fits < (field === 'country' ? 0 : 0.5);
        return isDenied ? 0 : wordScore(field, column.folded) - (column.cells.length === 0 ? 1 : 0);
      }),
    );
  }
  for (const field of SELF_EVIDENT) {
    take(
      field,
      best((column) => (share(column, LOOKS[field]) >= MOSTLY ? share(column, LOOKS[field]) : 0)),
    );
  }
  for (const column of [...free]) {
    if (column.name === '' || column.cells.length === 0) continue;
    const kinds = CUSTOM_KINDS.filter((kind) =>
      column.cells.every((cell) => 'value' in readCell[kind](cell, delimiter)),
    );
    const field = kinds.flatMap(customFields).find((name) => guess[name] === undefined);
    if (field) take(field, column);
  }
  return tidyColumns(guess);
}

/** Between 1 and 2, higher for a better word; 0 for another meaning. `Phone 1` comes before `Phone 2`. */
function wordScore(field: NamedColumn, folded: string): number {
  const words = COLUMN_WORDS[field];
  const [, word = '', digits = ''] = words.includes(folded) ? ['', folded] : (/^(.*?)(\d{1,2})?$/.exec(folded) ?? []);
  const at = words.indexOf(word);
  return at === -1 ? 0 : 2 - at / words.length - Number(digits) / 10_000;
}

const customFields = (kind: CellKind) =>
  COLUMN_NAMES.filter((name) => name.startsWith('custom') && COLUMN_KINDS[name] === kind);
