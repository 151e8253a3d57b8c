import { existsSync } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/client.ts';
import { BackupError, KEY_FILE, openArchive, writeArchive } from './archive.ts';
import { fetchBackup } from './socket.ts';

type Where = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** Works whether or not a server has it open. Returns its size. */
export async function backUp(config: Where, file: string): Promise<number> {
  refuseServer(config, 'pg_dump');
  if (existsSync(file)) throw new BackupError(`${file} exists already.`);
  const archive = (await fetchBackup(config.DATA_DIR)) ?? (await backUpClosed(config.DATA_DIR));
  await openArchive(archive);
  await writeNew(file, archive);
  return archive.length;
}

/** Only into a data directory without a database. Opens it once to see that it works. */
export async function restore(config: Where, file: string): Promise<void> {
  refuseServer(config, 'pg_restore');
  const directory = resolve(config.DATA_DIR);
  const cluster = join(directory, 'postgres');
  const key = join(directory, KEY_FILE);
  for (const path of [cluster, key]) {
    if (existsSync(path)) throw new BackupError(`${path} exists already: name an empty directory with DATA_DIR.`);
  }
  const tar = await openArchive(await readFile(file));
  try {
    const database = await openDatabase({ dataDir: directory, template: tar });
    await database.pool.query('SELECT FROM _prisma_migrations LIMIT 1').finally(() => database.close());
  } catch (error) {
    await rm(cluster, { recursive: true, force: true });
    throw error;
  }
  const packed = join(cluster, KEY_FILE);
  if (existsSync(packed)) await rename(packed, key);
}

async function backUpClosed(dataDir: string): Promise<Buffer> {
  if (!existsSync(join(dataDir, 'postgres'))) throw new BackupError(`There is no embedded database in ${dataDir}.`);
  const database = await openDatabase({ dataDir });
  try {
    const archive = new PassThrough();
    const [content] = await Promise.all([buffer(archive), writeArchive(database, dataDir, archive)]);
    return content;
  } finally {
    await database.close();
  }
}

/** Appears only when complete, overwrites nothing, and is readable by its owner alone. */
async function writeNew(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new BackupError(`${file} exists already.`) : error;
    });
  } finally {
    await handle.close();
    await rm(unfinished, { force: true });
  }
}

function refuseServer({ DATABASE_URL }: Where, tool: string): void {
  if (DATABASE_URL)
    throw new BackupError(`DATABASE_URL names a PostgreSQL server: use ${tool}, see docs/operations.md.`);
}
