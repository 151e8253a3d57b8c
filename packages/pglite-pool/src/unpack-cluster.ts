import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Chunks, IncompleteCopyError, readTar } from './tar.ts';

/** Writes a copy of a cluster into a directory, everything down to the disk: a new cluster is complete before it gets its name. */
export async function unpackCluster(tar: Chunks, directory: string): Promise<void> {
  for await (const { name, isDirectory, content } of readTar(tar)) {
    const path = join(directory, name);
    if (isDirectory) mkdirSync(path, { recursive: true, mode: 0o700 });
    else await writeDurably(path, content);
  }
  if (!existsSync(join(directory, 'PG_VERSION'))) throw new IncompleteCopyError();
}

async function writeDurably(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'w', 0o600);
  try {
    for await (const piece of content)
      for (let written = 0; written < piece.length; ) written += writeSync(file, piece, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
