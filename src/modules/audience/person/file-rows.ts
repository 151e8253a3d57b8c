import { asciiDigits } from 'phone-numbers';
import type { Sql } from '../../../database/sql.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Place, Text } from '../data-files/csv/record.ts';
import { readRecords, START } from '../data-files/csv/records.ts';
import { chunkAt, chunkSizes, head, type OwnFile, storedText } from '../data-files/upload/chunks.ts';
import { hasNumber } from './spellings.ts';
import type { Who } from './who.ts';

/** Bytes of the next chunk that are searched with one: a number or an e-mail may lie in both. */
const OVERLAP = 65_536;

/** Chunks that one statement searches. */
const STEP = 16;

export interface FileRow {
  dataFileId: string;
  line: number;
  text: string;
}

interface Span {
  from: number;
  to: number;
}

/**
 * Rows of uploaded files that have the person's number or e-mail. With `blank` every character but the separators of their
 * cells becomes a space: the rows keep their length, so nothing else in the file moves. Files that are being uploaded are not read.
 */
export async function rowsOfFiles(tx: Sql, who: Who, { blank }: { blank: boolean }): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const isTheirs = naming(who);
  let read = { file: NO_FILE, to: START };
  for (let after: Searched = { file: NO_FILE, position: -1 }; ; ) {
    const chunks = await search(tx, who, after);
    for (const { file: id, position } of chunks.filter(({ mayBe }) => mayBe)) {
      const file = { id, teamId: who.teamId };
      const found = await rowsAt(tx, isTheirs, file, position, read.file === id ? read.to : START);
      rows.push(...found.rows);
      read = { file: id, to: found.to };
      if (blank && found.spans.length > 0) await blankOut(tx, file, found.spans);
    }
    if (chunks.length < STEP) return rows;
    after = chunks.at(-1)!;
  }
}

interface Searched {
  file: string;
  position: number;
}

const NO_FILE = '00000000-0000-0000-0000-000000000000';

function search(tx: Sql, who: Who, after: Searched): Promise<(Searched & { mayBe: boolean })[]> {
  const { teamId, digits, emails } = who;
  const text = Prisma.sql`encode(c.bytes || COALESCE(substring(n.bytes FOR ${OVERLAP}::int), ''), 'escape')`;
  const found = [
    Prisma.sql`${text} ~ ${digits.map(inAnyScript).join('|')}`,
    ...emails.map((email) => Prisma.sql`position(${email} in lower(${text})) > 0`),
  ];
  return tx.rows`SELECT c.data_file_id AS file, c.position, (${Prisma.join(found, ' OR ')}) AS "mayBe" FROM (
      SELECT data_file_id, position, bytes FROM data_file_chunks WHERE team_id = ${teamId}::uuid
        AND (data_file_id, position) > (${after.file}::uuid, ${after.position}::int)
      ORDER BY data_file_id, position LIMIT ${STEP}::int) c
    LEFT JOIN data_file_chunks n ON n.team_id = ${teamId}::uuid AND n.data_file_id = c.data_file_id AND n.position = c.position + 1
    ORDER BY c.data_file_id, c.position`;
}

/** As `encode(…, 'escape')` writes the bytes of a character that is not ASCII. */
const escaped = (character: string) =>
  [...Buffer.from(character)].map((byte) => `\\\\${byte.toString(8).padStart(3, '0')}`).join('');

let scripts: readonly string[] | undefined;

/** Each digit as every script writes it. */
const inScripts = () => (scripts ??= digitsOfScripts());

function digitsOfScripts(): string[] {
  const forms = Array.from({ length: 10 }, (_, digit) => [String(digit)]);
  for (let code = 0x80; code < 0x20_000; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) forms[Number(asciiDigits(character))]!.push(escaped(character));
  }
  return forms.map((all) => `(?:${all.join('|')})`);
}

/** Finds too much rather than too little: the rows are looked at one by one. */
const BETWEEN = '(?:\\\\[0-7]{3}|[^0-9A-Za-z\\n\\r])*';

const inAnyScript = (digits: string) => [...digits].map((digit) => inScripts()[Number(digit)]).join(BETWEEN);

/** Those of a chunk, and of its neighbours as far as they have not been read. */
async function rowsAt(tx: Sql, isTheirs: (cell: string) => boolean, file: OwnFile, position: number, readTo: Place) {
  const rows: FileRow[] = [];
  const spans: Span[] = [];
  const stored = await tx.row<{ delimiter: string }>`SELECT delimiter FROM data_files
    WHERE team_id = ${file.teamId}::uuid AND id = ${file.id}::uuid AND NOT is_uploading`;
  if (!stored) return { rows, spans, to: readTo };
  const { delimiter } = stored;
  const text = storedText(tx, file);
  const bytesOf = ({ from, to }: Span) => head(text(from), to - from);
  const sizes = await chunkSizes(tx, file);
  const endOf = (last: number) => sizes.reduce((sum, { position: at, size }) => (at <= last ? sum + size : sum), 0);
  const until = endOf(position) + OVERLAP;
  let to = await lineFrom(text, readTo, endOf(position - 2));
  for await (const { cells, line, end } of readRecords(text, delimiter, to)) {
    if (to.bytes >= until) break;
    const span = { from: to.bytes, to: end.bytes };
    to = end;
    const texts = typeof cells === 'string' ? (await bytesOf(span)).toString().split(delimiter) : cells;
    if (!texts.some(isTheirs)) continue;
    const row = (await bytesOf(span)).toString().replace(EMPTY_ROWS, '').trimEnd();
    rows.push({ dataFileId: file.id, line, text: row });
    spans.push(span);
  }
  return { rows, spans, to };
}

const LF = 10;
const CR = 13;

/**
 * Where the first line begins that does so at `least` bytes or behind. It may lie within a quoted cell: the parser finds the rows again
 * after a line or two, and what is looked for is a chunk away.
 */
async function lineFrom(text: Text, from: Place, least: number): Promise<Place> {
  if (least <= from.bytes) return from;
  let { bytes, lines } = from;
  let before = 0;
  for await (const piece of text(from.bytes)) {
    for (const byte of piece) {
      if (bytes >= least && (before === LF || (before === CR && byte !== LF))) return { bytes, lines };
      if (byte === CR || (byte === LF && before !== CR)) lines += 1;
      before = byte;
      bytes += 1;
    }
  }
  return { bytes, lines };
}

/** The parser leaves them out, so that they lie before the next row. */
const EMPTY_ROWS = /^(?:[\s,;|]*[\r\n])+/;

async function blankOut(tx: Sql, file: OwnFile, spans: readonly Span[]): Promise<void> {
  let start = 0;
  for (const { position, size } of await chunkSizes(tx, file)) {
    const own = spans.filter(({ from, to }) => from < start + size && to > start);
    if (own.length > 0) {
      const bytes = await chunkAt(tx, file, position);
      for (const { from, to } of own) {
        for (let at = Math.max(from - start, 0); at < Math.min(to - start, size); at += 1) {
          if (!SEPARATORS.has(bytes[at]!)) bytes[at] = 32;
        }
      }
      await tx.change`UPDATE data_file_chunks SET bytes = ${bytes}
        WHERE team_id = ${file.teamId}::uuid AND data_file_id = ${file.id}::uuid AND position = ${position}::int`;
    }
    start += size;
  }
}

/** No quotation marks: one that stays alone would take in the rows after it. */
const SEPARATORS = new Set(Buffer.from(',;|\t\r\n'));

/** Whether a cell has their number or e-mail. */
export function naming({ numbers, emails }: Who): (cell: string) => boolean {
  const hasTheirs = hasNumber(numbers);
  return (cell) => hasTheirs(cell) || hasEmail(emails, cell.toLowerCase());
}

const hasEmail = (emails: readonly string[], text: string): boolean =>
  emails.some((email) => {
    const wanted = addressesIn(email);
    return wanted.length > 0 ? wanted.every((address) => hasAddress(text, address)) : text.includes(email);
  });

/** Looked for rather than taken apart: a cell may be long, and have an address in any brackets. Nobody is found by the end of another’s. */
function hasAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const end = at + address.length;
    if (!GOES_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && !GOES_ON.test(text.slice(end, end + 3))) return true;
  }
  return false;
}

const GOES_BEFORE = /[\p{L}\p{N}._%+-]$/u;
const GOES_ON = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

const ADDRESSES = /(?<![^\s"'@<>,;:()|=/?&\\])[^\s"'@<>,;:()|=/?&\\]+@[^\s"'@<>,;:()|=/?&\\]+/g;

/** What `person_keys` takes for e-mail addresses. */
const addressesIn = (text: string) =>
  (text.toLowerCase().match(ADDRESSES) ?? []).map((address) => address.replace(/(?<!\.)\.+$/, ''));
