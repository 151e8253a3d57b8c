import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  path: string;
  fill(): void;
  free(): void;
  remove(): void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'outbound-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      for (const bytes of [1 << 20, 1 << 12]) {
        try {
          for (;;) appendFileSync(ballast, Buffer.alloc(bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    free: () => rmSync(ballast),
    remove() {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** Needs root, and a container that permits it. */
export const canMount: boolean = (() => {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();

/** For the name of a test that needs it. */
export const WITHOUT_MOUNT = canMount ? '' : ' (skipped: mounting a tmpfs is not permitted here)';
