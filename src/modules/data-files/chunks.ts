import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { DataFile } from '../../generated/prisma/client.ts';
import type { Encoding } from './encoding.ts';
import type { Text } from './records.ts';

const CHUNK_BYTES = 1_048_576;
/** What goes to the parser in one go: it computes on this very thread. */
const PIECE_BYTES = 65_536;

type Queryable = Pick<pg.Pool, 'query'>;
type OwnFile = Pick<DataFile, 'id' | 'teamId'>;

/** The chunks of `$1`, a file of the team `$2`. */
const OF_FILE = 'f.id = c.data_file_id AND f.id = $1 AND f.team_id = $2';

/** Stores bytes as they come, a statement for each chunk. */
export async function writeChunks(
  client: Queryable,
  dataFileId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let position = 0;
  for await (const chunk of inChunks(bytes)) {
    await client.query('INSERT INTO data_file_chunks (data_file_id, position, bytes) VALUES ($1, $2, $3)', [
      dataFileId,
      position,
      chunk,
    ]);
    position += 1;
  }
}

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

/** Turns stored bytes into UTF-8 without a byte order mark, chunk by chunk in their places. */
export async function convertChunks(client: Queryable, file: OwnFile, encoding: Encoding): Promise<void> {
  const decoder = new TextDecoder(encoding);
  const chunks = await chunkSizes(client, file);
  for (const { position } of chunks) {
    const bytes = await chunkAt(client, file, position);
    // Valid UTF-8 is what it shall be, but for the mark that only the first chunk can have.
    if (encoding === 'utf-8' && !(position === 0 && startsWithMark(bytes))) return;
    const text = decoder.decode(bytes, { stream: position < chunks.length - 1 });
    await client.query(
      `UPDATE data_file_chunks c SET bytes = $4 FROM data_files f WHERE ${OF_FILE} AND c.position = $3`,
      [file.id, file.teamId, position, encoding === 'utf-8' ? bytes.subarray(3) : Buffer.from(text)],
    );
    await setImmediate();
  }
}

const startsWithMark = (bytes: Buffer) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Reads a stored text from any byte on, a chunk at a time. */
export function storedText(client: Queryable, file: OwnFile): Text {
  return async function* (fromByte) {
    let start = 0;
    for (const { position, size } of await chunkSizes(client, file)) {
      const skipped = Math.max(0, fromByte - start);
      start += size;
      if (skipped >= size) continue;
      const bytes = (await chunkAt(client, file, position)).subarray(skipped);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        // Without this nobody else would get a turn where the database answers on this thread.
        await setImmediate();
        yield bytes.subarray(at, at + PIECE_BYTES);
      }
    }
  };
}

async function chunkSizes(client: Queryable, { id, teamId }: OwnFile): Promise<{ position: number; size: number }[]> {
  const { rows } = await client.query<{ position: number; size: number }>(
    `SELECT c.position, length(c.bytes) AS size FROM data_file_chunks c, data_files f
     WHERE ${OF_FILE} ORDER BY c.position`,
    [id, teamId],
  );
  return rows;
}

async function chunkAt(client: Queryable, { id, teamId }: OwnFile, position: number): Promise<Buffer> {
  const { rows } = await client.query<{ bytes: Buffer }>(
    `SELECT c.bytes FROM data_file_chunks c, data_files f WHERE ${OF_FILE} AND c.position = $3`,
    [id, teamId, position],
  );
  return rows[0]!.bytes;
}

/** The first `size` bytes of a text, fewer when there are no more. */
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
