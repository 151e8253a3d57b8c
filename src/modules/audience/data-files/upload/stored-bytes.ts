import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { Sql } from '../../../../database/sql.ts';
import { CHUNK_BYTES, chunkAt, type OwnFile } from './chunks.ts';

/** In chunks from the position `first` on. */
export interface Stored {
  first: number;
  size: number;
}

export async function* storedBytes(
  client: Sql,
  file: OwnFile,
  { first, size }: Stored,
  start = 0,
  end = size,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const position = Math.floor(at / CHUNK_BYTES);
    const from = position * CHUNK_BYTES;
    const chunk = await chunkAt(client, file, first + position);
    yield chunk.subarray(at - from, Math.min(end - from, chunk.length));
    at = from + CHUNK_BYTES;
  }
}

/** Random access: an archive lists its contents at the end. */
export class StoredReader extends RandomAccessReader {
  readonly #read: (start: number, end: number) => AsyncIterable<Buffer>;

  constructor(client: Sql, file: OwnFile, stored: Stored) {
    super();
    this.#read = (start, end) => storedBytes(client, file, stored, start, end);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false });
  }
}
