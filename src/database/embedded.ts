import { existsSync, fsyncSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite, type postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { lockDataDirectory } from './data-directory-lock.ts';
import { EmbeddedBackend } from './embedded-backend.ts';
import { unpackCluster } from './unpack-cluster.ts';

export type EmbeddedOptions = {
  /** A directory, made when missing; `memory://` or nothing keeps the data in memory only. */
  dataDir?: string;
  /** What `EmbeddedBackend.dump()` returned: a new database begins as this copy. An existing one ignores it. */
  template?: Blob | File;
};

/** First start takes seconds (initdb); later ones and those from a template a fraction of one. */
export async function openEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedBackend> {
  const { dataDir, template: loadDataDir } = options;
  if (dataDir === undefined || dataDir.startsWith('memory://')) {
    return EmbeddedBackend.start(await PGlite.create({ loadDataDir }));
  }
  const directory = resolve(dataDir);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockDataDirectory(directory);
  try {
    return await EmbeddedBackend.start(await openCluster(directory, loadDataDir), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The cluster has a directory of its own inside the data directory. It gets its name when all of it is on the disk: a
 * first start that was interrupted leaves only rubbish, which the next one removes.
 */
async function openCluster(directory: string, template: Blob | File | undefined): Promise<PGlite> {
  const cluster = join(directory, 'postgres');
  if (!existsSync(cluster)) {
    const unfinished = join(directory, 'postgres.unfinished');
    rmSync(unfinished, { recursive: true, force: true });
    const tar = template ?? (await newCluster());
    unpackCluster(Buffer.from(await tar.arrayBuffer()), unfinished);
    renameSync(unfinished, cluster);
  }
  return PGlite.create({ fs: new DurableFiles(cluster), startParams: DURABLE });
}

async function newCluster(): Promise<Blob> {
  const pglite = await PGlite.create();
  const tar = await pglite.dumpDataDir('none');
  await pglite.close();
  return tar;
}

/**
 * PGlite starts PostgreSQL with fsync off. Committed data then survives the death of the process, not that of the
 * machine. Here COMMIT means what it means on a server: `fsync` is on, by the one method the file layer can carry out.
 */
const DURABLE = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];

/** Emscripten's own Node file system ignores fsync; this one passes it on to the operating system. */
class DurableFiles extends NodeFS {
  override async init(pglite: PGlite, options: Partial<postgresMod.PostgresMod>) {
    const result = await super.init(pglite, options);
    const mounted = result.emscriptenOpts.preRun;
    // Run after the mount; the typings lack Emscripten's NODEFS.
    const passOnFsync = (module: postgresMod.PostgresMod) => {
      const { NODEFS } = module as unknown as {
        NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
      };
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd);
        return 0;
      };
    };
    result.emscriptenOpts.preRun = [...(Array.isArray(mounted) ? mounted : []), passOnFsync];
    return result;
  }
}
