import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip, type ZlibOptions } from 'node:zlib';
import { tarEntry } from 'pglite-pool';
import type { Database } from '../database/client.ts';

/** Something that an operator can mend; told in one line. */
export class BackupError extends Error {}

export const KEY_FILE = 'token.key';
/** What is packed at once, so that packing does not wait for many turns of the event loop. */
const CHUNK = 4 * 1024 * 1024;

/**
 * Writes a gzipped tar file: the cluster, and before it the key that team tokens are encrypted under, where the data directory
 * has one. Requests and jobs go on meanwhile; it holds every transaction that was committed when its last file was begun.
 */
export const writeArchive = (database: Pick<Database, 'backUp'>, dataDir: string, to: Writable): Promise<void> =>
  // Most of it is empty or repeats itself: more effort than the least hardly makes it smaller.
  pipeline(tarOf(database, dataDir), createGzip({ level: 1, chunkSize: CHUNK }), to);

async function* tarOf(database: Pick<Database, 'backUp'>, dataDir: string): AsyncGenerator<Buffer> {
  yield* keyEntry(dataDir);
  yield* database.backUp();
}

/** The tar file in an archive; throws for what is none or only a part of one. */
export async function openArchive(archive: Buffer): Promise<Buffer> {
  const tar = await promisify<Buffer, ZlibOptions, Buffer>(gunzip)(archive, { chunkSize: CHUNK }).catch(() =>
    Buffer.alloc(0),
  );
  if (!tar.includes('PG_VERSION')) throw new BackupError('This is not a complete backup of an embedded database.');
  return tar;
}

function keyEntry(dataDir: string): Buffer[] {
  try {
    return [tarEntry(KEY_FILE, readFileSync(join(dataDir, KEY_FILE)))];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
