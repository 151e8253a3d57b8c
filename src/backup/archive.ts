import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database } from '../database/client.ts';

/** Something that an operator can mend; told in one line. */
export class BackupError extends Error {}

export const KEY_FILE = 'token.key';
const BLOCK = 512;

/**
 * A gzipped tar file: the cluster, and before it the key that team tokens are encrypted under, where the data directory
 * has one. PostgreSQL reads nothing while it is taken, so it is the state between two transactions.
 */
export async function archiveOf(database: Pick<Database, 'dump'>, dataDir: string): Promise<Buffer> {
  const cluster = Buffer.from(await (await database.dump()).arrayBuffer());
  // Most of it is empty or repeats itself: more effort than the least hardly makes it smaller.
  return promisify(gzip)(Buffer.concat([...keyEntry(dataDir), cluster]), { level: 1 });
}

/** The tar file in an archive; throws for what is none or only a part of one. */
export async function openArchive(archive: Buffer): Promise<Buffer> {
  const tar = await promisify(gunzip)(archive).catch(() => Buffer.alloc(0));
  if (!tar.includes('PG_VERSION')) throw new BackupError('This is not a complete backup of an embedded database.');
  return tar;
}

function keyEntry(dataDir: string): Buffer[] {
  try {
    return tarEntry(KEY_FILE, readFileSync(join(dataDir, KEY_FILE)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A header and the content, in blocks (POSIX ustar). */
function tarEntry(name: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8) + octal(content.length, 12) + octal(0, 12), 100);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}
