import { execFileSync } from 'node:child_process';
import type { Bench } from './shapes.ts';

/** The product's own fuzz suite, on a server and for longer than its tests may take. */
export function fuzz({ databaseUrl, options, log }: Bench): void {
  log(`\n### Fuzzing for ${options.minutes} minutes\n`);
  const script = ['--import', 'tsx', 'test/fuzz/run.ts', '--url', databaseUrl, '--minutes', String(options.minutes)];
  execFileSync(options.node, script, { cwd: options.root, stdio: 'inherit' });
}
