import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip, type ZlibOptions } from 'node:zlib';
import { tarEntry } from 'pglite-pool';
import type { Database } from '../database/client.ts';

export class BackupError extends Error {}

export const KEY_FILE = 'token.key';
const CHUNK = 4 * 1024 * 1024;

/** Requests and jobs continue; it has every transaction committed before its last file was begun. */
export const writeArchive = (database: Pick<Database, 'backUp'>, dataDir: string, to: Writable): Promise<void> =>
  // The data is mostly empty or repetitive: higher levels hardly help.
  pipeline(tarOf(database, dataDir), createGzip({ level: 1, chunkSize: CHUNK }), to);

async function* tarOf(database: Pick<Database, 'backUp'>, dataDir: string): AsyncGenerator<Buffer> {
  yield* keyEntry(dataDir);
  yield* database.backUp();
}

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
