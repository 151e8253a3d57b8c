import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TAR_END, tarEntry, tarHeader, tarPadding } from './tar.ts';

/** Runs one statement between two transactions and returns the values of its last row. */
export type Ask = (sql: string) => Promise<readonly string[]>;

/** So much is read before others get their turn: some milliseconds. */
const CHUNK = 4 * 1024 * 1024;
const WAL = 'pg_wal';
const SEGMENT = /^[0-9A-F]{24}$/;
/** Last: all that is copied before belongs to what it says. */
const CONTROL = 'global/pg_control';

/**
 * The cluster as a tar file, read from its directory without holding up anybody else: PostgreSQL's online backup. What changes
 * meanwhile is in the log, which is copied at the end; who opens the copy replays it to a state in which every transaction is
 * whole. The embedded database shortens its log only while there is no backup, so all of it is still there.
 */
export async function* onlineBackup(cluster: string, ask: Ask): AsyncGenerator<Buffer> {
  await ask("SELECT pg_backup_start('backup', true)");
  let isOver = false;
  try {
    yield* gathered(entriesOf(cluster, [...namesIn(cluster).filter(isCopied), CONTROL]));
    isOver = true;
    const [label, last] = await stop(ask);
    yield tarEntry('backup_label', Buffer.from(label!));
    const segments = readdirSync(join(cluster, WAL)).filter((name) => SEGMENT.test(name) && name <= last!);
    yield* gathered(
      entriesOf(
        cluster,
        segments.sort().map((name) => `${WAL}/${name}`),
      ),
    );
    yield TAR_END;
  } finally {
    if (!isOver) await stop(ask);
  }
}

const stop = (ask: Ask) => ask('SELECT labelfile, pg_walfile_name(lsn) FROM pg_backup_stop(false)');

const isCopied = (name: string) => name !== CONTROL && !(name.startsWith(`${WAL}/`) && !name.endsWith('/'));

/** Paths below the cluster's directory; those of directories end with a slash. */
function namesIn(cluster: string): string[] {
  return readdirSync(cluster, { recursive: true, withFileTypes: true }).map((entry) => {
    const name = relative(cluster, join(entry.parentPath, entry.name));
    return entry.isDirectory() ? `${name}/` : name;
  });
}

function* entryOf(cluster: string, name: string): Generator<Buffer> {
  if (name.endsWith('/')) {
    yield tarHeader(name, 0);
    return;
  }
  const file = openUnlessGone(join(cluster, name));
  if (file === null) return;
  try {
    yield* contentOf(file, name);
  } finally {
    closeSync(file);
  }
}

/** A file that was dropped meanwhile is dropped again by the log. */
function openUnlessGone(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** As long as the file was when it was opened: what is added or cut off meanwhile is in the log. */
function* contentOf(file: number, name: string): Generator<Buffer> {
  const { size } = fstatSync(file);
  yield tarHeader(name, size);
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
    readSync(file, chunk, 0, chunk.length, at);
    at += chunk.length;
    yield chunk;
  }
  yield tarPadding(size);
}

/**
 * Puts pieces together. Between two of the results others get their turn, and where each of their writes is one, a result for
 * every small file would take for ever.
 */
function* gathered(pieces: Iterable<Buffer>): Generator<Buffer> {
  let some: Buffer[] = [];
  let size = 0;
  for (const piece of pieces) {
    some.push(piece);
    size += piece.length;
    if (size < CHUNK) continue;
    yield Buffer.concat(some);
    [some, size] = [[], 0];
  }
  yield Buffer.concat(some);
}

function* entriesOf(cluster: string, names: readonly string[]): Generator<Buffer> {
  for (const name of names) yield* entryOf(cluster, name);
}
