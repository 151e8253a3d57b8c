import { strToU8, Zip, ZipDeflate } from 'fflate';
import { csvCell } from '../../../input/csv-cell.ts';

/** What a table has of a person. */
export interface Records {
  table: string;
  rows: Record<string, unknown>[];
}

export async function* jsonOf(number: number, records: AsyncIterable<Records>): AsyncGenerator<string> {
  yield `{"number": "+${number}", "exportedAt": "${new Date().toISOString()}", "records": {`;
  let separator = '';
  for await (const { table, rows } of records) {
    yield `${separator}\n"${table}": ${JSON.stringify(rows, null, 2)}`;
    separator = ',';
  }
  yield '\n}}\n';
}

/** A CSV file per table that has any. */
export async function* zipOf(records: AsyncIterable<Records>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for await (const { table, rows } of records) {
    if (rows.length === 0) continue;
    const file = new ZipDeflate(`${table}.csv`);
    zip.add(file);
    file.push(strToU8(csvOf(rows)), true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces;
}

function csvOf(rows: Records['rows']): string {
  const columns = Object.keys(rows[0]!);
  const lines = rows.map((row) => columns.map((column) => csvCell(textOf(row[column]))));
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function textOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}
