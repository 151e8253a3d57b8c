import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { csvOfWorkbook, type Parts, WorkbookError, type WorkbookFlaw, workbookOf } from 'workbook-csv';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { failureOf } from '../../../../database/failures.ts';
import type { Sql } from '../../../../database/sql.ts';
import { ValidationError } from '../../../../errors.ts';
import type { OwnFile } from './chunks.ts';
import type { Packing } from './packing.ts';
import { type Stored, StoredReader, storedBytes } from './stored-bytes.ts';

const MAX_ENTRIES = 1_000;
const XML_BYTES_PER_BYTE = 4;

interface Packed extends Stored {
  packing: Packing;
}

/**
 * The only file of a `.zip` or `.gz`, or the first sheet of an `.xlsx` as CSV. Refuses an entry that claims to exceed
 * `limit`. Returns whether it was a sheet.
 */
export async function* unpacked(
  client: Sql,
  file: OwnFile,
  stored: Packed,
  limit: number,
): AsyncGenerator<Uint8Array, boolean> {
  if (stored.packing === 'ole') throw refused(OLD_WORKBOOK);
  try {
    if (stored.packing === 'gzip') {
      yield* pipeline(storedBytes(client, file, stored), createGunzip(), () => {});
      return false;
    }
    const reader = new StoredReader(client, file, stored);
    const zip = await fromRandomAccessReaderPromise(reader, stored.size, { lazyEntries: true, autoClose: false });
    // The reader gets the error as well; without a listener it would end the process.
    zip.on('error', () => {});
    const { bytes, isSheet } = await contentOf(zip, limit);
    yield* bytes;
    return isSheet;
  } catch (error) {
    if (error instanceof ValidationError || failureOf(error)) throw error;
    throw refused(stored.packing === 'gzip' ? 'The file field must be a whole .gz file.' : BROKEN);
  }
}

interface Content {
  bytes: AsyncIterable<Uint8Array>;
  isSheet: boolean;
}

async function contentOf(zip: ZipFile, limit: number): Promise<Content> {
  const entries = await entriesOf(zip);
  const open = async (entry: Entry, most: number) => {
    if (entry.isEncrypted()) throw refused('The file field must not have a password.');
    if (entry.uncompressedSize > most) throw refused(tooLargeUnpacked(limit));
    // yauzl passes an error on by its event alone, which ends the process when the reader has left.
    return pipeline(await zip.openReadStreamPromise(entry), new PassThrough(), () => {}).on('error', () => {});
  };
  const parts: Parts = async (name) => {
    const entry = entries.find(({ fileName }) => fileName.toLowerCase() === name.toLowerCase());
    return entry ? open(entry, limit * XML_BYTES_PER_BYTE) : null;
  };
  if (entries.some(({ fileName }) => NO_LIST.test(fileName))) throw refused(OTHER_WORKBOOK);
  if (entries.some(({ fileName }) => /\.iwa$/i.test(fileName))) throw refused(NUMBERS);
  const workbook = await workbookOf(parts);
  if (entries.some(({ fileName }) => fileName.toLowerCase() === workbook.toLowerCase())) {
    const bytes = await csvOfWorkbook(parts, workbook).catch((error: unknown) => {
      throw error instanceof WorkbookError ? refused(FLAWS[error.flaw]) : error;
    });
    return { bytes, isSheet: true };
  }
  const [only, another] = entries;
  if (!only || another) throw refused('The file field must hold one file where it is a .zip.');
  return { bytes: await open(only, limit), isSheet: false };
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw refused('The file field must hold one file where it is a .zip.');
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries.filter(({ fileName }) => !/\/$|^__MACOSX\/|^(?!_rels\/)(.*\/)?\.[^/]*$/i.test(fileName));
}

const NO_LIST = /^(xl\/workbook\.bin|content\.xml)$/i;

const FLAWS: Readonly<Record<WorkbookFlaw, string>> = {
  noSheet: 'The file field must have a sheet with rows.',
  tooManyTexts:
    'The file field must not have more than 64 MB of different texts where it is a workbook: save it as CSV.',
};
const BROKEN = 'The file field must be a whole .zip or .xlsx file.';
const OLD_WORKBOOK =
  'The file field must not be an old workbook (.xls) or one with a password: save it as .xlsx or CSV without a password.';
const OTHER_WORKBOOK = 'The file field must not be an .xlsb or .ods workbook: save it as .xlsx or CSV.';
const NUMBERS = 'The file field must not be a .numbers workbook: export it as .xlsx or CSV.';
export const tooLargeUnpacked = (limit: number) =>
  `The file field must not be greater than ${limit} bytes once it is unpacked.`;

const refused = (text: string) => new ValidationError({ file: [text] });
