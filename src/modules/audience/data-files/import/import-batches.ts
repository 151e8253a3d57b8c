import type { Services } from '../../../../context.ts';
import type { DataFile } from '../../../../generated/prisma/client.ts';
import type { ColumnMap } from '../csv/columns.ts';
import { type Countries, type Digits, digitsOf, indexCountries } from '../csv/countries.ts';
import type { Text } from '../csv/record.ts';
import { readRecords } from '../csv/records.ts';
import { createRowReader, type ImportRow } from '../csv/row.ts';
import { pauses } from '../pause.ts';
import type { ImportConsent } from '../rules.ts';
import { storedText } from '../upload/chunks.ts';

/** The embedded database runs on the thread that answers requests; this many rows take about 50 ms. */
const EMBEDDED_BATCH_ROWS = 400;

export async function importBatches(services: Services, file: DataFile): Promise<AsyncIterable<ImportRow[]>> {
  const { db, reader, config } = services;
  const countries = indexCountries(await db.prisma.country.findMany());
  const readRow = createRowReader({
    columns: file.columns as ColumnMap,
    delimiter: file.delimiter,
    countries,
    consent: file.consent as unknown as ImportConsent | null,
    countryDigits: await countryDigits(storedText(db, file), file, countries),
    fixedCountry: file.fixedCountryId === null ? undefined : countries.byId(file.fixedCountryId),
  });
  const from = { bytes: Number(file.checkpointBytes), lines: file.checkpointLines };
  const size = reader.embedded ? Math.min(config.IMPORT_BATCH_ROWS, EMBEDDED_BATCH_ROWS) : config.IMPORT_BATCH_ROWS;
  const records = readRecords(storedText(db, file), file.delimiter, from);
  let header = file.hasHeader && from.bytes === 0;

  const pause = pauses();
  async function* read(): AsyncGenerator<ImportRow[]> {
    for await (const batch of batches(records, size)) {
      const rows = header ? batch.slice(1) : batch;
      header = false;
      const rowsRead: ImportRow[] = [];
      for (const row of rows) {
        await pause();
        rowsRead.push(readRow(row));
      }
      if (rowsRead.length > 0) yield rowsRead;
    }
  }
  return ahead(read());
}

/** Rows at the beginning that decide what bare digits mean, the same for every run. */
const TELLING_ROWS = 1_000;

async function countryDigits(text: Text, file: DataFile, countries: Countries): Promise<Digits | null> {
  const position = (file.columns as ColumnMap).country;
  if (position == null) return null;
  const cells = new Set<string>();
  let rows = 0;
  for await (const record of readRecords(text, file.delimiter)) {
    if (typeof record.cells !== 'string') cells.add(record.cells[position]?.trim() ?? '');
    rows += 1;
    if (rows > TELLING_ROWS) break;
  }
  return digitsOf([...cells], countries);
}

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Prepares the next item while the current one is used. */
async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      next.catch(() => {});
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
