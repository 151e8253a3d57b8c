import type pg from 'pg';
import type { Text } from './records.ts';

const CHUNK_BYTES = 1_048_576;
/** What goes to the parser in one go: it computes on this very thread. */
const PIECE_BYTES = 65_536;

type Queryable = Pick<pg.Pool, 'query'>;

/** Stores a text in pieces. */
export async function writeChunks(
  client: Queryable,
  dataFileId: string,
  text: AsyncIterable<Uint8Array>,
): Promise<void> {
  let position = 0;
  for await (const bytes of inChunks(text)) {
    await client.query('INSERT INTO data_file_chunks (data_file_id, position, bytes) VALUES ($1, $2, $3)', [
      dataFileId,
      position,
      bytes,
    ]);
    position += 1;
  }
}

async function* inChunks(text: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of text) {
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

/** Reads a stored text from any byte on, a chunk at a time. */
export function storedText(client: Queryable, dataFileId: string): Text {
  return async function* (fromByte) {
    const { rows: chunks } = await client.query<{ position: number; size: number }>(
      'SELECT position, length(bytes) AS size FROM data_file_chunks WHERE data_file_id = $1 ORDER BY position',
      [dataFileId],
    );
    let start = 0;
    for (const { position, size } of chunks) {
      const skipped = Math.max(0, fromByte - start);
      start += size;
      if (skipped >= size) continue;
      const { rows } = await client.query<{ bytes: Buffer }>(
        'SELECT bytes FROM data_file_chunks WHERE data_file_id = $1 AND position = $2',
        [dataFileId, position],
      );
      yield* inPieces(rows[0]!.bytes.subarray(skipped));
    }
  };
}

export function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
