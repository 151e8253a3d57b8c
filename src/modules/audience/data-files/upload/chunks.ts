import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../../../database/sql.ts';
import { type DataFile, Prisma } from '../../../../generated/prisma/client.ts';
import { decodeWindows1252 } from '../../../../input/windows-1252.ts';
import type { Encoding } from '../csv/encodings.ts';
import { decodeMixed, wholeCharacters } from '../csv/mixed-text.ts';
import type { Text } from '../csv/record.ts';

export const CHUNK_BYTES = 1_048_576;
/** Parsing runs on this thread. */
const PIECE_BYTES = 65_536;

export type OwnFile = Pick<DataFile, 'id' | 'teamId'>;

const ofFile = ({ id, teamId }: OwnFile) => Prisma.sql`c.team_id = ${teamId}::uuid AND c.data_file_id = ${id}::uuid`;

export async function writeChunks(
  client: Sql,
  { id, teamId }: OwnFile,
  bytes: AsyncIterable<Uint8Array>,
  first = 0,
): Promise<number> {
  let position = first;
  for await (const chunk of inChunks(bytes)) {
    await client.change`INSERT INTO data_file_chunks (team_id, data_file_id, position, bytes)
      VALUES (${teamId}::uuid, ${id}::uuid, ${position}, ${chunk})`;
    position += 1;
  }
  return position;
}

export const dropChunks = (client: Sql, file: OwnFile, before: number) =>
  client.change`DELETE FROM data_file_chunks c WHERE ${ofFile(file)} AND c.position < ${before}`;

async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    parts.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    const all = Buffer.concat(parts);
    let at = 0;
    for (; all.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES);
    parts = [all.subarray(at)];
    size = all.length - at;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** To UTF-8 without a byte order mark, NUL and Ctrl-Z. False when too much of it cannot be read in this encoding. */
export async function convertChunks(
  client: Sql,
  file: OwnFile,
  { encoding, isClean }: { encoding: Encoding; isClean: boolean },
): Promise<boolean> {
  const decode = decoderOf(encoding);
  let high = 0;
  let unread = 0;
  const isDone = encoding === 'utf-8' && isClean;
  const chunks = await chunkSizes(client, file);
  for (const [at, { position }] of chunks.entries()) {
    const bytes = await chunkAt(client, file, position);
    if (isDone && !(at === 0 && startsWithMark(bytes))) return true;
    const rest = at === 0 && encoding === 'utf-8' && startsWithMark(bytes) ? bytes.subarray(3) : bytes;
    const text = isDone ? '' : withoutMarks(decode(rest, at === chunks.length - 1));
    const converted = isDone ? rest : Buffer.from(text);
    if (!encoding.startsWith('utf-')) {
      high += text.match(/[^\0-\x7f]/gu)?.length ?? 0;
      unread += text.match(/\ufffd/g)?.length ?? 0;
    }
    await client.change`UPDATE data_file_chunks c SET bytes = ${converted}
      WHERE ${ofFile(file)} AND c.position = ${position}`;
    await setImmediate();
  }
  return unread * 10 <= high;
}

/** A character may begin in one chunk and end in the next. */
function decoderOf(encoding: Encoding): (bytes: Buffer, isLast: boolean) => string {
  if (encoding === 'windows-1252') return decodeWindows1252;
  if (encoding === 'utf-8') return mixedDecoder();
  const decoder = new TextDecoder(encoding);
  const decode = (bytes: Buffer, isLast: boolean) => decoder.decode(bytes, { stream: !isLast });
  return encoding.startsWith('utf-16')
    ? decode
    : (bytes, isLast) => decode(bytes, isLast).replace(UNASSIGNED, '\ufffd');
}

/** Node reads bytes without a character as controls or as private ones. */
const UNASSIGNED = /[\u0080-\u009f\ue000-\uf8ff]/g;

function mixedDecoder(): (bytes: Buffer, isLast: boolean) => string {
  let carried = Buffer.alloc(0);
  return (bytes, isLast) => {
    const joined = Buffer.concat([carried, bytes]);
    const end = isLast ? joined.length : wholeCharacters(joined);
    carried = joined.subarray(end);
    return decodeMixed(joined.subarray(0, end));
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const withoutMarks = (text: string) => text.replace(/[\0\x1a]/g, '');

const startsWithMark = (bytes: Buffer) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export function storedText(client: Sql, file: OwnFile): Text {
  return async function* (fromByte) {
    let start = 0;
    for (const { position, size } of await chunkSizes(client, file)) {
      const skipped = Math.max(0, fromByte - start);
      start += size;
      if (skipped >= size) continue;
      const bytes = (await chunkAt(client, file, position)).subarray(skipped);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        await setImmediate();
        yield bytes.subarray(at, at + PIECE_BYTES);
      }
    }
  };
}

export const chunkSizes = (client: Sql, file: OwnFile) =>
  client.rows<{ position: number; size: number }>`SELECT c.position, length(c.bytes) AS size FROM data_file_chunks c
    WHERE ${ofFile(file)} ORDER BY c.position`;

export async function chunkAt(client: Sql, file: OwnFile, position: number): Promise<Buffer> {
  const chunk = await client.row<{ bytes: Buffer }>`SELECT c.bytes FROM data_file_chunks c
    WHERE ${ofFile(file)} AND c.position = ${position}`;
  if (!chunk) throw new Error('A data file was deleted while it was read.');
  return chunk.bytes;
}

export async function head(text: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of text) {
    parts.push(part);
    length += part.length;
    if (length >= size) break;
  }
  return Buffer.concat(parts).subarray(0, size);
}
