import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { IncompleteCopyError, readTar, tarEntry } from 'pglite-pool';
import type { Database } from '../database/client.ts';

export class BackupError extends Error {}

export const KEY_FILE = 'token.key';

/** A restored key comes with the files of the database. Again at a start: a restoration may have been ended before it. */
export async function placeRestoredKey(dataDir: string): Promise<void> {
  const [restored, key] = [join(dataDir, 'postgres', KEY_FILE), join(dataDir, KEY_FILE)];
  if (existsSync(restored) && !existsSync(key)) await rename(restored, key);
}

const CHUNK = 4 * 1024 * 1024;

/** Requests and jobs continue; it has every transaction committed before its last file was begun. */
export const writeArchive = (database: Pick<Database, 'backUp'>, dataDir: string, to: Writable): Promise<void> =>
  // The data is mostly empty or repetitive: higher levels hardly help.
  pipeline(tarOf(database, dataDir), createGzip({ level: 1, chunkSize: CHUNK }), to);

async function* tarOf(database: Pick<Database, 'backUp'>, dataDir: string): AsyncGenerator<Buffer> {
  yield* keyEntry(dataDir);
  yield* database.backUp();
}

/** The tar file in an archive, piece by piece: it may be larger than what fits into memory. */
export async function* readArchive(file: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: CHUNK });
  const unpacking = pipeline(createReadStream(file), unpacked);
  // Told by the pieces, too.
  unpacking.catch(() => {});
  for await (const piece of unpacked) yield piece;
  await unpacking;
}

/** Reads all of it. */
export const checkArchive = (file: string): Promise<void> =>
  orIncomplete(async () => {
    const names = new Set<string>();
    for await (const { name } of readTar(readArchive(file))) names.add(name);
    if (!names.has('PG_VERSION')) throw new IncompleteCopyError();
  });

export async function orIncomplete<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isBroken = error instanceof IncompleteCopyError || (error as NodeJS.ErrnoException).code?.startsWith('Z_');
    throw isBroken ? new BackupError('This is not a complete backup of an embedded database.') : error;
  }
}

function keyEntry(dataDir: string): Buffer[] {
  try {
    return [tarEntry(KEY_FILE, readFileSync(join(dataDir, KEY_FILE)))];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
