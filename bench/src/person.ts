import { execFileSync } from 'node:child_process';
import { createDatabase } from './database.ts';
import { table } from './report.ts';
import type { Bench } from './shapes.ts';

interface Told {
  name: string;
  statistics: string;
  ms?: number;
  count?: number;
  inOrder?: string[];
  mostRows?: number;
  busiest?: string;
}

const LIMIT_MS = 10_000;

/** A person's export and erasure beside `rows` messages of others, without statistics and with them. */
export async function measurePerson({ options, log }: Bench): Promise<void> {
  const { url, drop } = await createDatabase(options);
  try {
    const script = ['--import', 'tsx', 'test/person-at-size/run.ts', '--url', url, '--messages', String(options.rows)];
    const output = execFileSync(options.node, script, {
      cwd: options.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const told = output.split('\n').flatMap((line) => (line.startsWith('{"name"') ? [JSON.parse(line) as Told] : []));
    const timed = told.flatMap(({ name, statistics, ms }) => (ms === undefined ? [] : [{ name, statistics, ms }]));
    const rows = timed.map(({ name, statistics, ms }) => [name, statistics, (ms / 1_000).toFixed(2)]);
    log(`\n### A person beside ${options.rows.toLocaleString('en')} messages of others\n`);
    log(`${table(['', 'statistics', 's'], rows)}\n`);
    for (const { statistics, count, inOrder, mostRows, busiest } of told) {
      if (count === undefined) continue;
      log(
        `${statistics}: ${count} statements, read in order: ${inOrder!.join(', ') || 'none'}; at most ${mostRows} rows: ${busiest}`,
      );
      if (inOrder!.length > 0) throw new Error(`Read in order: ${inOrder!.join(', ')}`);
    }
    if (timed.some(({ ms }) => ms > LIMIT_MS)) throw new Error('An export or an erasure took more than 10 s.');
  } finally {
    await drop();
  }
}
