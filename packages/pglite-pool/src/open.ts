import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';
import { EmbeddedBackend } from './backend.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { diskEngine, memoryEngine } from './engine.ts';
import { unpackCluster } from './unpack-cluster.ts';

export type OpenOptions = {
  /** A directory, made when missing; `memory://` or nothing keeps the data in memory only. */
  dataDir?: string;
  /** What `dump()` returned, or `backUp()` gives: a new database begins as this copy. An existing one ignores it. */
  template?: Buffer | AsyncIterable<Uint8Array>;
  /** It crashed, or could not be opened again after that. It is tried until it works. */
  onError?: (error: Error) => void;
};

/** First start takes seconds (initdb); later ones and those from a template a fraction of one. */
export async function openEmbedded(options: OpenOptions = {}): Promise<EmbeddedBackend> {
  const { dataDir, template, onError } = options;
  if (dataDir === undefined || dataDir.startsWith('memory://')) {
    const tar = template && (await whole(template));
    return EmbeddedBackend.start({ open: async () => memoryEngine(tar ?? (await newCluster())), onError });
  }
  const directory = resolve(dataDir);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockDataDirectory(directory);
  try {
    const cluster = await clusterIn(directory, template);
    return await EmbeddedBackend.start({ open: () => diskEngine(cluster), cluster, unlock, onError });
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The cluster has a directory of its own inside the data directory. It gets its name when all of it is on the disk: a
 * first start that was interrupted leaves only rubbish, which the next one removes.
 */
async function clusterIn(directory: string, template: OpenOptions['template']): Promise<string> {
  const cluster = join(directory, 'postgres');
  if (!existsSync(cluster)) {
    const unfinished = join(directory, 'postgres.unfinished');
    rmSync(unfinished, { recursive: true, force: true });
    try {
      await unpackCluster(chunksOf(template ?? (await newCluster())), unfinished);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    }
    renameSync(unfinished, cluster);
  }
  return cluster;
}

const chunksOf = (tar: Buffer | AsyncIterable<Uint8Array>) => (Buffer.isBuffer(tar) ? [tar] : tar);
const whole = async (tar: Buffer | AsyncIterable<Uint8Array>) => (Buffer.isBuffer(tar) ? tar : buffer(tar));

async function newCluster(): Promise<Buffer> {
  const pglite = await PGlite.create();
  const tar = await pglite.dumpDataDir('none');
  await pglite.close();
  return Buffer.from(await tar.arrayBuffer());
}
