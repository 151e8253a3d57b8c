const BLOCK = 512;
const DIRECTORY = '5';

/** The header of a file's or directory's entry (POSIX ustar), for its owner alone. A directory's name ends with a slash. */
export function tarHeader(name: string, size: number): Buffer {
  const isDirectory = name.endsWith('/');
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(isDirectory ? 0o700 : 0o600, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 100);
  header.write(`        ${isDirectory ? 5 : 0}`, 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** What follows a content of this size. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const tarEntry = (name: string, content: Buffer): Buffer =>
  Buffer.concat([tarHeader(name, content.length), content, tarPadding(content.length)]);

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** What is given as a copy of a cluster is none, or a part of one. */
export class IncompleteCopyError extends Error {
  constructor() {
    super('This is not a complete copy of a cluster.');
    this.name = 'IncompleteCopyError';
  }
}

interface TarHeader {
  /** Below the archive's directory. */
  name: string;
  size: number;
  isDirectory: boolean;
}

export interface TarEntry extends TarHeader {
  /** Piece by piece. What nobody reads is left out. */
  content: AsyncIterable<Buffer>;
}

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A tar file as it comes: no more of it is in memory than a chunk. */
export async function* readTar(chunks: Chunks): AsyncGenerator<TarEntry> {
  const { pieces, close } = piecesOf(chunks);
  let left = 0;
  async function* next(): AsyncGenerator<Buffer> {
    while (left > 0) {
      const piece = await pieces(left);
      if (piece === null) throw new IncompleteCopyError();
      left -= piece.length;
      yield piece;
    }
  }
  async function skip(): Promise<void> {
    for await (const _ of next());
  }
  try {
    for (;;) {
      left = BLOCK;
      const header: Buffer[] = [];
      for await (const piece of next()) header.push(piece);
      const block = Buffer.concat(header);
      if (block[0] === 0) break;
      const entry = readHeader(block);
      left = entry.size;
      yield { ...entry, content: next() };
      await skip();
      left = tarPadding(entry.size).length;
      await skip();
    }
    // What unpacks it says only at its end whether it was whole.
    while ((await pieces(BLOCK)) !== null);
  } finally {
    await close();
  }
}

interface Pieces {
  /** The next bytes, at most as many as asked for; null when there are no more. */
  pieces(most: number): Promise<Buffer | null>;
  /** Nothing more is read of them. */
  close(): Promise<unknown>;
}

function piecesOf(chunks: Chunks): Pieces {
  const all = (async function* () {
    yield* chunks;
  })();
  let rest: Buffer = Buffer.alloc(0);
  async function pieces(most: number): Promise<Buffer | null> {
    while (rest.length === 0) {
      const { done, value } = await all.next();
      if (done) return null;
      rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const piece = rest.subarray(0, most);
    rest = rest.subarray(piece.length);
    return piece;
  }
  return { pieces, close: () => all.return() };
}

/** The tar file of a whole cluster in memory. */
export function* entriesIn(tar: Buffer): Generator<TarHeader & { content: Buffer }> {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const entry = readHeader(tar.subarray(at, at + BLOCK));
    const { size } = entry;
    yield { ...entry, content: tar.subarray(at + BLOCK, at + BLOCK + size) };
    at += BLOCK + size + tarPadding(size).length;
  }
}

function readHeader(header: Buffer): TarHeader {
  const [prefix, last] = [text(header, 345, 155), text(header, 0, 100)];
  const name = prefix === '' ? last : `${prefix}/${last}`;
  // It would be written elsewhere.
  if (name.split('/').includes('..')) throw new IncompleteCopyError();
  return {
    name,
    size: Number.parseInt(text(header, 124, 12), 8) || 0,
    isDirectory: text(header, 156, 1) === DIRECTORY,
  };
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.toString('latin1', start, start + length);
  const end = field.indexOf('\0');
  return end === -1 ? field : field.slice(0, end);
}
