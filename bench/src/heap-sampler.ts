import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Megabytes; the heap after a collection. */
export interface HeapSample {
  heap: number;
  resident: number;
}

const MB = 1_048_576;

/** For a server that is started with its environment: what it holds, from time to time. */
export async function heapSampler() {
  const directory = await mkdtemp(join(tmpdir(), 'bench-heap-'));
  const file = join(directory, 'samples');
  return {
    environment: {
      HEAP_SAMPLES: file,
      HEAP_SNAPSHOTS: process.env.HEAP_SNAPSHOTS ?? '',
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('./heap-samples.mjs', import.meta.url))}`,
    },
    sample: (pid: number) => void process.kill(pid, 'SIGUSR2'),
    async samples(): Promise<HeapSample[]> {
      const lines = (await readFile(file, 'utf8')).trim().split('\n');
      await rm(directory, { recursive: true, force: true });
      return lines.map((line) => {
        const { heapUsed, rss } = JSON.parse(line) as { heapUsed: number; rss: number };
        return { heap: heapUsed / MB, resident: rss / MB };
      });
    },
  };
}
