import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProduct } from './contenders.ts';
import { table } from './report.ts';
import type { Bench } from './shapes.ts';
import { median } from './statistics.ts';

const STARTS = 5;

/** From the start of the process to its first answer to `/ready`, which asks the database. */
export async function measureColdStart({ databaseUrl, options, log }: Bench): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-embedded-'));
  try {
    const embedded = { DATA_DIR: dataDir };
    await timeStart(options, embedded);
    const kinds: [string, Record<string, string>][] = [
      ['PostgreSQL, migrated', { DATABASE_URL: databaseUrl }],
      ['embedded, initialised', embedded],
    ];
    const rows: string[][] = [];
    for (const [name, environment] of kinds) {
      const times: number[] = [];
      for (let start = 0; start < STARTS; start++) times.push(await timeStart(options, environment));
      rows.push([name, median(times).toFixed(2), Math.min(...times).toFixed(2), Math.max(...times).toFixed(2)]);
    }
    log(`\n### Cold start of the built server, seconds\n\n${table(['', 'median', 'best', 'worst'], rows)}`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(options: Bench['options'], environment: Record<string, string>): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const server = await startProduct({ ...options, profile: undefined }, { PORT: String(port), ...environment });
  const seconds = (performance.now() - startedAt) / 1_000;
  await server.stop();
  return seconds;
}
