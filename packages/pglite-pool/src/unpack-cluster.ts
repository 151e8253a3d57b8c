import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BLOCK = 512;
const DIRECTORY = '5';

/**
 * Writes the tar file of `EmbeddedBackend.dump()` into a directory, everything down to the disk: a new cluster is
 * complete before it gets its name.
 */
export function unpackCluster(tar: Buffer, directory: string): void {
  for (const { path, content } of entriesOf(tar, directory)) {
    if (content) writeDurably(path, content);
    else mkdirSync(path, { recursive: true, mode: 0o700 });
  }
}

/** Its files and directories, whose content is null. PGlite can load such a file itself, through Emscripten, eight times slower. */
export function* entriesOf(tar: Buffer, directory: string): Generator<{ path: string; content: Buffer | null }> {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(text(header, 124, 12), 8) || 0;
    const path = join(directory, text(header, 345, 155), text(header, 0, 100));
    yield { path, content: text(header, 156, 1) === DIRECTORY ? null : tar.subarray(at + BLOCK, at + BLOCK + size) };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.toString('latin1', start, start + length);
  const end = field.indexOf('\0');
  return end === -1 ? field : field.slice(0, end);
}

function writeDurably(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < content.length; ) written += writeSync(file, content, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
