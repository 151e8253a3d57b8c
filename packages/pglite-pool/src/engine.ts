import { fsyncSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MemoryFS, PGlite, type postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { compilePostgres } from './program.ts';
import { type Interruptible, Stopwatch } from './stopwatch.ts';
import { entriesIn } from './tar.ts';

/** PostgreSQL inside PGlite has ended itself (PANIC: no disk left for its log), or its WebAssembly trapped. */
export class EngineCrashedError extends Error {
  /** What a server answers its connections when it crashes. */
  readonly code = '57P02';

  constructor(reason: string) {
    super(`The embedded database crashed: ${reason}`);
    this.name = 'EngineCrashedError';
  }
}

/** One PostgreSQL in this process. */
export interface Engine {
  readonly pglite: PGlite;
  readonly stopwatch: Stopwatch;
  /** Gives back what a crashed one holds: open files, memory. */
  abandon(): void;
}

/** PostgreSQL fills its buffers with zeros. With 128 MB of them that is most of a start, and the files are in memory already. */
const IN_MEMORY = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];

/** In memory nothing is left to give back. */
export async function memoryEngine(tar: Buffer): Promise<Engine> {
  const fs = new MemoryFiles(tar);
  const pglite = await PGlite.create({ fs, startParams: IN_MEMORY, pgliteWasmModule: await compilePostgres() });
  return { pglite, stopwatch: fs.stopwatch, abandon() {} };
}

/** Opens a cluster that is there, after a crash by what its log says. */
export async function diskEngine(cluster: string): Promise<Engine> {
  const fs = new DurableFiles(cluster);
  const abandon = () => fs.abandon();
  try {
    const pgliteWasmModule = await compilePostgres();
    const pglite = await PGlite.create({ fs, startParams: DURABLE, pgliteWasmModule });
    return { pglite, stopwatch: fs.stopwatch, abandon };
  } catch (error) {
    abandon();
    throw error;
  }
}

/**
 * PGlite starts PostgreSQL with fsync off. Committed data then survives the death of the process, not that of the
 * machine. Here COMMIT means what it means on a server: `fsync` is on, by the one method the file layer can carry out.
 */
const DURABLE = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];

/** What Emscripten makes of PostgreSQL; the typings leave these out. */
interface Module extends Interruptible {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
  FS: { streams: ({ nfd?: number } | null | undefined)[]; close(stream: object): void; unmount(path: string): void };
  _PostgresMainLoopOnce(): void;
  _PostgresSendReadyForQueryIfNecessary(): void;
  _pgl_pq_flush(): void;
  _emscripten_force_exit(status: number): void;
  stackRestore(pointer: number): void;
}

type Options = Partial<postgresMod.PostgresMod>;

/** Has the stopwatch watch the PostgreSQL that is about to be instantiated with these options. */
function watched(options: Options, stopwatch: Stopwatch): Options {
  const { instantiateWasm, preRun = [] } = options;
  return {
    ...options,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => unknown) {
      stopwatch.listenTo(imports);
      return instantiateWasm!(imports, done);
    },
    preRun: [
      ...(Array.isArray(preRun) ? preRun : [preRun]),
      (module: postgresMod.PostgresMod) => stopwatch.stops(module as unknown as Interruptible),
    ],
  };
}

class MemoryFiles extends MemoryFS {
  readonly stopwatch = new Stopwatch();
  readonly #tar: Buffer;

  constructor(tar: Buffer) {
    super();
    this.#tar = tar;
  }

  override async init(pglite: PGlite, options: Options) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const { preRun, ...others } = watched(emscriptenOpts, this.stopwatch);
    const fill = ({ FS }: postgresMod.PostgresMod) => {
      const made = new Set<string>();
      const make = (directory: string) => {
        if (!made.has(directory)) FS.mkdirTree(directory);
        made.add(directory);
      };
      // PGlite can load such a file itself, through Emscripten, eight times slower.
      for (const { name, isDirectory, content } of entriesIn(this.#tar)) {
        const path = join(PGlite.paths.PGDATA, name);
        // A dump names its files in any order, not each directory before what is in it.
        make(isDirectory ? path : dirname(path));
        if (!isDirectory) FS.writeFile(path, content);
      }
    };
    return { emscriptenOpts: { ...others, preRun: [...(Array.isArray(preRun) ? preRun : []), fill] } };
  }
}

class DurableFiles extends NodeFS {
  readonly stopwatch = new Stopwatch();
  #module: Module | undefined;

  override async init(pglite: PGlite, options: Options) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const { preRun: mounted, ...others } = watched(emscriptenOpts, this.stopwatch);
    // Run after the mount.
    const prepare = (module: postgresMod.PostgresMod) => {
      this.#module = module as unknown as Module;
      passOnFsync(this.#module);
      endWithCrash(this.#module);
    };
    return { emscriptenOpts: { ...others, preRun: [...(Array.isArray(mounted) ? mounted : []), prepare] } };
  }

  abandon(): void {
    if (!this.#module) return;
    const { FS } = this.#module;
    for (const stream of FS.streams) if (stream?.nfd !== undefined) FS.close(stream);
    // Whatever else it does, nothing of it reaches the cluster.
    FS.unmount(PGlite.paths.PGDATA);
    try {
      // Without this its memory, 200 MB, is never given back. It always throws.
      this.#module._emscripten_force_exit(0);
    } catch {}
    this.#module = undefined;
  }
}

/** Emscripten's own Node file system ignores fsync; this one passes it on to the operating system. */
function passOnFsync({ NODEFS }: Module): void {
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    fsyncSync(nfd);
    return 0;
  };
}

/** The status PostgreSQL's longjmp leaves with: the ordinary end of a statement that failed. */
const LONGJMP = 100;

/**
 * PGlite asks PostgreSQL for the next message whatever was thrown by the last, so one that crashed would be asked for
 * ever, and the process hang. The first thing done after such a throw is to restore the stack: the error is thrown from there.
 */
function endWithCrash(module: Module): void {
  const once = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if ((error as { status?: number }).status !== LONGJMP) {
        module.stackRestore = () => {
          throw new EngineCrashedError((error as Error).message);
        };
        // Run on the way out, where their own failure would hide the crash.
        module._PostgresSendReadyForQueryIfNecessary = module._pgl_pq_flush = () => {};
      }
      throw error;
    }
  };
}
