import { appendFileSync } from 'node:fs';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server that is measured: SIGUSR2 collects garbage and adds a line to the file `HEAP_SAMPLES`. With
 * `HEAP_SNAPSHOTS`, a directory, each also leaves a snapshot there.
 */
if (isMainThread && process.env.HEAP_SAMPLES) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    const { rss } = process.memoryUsage();
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    appendFileSync(process.env.HEAP_SAMPLES, `${JSON.stringify({ rss, heapUsed, external, arrayBuffers })}\n`);
    if (process.env.HEAP_SNAPSHOTS) writeHeapSnapshot(`${process.env.HEAP_SNAPSHOTS}/${Date.now()}.heapsnapshot`);
  });
}
