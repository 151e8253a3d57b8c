import { createWriteStream, existsSync } from 'node:fs';
import { access, link, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Config, ConfigError } from '../config.ts';
import { openDatabase } from '../database/client.ts';
import {
  BackupError,
  checkArchive,
  KEY_FILE,
  orIncomplete,
  placeRestoredKey,
  readArchive,
  writeArchive,
} from './archive.ts';
import { fetchBackup } from './socket.ts';

type Where = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** Works whether or not a server has it open. Returns its size. */
export async function backUp(config: Where, file: string): Promise<number> {
  refuseServer(config, 'pg_dump');
  if (existsSync(file)) throw new BackupError(`${file} exists already.`);
  return writeNew(file, async (to) => {
    const archive = await fetchBackup(config.DATA_DIR);
    await (archive ? pipeline(archive, to()) : backUpClosed(config.DATA_DIR, to));
  });
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
  await access(file);
  try {
    const database = await orIncomplete(() => openDatabase({ dataDir: directory, template: readArchive(file) }));
    await database.pool.query('SELECT FROM _prisma_migrations LIMIT 1').finally(() => database.close());
  } catch (error) {
    // That of another process, which has the directory.
    if (!(error instanceof ConfigError)) await rm(cluster, { recursive: true, force: true });
    throw error;
  }
  await placeRestoredKey(directory);
}

async function backUpClosed(dataDir: string, to: () => Writable): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres'))) throw new BackupError(`There is no embedded database in ${dataDir}.`);
  const database = await openDatabase({ dataDir });
  try {
    await writeArchive(database, dataDir, to());
  } finally {
    await database.close();
  }
}

/** Appears only when complete, overwrites nothing, and is readable by its owner alone. Returns its size. */
async function writeNew(file: string, write: (to: () => Writable) => Promise<void>): Promise<number> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    await write(() => createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
    await checkArchive(unfinished);
    await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new BackupError(`${file} exists already.`) : error;
    });
    return (await stat(file)).size;
  } finally {
    await rm(unfinished, { force: true });
  }
}

function refuseServer({ DATABASE_URL }: Where, tool: string): void {
  if (DATABASE_URL)
    throw new BackupError(`DATABASE_URL names a PostgreSQL server: use ${tool}, see docs/operations.md.`);
}
