import type { Sql } from '../../../database/sql.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { mentions, type Who } from './who.ts';

/** Bytes of the next chunk that are searched with one, and of its neighbours that belong to the same row. */
const OVERLAP = 65_536;

/** Chunks that one statement searches. */
const STEP = 16;

const NEWLINE = 10;

interface FileRow {
  dataFileId: string;
  text: string;
}

/**
 * Rows of uploaded files that have the person's number or e-mail. With `blank` every character but the separators of their
 * cells becomes a space: the rows keep their length, so nothing else in the file moves.
 */
export async function rowsOfFiles(tx: Sql, who: Who, { blank }: { blank: boolean }): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (let after: Searched = { file: NO_FILE, position: -1 }; ; ) {
    const chunks = await search(tx, who, after);
    for (const { file, position, isTheirs } of chunks) {
      if (isTheirs) rows.push(...(await rowsAt(tx, who, file, position, blank)));
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

function search(tx: Sql, who: Who, after: Searched): Promise<(Searched & { isTheirs: boolean })[]> {
  const { teamId } = who;
  const text = Prisma.sql`encode(c.bytes || COALESCE(substring(n.bytes FOR ${OVERLAP}::int), ''), 'escape')`;
  return tx.rows`SELECT c.data_file_id AS file, c.position, ${mentions(who, text)} AS "isTheirs" FROM (
      SELECT data_file_id, position, bytes FROM data_file_chunks WHERE team_id = ${teamId}::uuid
        AND (data_file_id, position) > (${after.file}::uuid, ${after.position}::int)
      ORDER BY data_file_id, position LIMIT ${STEP}::int) c
    LEFT JOIN data_file_chunks n ON n.team_id = ${teamId}::uuid AND n.data_file_id = c.data_file_id AND n.position = c.position + 1
    ORDER BY c.data_file_id, c.position`;
}

async function rowsAt(tx: Sql, who: Who, dataFileId: string, position: number, blank: boolean): Promise<FileRow[]> {
  const { teamId } = who;
  const chunks = await tx.rows<{ position: number; bytes: Buffer }>`SELECT position, bytes FROM data_file_chunks
    WHERE team_id = ${teamId}::uuid AND data_file_id = ${dataFileId}::uuid
      AND position BETWEEN ${position - 1}::int AND ${position + 1}::int ORDER BY position`;
  const all = Buffer.concat(chunks.map(({ bytes }) => bytes));
  const rows: FileRow[] = [];
  for (let start = 0; start < all.length; ) {
    const newline = all.indexOf(NEWLINE, start);
    const end = newline < 0 ? all.length : newline;
    const line = all.subarray(start, end);
    if (isTheirs(who, line)) {
      rows.push({ dataFileId, text: line.toString().trimEnd() });
      for (let at = 0; at < line.length; at += 1) if (!isSeparator(line[at]!)) line[at] = 32;
    }
    start = end + 1;
  }
  if (!blank || rows.length === 0) return rows;
  let from = 0;
  for (const { position: at, bytes } of chunks) {
    await tx.change`UPDATE data_file_chunks SET bytes = ${all.subarray(from, from + bytes.length)}
      WHERE team_id = ${teamId}::uuid AND data_file_id = ${dataFileId}::uuid AND position = ${at}::int`;
    from += bytes.length;
  }
  return rows;
}

const SEPARATORS = new Set(Buffer.from(',;|\t"\r'));
const isSeparator = (byte: number) => SEPARATORS.has(byte);

function isTheirs({ digits, emails }: Who, line: Buffer): boolean {
  const text = line.toString('latin1').toLowerCase();
  const written = text.replaceAll(/[^0-9,;|\t"]+/g, '');
  return digits.some((one) => written.includes(one)) || emails.some((email) => text.includes(email));
}
