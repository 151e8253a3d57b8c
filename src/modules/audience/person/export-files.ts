import { strToU8, zipSync } from 'fflate';
import { csvCell } from '../../../input/csv-cell.ts';

/** By table. */
export type Records = Record<string, Record<string, unknown>[]>;

export const jsonOf = (number: number, records: Records): string =>
  JSON.stringify({ number: `+${number}`, exportedAt: new Date().toISOString(), records }, null, 2);

/** A CSV file per table that has any. */
export function zipOf(records: Records): Uint8Array {
  const some = Object.entries(records).filter(([, rows]) => rows.length > 0);
  return zipSync(Object.fromEntries(some.map(([table, rows]) => [`${table}.csv`, strToU8(csvOf(rows))])));
}

function csvOf(rows: Records[string]): string {
  const columns = Object.keys(rows[0]!);
  const lines = rows.map((row) => columns.map((column) => csvCell(textOf(row[column]))));
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function textOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}
