import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class EmbeddedDatabaseLockedError extends Error {
  readonly pid: number | undefined;
  readonly directory: string;

  constructor(directory: string, pid: number | undefined, hint = '') {
    const owner = pid === undefined ? 'another process that is just starting' : `process ${pid}`;
    super(
      `The embedded database in ${directory} is in use by ${owner}. One process at a time can open it: stop the other one.${hint}`,
    );
    this.name = 'EmbeddedDatabaseLockedError';
    this.directory = directory;
    this.pid = pid;
  }
}

/** A lock file younger than this and still empty belongs to a process between creating and writing it. */
const WRITING_GRACE_MS = 2_000;

/**
 * PGlite has no lock of its own, and two processes on one directory destroy it. The file names the owner's pid and,
 * where the system tells, when that process began: a pid that was reused by another program is no owner.
 * Returns the function that gives the directory free.
 */
export function lockDataDirectory(directory: string): () => void {
  const path = join(directory, 'embedded.pid');
  const ours = `${process.pid} ${processBirth(process.pid) ?? '-'}\n`;
  for (;;) {
    if (createExclusively(path, ours)) break;
    const seen = readIfPresent(path);
    if (seen === undefined) continue; // Given free since: try again.
    const owner = Number.parseInt(seen, 10);
    if (Number.isNaN(owner)) {
      if (ageOf(path) < WRITING_GRACE_MS) throw new EmbeddedDatabaseLockedError(directory, undefined);
    } else if (isRunning(owner, seen.trim().split(' ')[1])) {
      throw new EmbeddedDatabaseLockedError(directory, owner);
    }
    if (takeOver(path, seen, ours, directory)) break;
  }
  return () => {
    if (readIfPresent(path) === ours) rmSync(path, { force: true });
  };
}

/**
 * Of several processes that find the same dead owner one may replace the file: the one that holds the guard, and only
 * while the file still says what was judged dead. (Unlinking first would let a slow one remove a fresh lock.)
 */
function takeOver(path: string, seen: string, ours: string, directory: string): boolean {
  const guard = `${path}.takeover`;
  if (!createExclusively(guard, ours)) {
    const hint = ` (${guard} guards the taking over of a dead process's lock; if nothing is starting, delete it.)`;
    throw new EmbeddedDatabaseLockedError(directory, undefined, hint);
  }
  try {
    if (readIfPresent(path) !== seen) return false;
    writeFileSync(path, ours);
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function createExclusively(path: string, content: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
  return true;
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

function isRunning(pid: number, birth: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const known = processBirth(pid);
  if (known === 'dead') return false;
  return known === undefined || birth === undefined || birth === '-' || known === birth;
}

/** Boot id and start tick of a process, on Linux; 'dead' for one that ended and is only waiting to be reaped. */
function processBirth(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return 'dead';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
