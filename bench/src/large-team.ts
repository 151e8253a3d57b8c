import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './database.ts';
import type { Options } from './options.ts';
import { table } from './report.ts';
import type { Bench } from './shapes.ts';

const SIZES = [10_000, 100_000, 1_000_000];

interface Timed {
  name: string;
  ms: number;
  /** Null when it was answered. */
  error: string | null;
}

/** What a team of each size does every day, and how that grows with it. */
export async function measureLargeTeam({ options, log }: Bench): Promise<void> {
  const sizes = SIZES.filter((size) => size <= options.rows);
  for (const statistics of ['never analysed', 'analysed']) {
    const bySize: Timed[][] = [];
    for (const size of sizes) bySize.push(await timedAt(options, size, statistics === 'analysed'));
    const rows = bySize[0]!.map(({ name }, at) => {
      const times = bySize.map((timed) => timed[at]!);
      const failed = times.find(({ error }) => error !== null);
      if (failed) throw new Error(`${name}: ${failed.error}`);
      return [name, ...times.map(({ ms }) => ms.toFixed(ms < 10 ? 1 : 0)), exponentOf(times.slice(-2))];
    });
    const head = ['ms', ...sizes.map((size) => size.toLocaleString('en')), 'exponent'];
    log(`\n### A team by its contacts, ${options.embedded ? 'embedded' : 'on a server'}, ${statistics}\n`);
    log(`${table(head, rows)}\n`);
  }
}

/** Of ten times as many contacts: 0 is no more time, 1 is ten times as much. */
const exponentOf = ([small, large]: Timed[]): string => (large ? Math.log10(large.ms / small!.ms).toFixed(2) : '');

async function timedAt(options: Options, size: number, isAnalysed: boolean): Promise<Timed[]> {
  const more = ['--contacts', String(size), ...(isAnalysed ? ['--analyse'] : [])];
  if (options.embedded) {
    const directory = await mkdtemp(join(tmpdir(), 'large-team-'));
    return run(options, ['--directory', directory, ...more]).finally(() => rm(directory, { recursive: true }));
  }
  const { url, drop } = await createDatabase(options);
  return run(options, ['--url', url, ...more]).finally(drop);
}

async function run(options: Options, given: string[]): Promise<Timed[]> {
  const output = execFileSync(options.node, ['--import', 'tsx', 'test/large-team/run.ts', ...given], {
    cwd: options.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return output.split('\n').flatMap((line) => (line.startsWith('{"name"') ? [JSON.parse(line) as Timed] : []));
}
